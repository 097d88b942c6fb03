import fc from 'fast-check';
import {
  encodeBase64,
  encodeJsonRpc,
  type JsonObject,
  parseJsonRpcResponse,
  type SecureChannel,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect } from 'vitest';
import { createMockWallet } from '../../mock/src/wallet/mock-wallet.js';
import { createAssociation, IDENTITY, KEY, SEED, shakeHands } from '../support/mock-wallet.js';
import { createTransaction } from '../support/wallet.js';
import {
  dimensionOf,
  editFrames,
  editJson,
  editText,
  frameEdits,
  frameKinds,
  fuzz,
  jsonEdits,
  jsonKinds,
  settle,
  textEdits,
  textKinds,
} from './fuzz.js';

/** Without the reference wallet's silences and crashes, so that every request has its answer. */
const ANSWERS = {
  crashesOnMalformedChain: false,
  crashesWithoutDomain: false,
  silentOnUnknownCluster: false,
  silentOnMalformedSignIn: false,
  silentOnMalformedAddresses: false,
  silentOnMalformedToken: false,
  answersCapabilitiesTwice: false,
} as const;

const accounts = [{ seed: SEED }];
const answering = await createMockWallet({ accounts, quirks: ANSWERS });
const reference = await createMockWallet({ accounts });
const transaction = encodeBase64(createTransaction(answering.accounts[0]?.address ?? '', 'a'));

const PARAMS: Readonly<Record<string, (token: string) => JsonObject>> = {
  authorize: () => ({
    identity: IDENTITY,
    chain: 'solana:devnet',
    features: ['solana:signMessages'],
    addresses: [KEY],
    sign_in_payload: { domain: 'dapp.example', nonce: 'abcdefgh', resources: ['https://dapp.example'] },
  }),
  reauthorize: (auth_token) => ({ identity: IDENTITY, auth_token, chain: 'solana:devnet' }),
  deauthorize: (auth_token) => ({ auth_token }),
  clone_authorization: () => ({}),
  get_capabilities: () => ({}),
  sign_messages: () => ({ addresses: [KEY], payloads: ['AAAA', 'AAAA'] }),
  sign_transactions: () => ({ payloads: [transaction] }),
  sign_and_send_transactions: () => ({ payloads: [transaction], options: { min_context_slot: 1 } }),
  unknown: () => ({ a: 1 }),
};
const METHODS = Object.keys(PARAMS);
const method = fc.constantFrom(...METHODS);

/** Authorizes, and gives the token. */
async function authorize(secure: SecureChannel): Promise<string> {
  await secure.send(encodeJsonRpc({ id: 0, method: 'authorize', params: { chain: 'solana:devnet' } }));
  const response = parseJsonRpcResponse(await secure.read());
  return (response as { result: { auth_token: string } }).result.auth_token;
}

describe('a wallet with a hostile dapp', () => {
  const requests = fc.array(fc.tuple(method, jsonEdits), { minLength: 1, maxLength: 6 });

  fuzz(
    'answers every request once, and never by a mistake of its own',
    5,
    requests,
    {
      method: [METHODS, (given) => given.map(([name]) => name)],
      json: [jsonKinds[0], (given) => given.flatMap(([, edits]) => jsonKinds[1](edits))],
    },
    async (given) => {
      const { secure, ended } = await shakeHands(answering);
      const token = await authorize(secure);
      for (const [index, [name, edits]] of given.entries()) {
        const params = editJson(PARAMS[name]?.(token), edits) as JsonObject;
        await secure.send(encodeJsonRpc({ id: index + 1, method: name, params }));
      }
      const ids: unknown[] = [];
      for (const _ of given) {
        const read = await settle(secure.read());
        const response = read.status === 'fulfilled' ? parseJsonRpcResponse(read.value) : undefined;
        ids.push(response?.id);
        // The reference wallet's own, where neither the input nor the identity has a domain.
        if (response?.error?.code === -32603) expect(response.error.message).toContain('no domain provided');
      }
      expect(ids.sort()).toEqual(given.map((_, index) => index + 1));
      secure.close();
      expect(await settle(ended)).toMatchObject({ value: { established: true } });
    },
  );

  const texts = fc.array(fc.tuple(method, jsonEdits, textEdits), { minLength: 1, maxLength: 6 });

  fuzz(
    'ends with the socket, whatever texts and frames came',
    5,
    fc.tuple(texts, frameEdits),
    {
      method: [METHODS, ([given]) => given.map(([name]) => name)],
      json: [jsonKinds[0], ([given]) => given.flatMap(([, edits]) => jsonKinds[1](edits))],
      text: [textKinds[0], ([given]) => given.flatMap(([, , edits]) => textKinds[1](edits))],
      frame: dimensionOf(frameKinds, ([, edits]) => edits),
    },
    async ([given, edits]) => {
      const { secure, dappEnd, ended } = await shakeHands(reference, await createAssociation());
      const token = await authorize(secure);
      const frames: Uint8Array<ArrayBuffer>[] = [];
      for (const [name, json, text] of given) {
        const request = { jsonrpc: '2.0', id: 1, method: name, params: PARAMS[name]?.(token) };
        frames.push(await secure.seal(editText(JSON.stringify(editJson(request, json)) ?? '', text)));
      }
      // A wallet that has crashed has closed the channel.
      for (const frame of editFrames(frames, edits)) {
        try {
          dappEnd.send(frame);
        } catch {
          break;
        }
      }
      secure.close();
      expect(await settle(ended)).toMatchObject({ value: { established: true } });
    },
  );
});
