import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { getList, toSendError } from '../../src/dapp/send-answer.js';
import { createSignatureReader } from '../../src/dapp/signature-list.js';
import { parseSessionProperties } from '../../src/protocol/hello.js';
import { parseJsonRpcRequest, parseJsonRpcResponse } from '../../src/protocol/json-rpc.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
} from '../../src/protocol/methods.js';
import { createRpcError } from '../../src/protocol/rpc-errors.js';
import { decodeSignInResult } from '../../src/protocol/sign-in-text.js';
import { readTransaction } from '../../src/protocol/wire-transaction.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import { hasErrorCode, isSendError } from '../../src/util/find-error.js';
import {
  attempt,
  type Dimensions,
  dimensionOf,
  editJson,
  editText,
  expectTyped,
  fuzz,
  type JsonEdit,
  jsonEdits,
  jsonKinds,
  nasty,
  nastyTypes,
  textEdits,
  textKinds,
} from './fuzz.js';

const KEY = encodeBase64(new Uint8Array(32).fill(7));
const SIGNATURE = encodeBase64(new Uint8Array(64).fill(9));

const expectLength = (bytes: Uint8Array, length: number) => expect(bytes.length).toBe(length);

/** For each decoder, an answer that it accepts, and what is true of every result. */
const DECODERS = {
  authorization: {
    answer: {
      auth_token: 'token',
      accounts: [
        { address: KEY, chains: ['solana:devnet'], label: 'a', icon: 'data:', features: ['b'] },
        { address: encodeBase64(new Uint8Array(32)) },
      ],
      wallet_uri_base: 'https://wallet.example',
      sign_in_result: {
        address: KEY,
        signed_message: 'AAAA',
        signature: SIGNATURE,
        signature_type: 'ed25519',
      },
    },
    check(answer: unknown) {
      const { auth_token, accounts, sign_in_result } = decodeAuthorizationResult(
        answer,
        'solana:devnet',
        decodeSignInResult,
      );
      expect(auth_token).toMatch(/./s);
      expect(accounts.length).toBeGreaterThan(0);
      for (const { address, chains } of accounts) {
        expectLength(decodeBase64(address), 32);
        expect(chains.every((chain) => typeof chain === 'string')).toBe(true);
      }
      if (!sign_in_result) return;
      expect(accounts.map(({ address }) => address)).toContain(sign_in_result.address);
      expectLength(decodeBase64(sign_in_result.signature), 64);
    },
  },
  capabilities: {
    answer: {
      max_transactions_per_request: 10,
      max_messages_per_request: 10,
      supported_transaction_versions: ['legacy', 0],
      features: ['solana:signTransactions'],
      supports_clone_authorization: false,
    },
    check(answer: unknown) {
      const capabilities = decodeCapabilities(answer);
      expect(capabilities.features.every((name) => typeof name === 'string')).toBe(true);
      for (const version of capabilities.supported_transaction_versions) {
        expect(version === 'legacy' || (Number.isInteger(version) && version >= 0)).toBe(true);
      }
      expect(capabilities.max_messages_per_request ?? 1).toBeGreaterThanOrEqual(1);
      expect(capabilities.max_transactions_per_request ?? 1).toBeGreaterThanOrEqual(1);
    },
  },
  payloads: {
    answer: { signed_payloads: ['AAAA', SIGNATURE] },
    check: (answer: unknown) => expectLength(new Uint8Array(decodeSignedPayloads(answer, 2).length), 2),
  },
  signatures: {
    answer: { signatures: [SIGNATURE, SIGNATURE] },
    check(answer: unknown) {
      const signatures = decodeSignatures(answer, 2);
      expect(signatures).toHaveLength(2);
      for (const entry of signatures) if (entry instanceof Error) expectTyped(entry);
    },
  },
  token: {
    answer: { auth_token: 'token' },
    check: (answer: unknown) => expect(decodeClonedToken(answer)).toMatch(/./s),
  },
} as const;

describe('a wallet’s response', () => {
  const NAMES = Object.keys(DECODERS) as (keyof typeof DECODERS)[];
  const dimensions: Dimensions<readonly [string, readonly JsonEdit[]]> = {
    decoder: [NAMES, ([decoder]) => [decoder]],
    json: dimensionOf(jsonKinds, ([, edits]) => edits),
  };

  fuzz(
    'is decoded, or refused with INVALID_RESPONSE',
    10,
    fc.tuple(fc.constantFrom(...NAMES), jsonEdits),
    dimensions,
    ([decoder, edits]) => {
      const { answer, check } = DECODERS[decoder];
      try {
        check(editJson(answer, edits));
      } catch (error) {
        if (!hasErrorCode(error, 'INVALID_RESPONSE')) throw error;
        expect(error.context.path).toMatch(/^result/);
        expect(edits).not.toEqual([]);
      }
    },
  );
});

describe('a wallet’s error', () => {
  const CODES: readonly unknown[] = [-8, -7, -6, -5, -4, -3, -2, -1, 0, -100, -32601, -32602];
  const code = fc.oneof(fc.integer({ min: -8, max: 0 }), fc.constantFrom(-100, -32601, -32602), nasty);
  const data = fc.oneof(
    jsonEdits.map((edits) => editJson({ signatures: [SIGNATURE, null], valid: [true] }, edits)),
    nasty,
  );
  const isText = fc.boolean();

  fuzz(
    'becomes a typed error, whatever data it has',
    5,
    fc.tuple(code, nasty, data, isText, fc.boolean(), fc.nat(3)),
    {
      code: [[...CODES, 'other'], ([rpcCode]) => [CODES.includes(rpcCode) ? rpcCode : 'other']],
      message: dimensionOf(nastyTypes, ([, message]) => message),
      data: dimensionOf(nastyTypes, ([, , given]) => given),
      'data as text': [[true, false], ([, , , asText]) => [asText]],
      fresh: [[true, false], ([, , , , isFresh]) => [isFresh]],
      count: [[0, 1, 2, 3], ([, , , , , count]) => [count]],
    },
    async ([rpcCode, message, given, asText, isFresh, count]) => {
      const error = { code: rpcCode, message, data: asText ? JSON.stringify(given) : given };
      const response = parseJsonRpcResponse(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
      if (!response?.error) return;
      const typed = createRpcError(response.error, isFresh, count, false);
      expectTyped(typed);
      const transactions = Array(count).fill(readTransaction(new Uint8Array(1)));
      const entries = await createSignatureReader()(transactions)(getList(response), new Set());
      const ofSend = toSendError(typed, response.error.code, entries);
      expectTyped(ofSend);
      if (!isSendError(ofSend)) return;
      expect(ofSend.context.transactions).toHaveLength(count);
      for (const state of ofSend.context.transactions ?? [])
        if (state.status === 'submitted') expectLength(decodeBase58(state.signature), 64);
    },
  );
});

describe('any text in place of JSON', () => {
  const base = '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1]},"result":{"v":"v1"}}';

  fuzz(
    'is parsed, or refused',
    5,
    fc.tuple(jsonEdits, textEdits),
    { json: dimensionOf(jsonKinds, ([edits]) => edits), text: dimensionOf(textKinds, ([, edits]) => edits) },
    ([json, text]) => {
      const written = editText(JSON.stringify(editJson(JSON.parse(base), json)) ?? '', text);
      const request = parseJsonRpcRequest(written);
      if (request.error) expect(request.error.code).toBeLessThanOrEqual(-32600);
      else expect(request).toMatchObject({ method: expect.any(String), params: expect.any(Object) });
      const response = parseJsonRpcResponse(written);
      if (response?.error) expect(response.error).toMatchObject({ code: expect.any(Number) });
      expect(['v1', 'legacy', undefined]).toContain(attempt(() => parseSessionProperties(written)));
    },
  );
});
