import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/process.mjs';
import { type AuthorizeParams, type MobileWallet, transact } from '../../src/transact/bytes.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import { KEY, OTHER_KEY } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { createTransaction } from '../support/wallet.js';

// Each row of the guide's tables of what the session API refuses.

const [, section = ''] = readFileSync(join(root, 'docs/guides/transact.md'), 'utf8').split(
  '## Where the session API is stricter',
);
/** Returns the names in the first column of the section's tables. */
const documented = (table: number): readonly string[] =>
  (section.split('|---|---|\n')[table]?.split('\n\n')[0] ?? '')
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1]?.matchAll(/`([^`]+)`/g) ?? [])].map(([, name = '']) => name));

const TRANSACTION = createTransaction('11111111111111111111111111111111', 'Hello');
const MESSAGE = new Uint8Array([1]);
const authorizeWith =
  (...all: readonly unknown[]) =>
  (wallet: MobileWallet) =>
    all.map((params) => wallet.authorize(params as AuthorizeParams));
const signInWith = (...all: readonly object[]) =>
  authorizeWith(
    ...all.map((sign_in_payload) => ({ sign_in_payload: { domain: 'a.example', ...sign_in_payload } })),
  );
const sendWith =
  (...all: readonly object[]) =>
  (wallet: MobileWallet) =>
    all.map((options) => wallet.signAndSendTransactions({ transactions: [TRANSACTION], ...options }));
const uri = 'https://example.com';

/** Calls that are refused, by the argument. */
const ARGUMENTS: Readonly<Record<string, (wallet: MobileWallet) => readonly Promise<unknown>[]>> = {
  chain: authorizeWith({ chain: 'solana:moon' }, { chain: 'ethereum:1' }, { chain: 'a b' }),
  cluster: authorizeWith({ cluster: 'moon' }),
  'identity.uri': authorizeWith({ identity: { uri: 'example.com' } }, { identity: { uri: 'mailto:a@b.c' } }),
  'identity.icon': authorizeWith(
    { identity: { uri, icon: 'data:image/png;base64,AAAA' } },
    { identity: { uri, icon: 'https://other.example/icon.png' } },
  ),
  'identity.name': authorizeWith({ identity: { name: '' } }),
  addresses: (wallet) => [
    ...authorizeWith({ addresses: [] }, { addresses: ['AAAA'] })(wallet),
    wallet.signMessages({ addresses: [], payloads: [MESSAGE] }),
  ],
  auth_token: authorizeWith({ auth_token: '' }, { auth_token: null }),
  sign_in_payload: signInWith(
    { nonce: 'short' },
    { nonce: 'has-hyphens-in-it' },
    { issuedAt: 'today' },
    { address: '!' },
    { statement: 'two\nlines' },
  ),
  'sign_in_payload.useOffchainMessage': signInWith({ useOffchainMessage: { messageVersion: 1 } }),
  transactions: (wallet) => [
    wallet.signTransactions({ transactions: [] }),
    wallet.signAndSendTransactions({ transactions: [] }),
  ],
  payloads: (wallet) => [wallet.signMessages({ addresses: [KEY], payloads: [] })],
  commitment: sendWith({ commitment: 'max' }),
  minContextSlot: sendWith({ minContextSlot: 2 ** 31 }, { minContextSlot: 0.5 }),
  maxRetries: sendWith({ maxRetries: 2 ** 31 }, { maxRetries: -1 }),
};

describe('the session API refuses', async () => {
  const phone = await createPhone();

  it.each(documented(1).filter((name) => name !== 'baseUri'))('the argument %s', async (name) => {
    await transact(async (wallet) => {
      const calls = ARGUMENTS[name]?.(wallet) ?? [];
      expect(calls.length).toBeGreaterThan(0);
      for (const call of calls) {
        const error = await call.catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
        const { argument } = (error as { context: { argument: string } }).context;
        expect(argument.split(/\[|\.(?=nonce|issuedAt|address|statement)/)[0]).toBe(
          name === 'cluster' ? 'chain' : name,
        );
      }
    }, phone);
    expect(phone.requests).toEqual([]);
  });

  it('the argument baseUri', async () => {
    for (const baseUri of ['example-wallet://mwa', `${uri}?a`, `${uri}#a`, 'https://a@example.com']) {
      await expect(transact(() => {}, { ...phone, baseUri })).toRejectWith('INVALID_ARGUMENT', {
        argument: 'baseUri',
      });
    }
    expect(documented(1)).toContain('baseUri');
  });

  it('what the guide’s first table lists, and nothing is listed twice', () => {
    expect(documented(1).filter((name) => name !== 'baseUri')).toEqual(Object.keys(ARGUMENTS));
  });
});

type Change = (result: JsonObject) => JsonObject;
const changeSignIn =
  (change: JsonObject): Change =>
  (result) => ({ ...result, sign_in_result: { ...(result['sign_in_result'] as object), ...change } });
const account = { address: KEY };

/** Answers that are refused, by what is wrong in them. */
const ANSWERS: Readonly<Record<string, readonly [method: string, changes: readonly Change[]]>> = {
  'sign_in_result.signature_type': ['authorize', [changeSignIn({ signature_type: 'secp256k1' })]],
  'sign_in_result.address': ['authorize', [changeSignIn({ address: OTHER_KEY })]],
  accounts: [
    'authorize',
    [
      (result) => ({ ...result, accounts: [] }),
      (result) => ({ ...result, accounts: Array.from({ length: 101 }, () => account) }),
      (result) => ({ ...result, accounts: [{ address: encodeBase64(MESSAGE) }] }),
      (result) => ({ ...result, accounts: [{ address: KEY.replace('=', '') }] }),
    ],
  ],
  auth_token: [
    'authorize',
    [(result) => ({ ...result, auth_token: '' }), (result) => ({ ...result, auth_token: 'a'.repeat(4_097) })],
  ],
  max_transactions_per_request: [
    'get_capabilities',
    [0, 0.5, -1].map((limit) => (result) => ({ ...result, max_transactions_per_request: limit })),
  ],
  max_messages_per_request: [
    'get_capabilities',
    [0, 0.5, -1].map((limit) => (result) => ({ ...result, max_messages_per_request: limit })),
  ],
  signed_payloads: [
    'sign_messages',
    [
      (result) => ({ ...result, signed_payloads: [] }),
      ({ signed_payloads: all }) => ({ signed_payloads: [...(all as string[]), ...(all as string[])] }),
    ],
  ],
};

describe('the session API refuses an answer', () => {
  it.each(documented(2))('with another %s', async (name) => {
    const [method, changes] = ANSWERS[name] ?? ['', []];
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) {
      const rewrite = (text: string) => {
        const reply = JSON.parse(text) as { result: JsonObject };
        return [JSON.stringify({ ...reply, result: change(reply.result) })];
      };
      const phone = await createPhone({ faults: [{ at: method as 'authorize', rewrite }] });
      const calling = transact(async (wallet) => {
        await wallet.getCapabilities();
        const { accounts } = await wallet.authorize({ sign_in_payload: { domain: 'a.example' } });
        await wallet.signMessages({ addresses: [accounts[0].address], payloads: [MESSAGE] });
      }, phone);
      await expect(calling).toRejectWith('INVALID_RESPONSE', {
        path: expect.stringContaining(name.replace('accounts', 'result.accounts')),
      });
    }
  });

  it('that the guide’s second table lists', () => {
    expect(documented(2)).toEqual(Object.keys(ANSWERS));
  });
});
