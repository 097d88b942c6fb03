import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import type { MobileStandardWallet, MobileWallet } from '../../src/index.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { error, result } from '../faults/replies.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { getAuthorizations, getParams } from '../support/requests.js';
import { createTransaction, editStored, setUpConnected } from '../support/wallet.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';

type Call = (wallet: MobileStandardWallet, account: WalletAccount) => Promise<unknown>;

/** A connected wallet, whose calls each come after a reload. */
async function setUp(options: MockWalletOptions = {}) {
  const { settings, phone, store, account } = await setUpConnected({ chain: ACCEPTING_CHAIN, ...options });
  const reload = () => createMobileWallet(settings);
  const make = (call: Call) => call(reload(), account);
  return {
    phone,
    store,
    account,
    reload,
    make,
    sign: () => make(WALLET_CALLS.signMessage),
    inCallback: <T>(callback: (mobile: MobileWallet) => Promise<T>, options = {}) =>
      reload().features[TRANSACT].transact(callback, options),
    /** How each authorization since the connect was requested. */
    getAuthorizations: () => getAuthorizations(phone).slice(1),
  };
}

const TRANSACT = 'mobile-wallet-standard:transact';
const signInCallback: Call = ({ features }, { address }) =>
  features[TRANSACT].transact((mobile) =>
    mobile.signTransactions({ transactions: [createTransaction(address, 'a')] }),
  );

const CALLS: readonly (readonly [string, Call])[] = [
  ['signMessage', WALLET_CALLS.signMessage],
  ['signTransaction', WALLET_CALLS.signTransaction],
  ['signAndSendTransaction', WALLET_CALLS.signAndSendTransaction],
  [
    'a sign-in by an off-chain message',
    ({ features }, { address }) =>
      features['solana:signIn'].signIn({ address, useOffchainMessage: { messageVersion: 1 } } as object),
  ],
  ['`authorize` in transact', WALLET_CALLS.transact],
  ['`signTransactions` in transact', signInCallback],
];

/** By which method each protocol has a token. */
const METHODS = { v1: 'authorize', legacy: 'reauthorize' } as const;
const PROTOCOLS = ['v1', 'legacy'] as const;

/** Answers only the first request of a session, which has the token. */
const first = (code: number, protocol: keyof typeof METHODS = 'v1') =>
  error(METHODS[protocol], code, undefined, { nth: 1 });

const CODES = [-1, -2, -4, -5, -6, -7, -100, -32_000, -32_600, -32_601, -32_602, -32_603, -32_700, 17];

describe('a token that is refused', () => {
  it.each(PROTOCOLS.flatMap((protocol) => CODES.map((code) => [code, protocol] as const)))(
    'with %i (%s) is retired, and the user is asked in the same session',
    async (code, protocol) => {
      const { phone, sign, getAuthorizations } = await setUp({ protocol });
      phone.wallet.misbehave([first(code, protocol)]);
      await sign();
      expect(phone.getMethods().slice(1)).toContain(METHODS[protocol]);
      expect(phone.getMethods()).not.toContain('deauthorize');
      expect(getAuthorizations()).toEqual(['token', 'user']);
      expect(phone.launches).toHaveLength(2);
      phone.wallet.misbehave([]);
      await phone.whenIdle();
      await sign();
      expect(getAuthorizations()).toEqual(['token', 'user', 'token']);
    },
  );

  it.each(CALLS)('does not stop %s', async (_, call) => {
    for (const code of [-32_603, -1] as const) {
      const { phone, make, getAuthorizations } = await setUp({ quirks: { refusedToken: code } });
      phone.wallet.revokeTokens();
      await make(call);
      expect(getAuthorizations()).toEqual(['token', 'user']);
      expect(phone.launches).toHaveLength(2);
      await phone.whenIdle();
      await make(call);
      expect(getAuthorizations()).toEqual(['token', 'user', 'token']);
    }
  });

  it('by an unreadable result is retired', async () => {
    const { phone, sign, getAuthorizations } = await setUp();
    phone.wallet.misbehave([result('authorize', () => ({}), { nth: 1 })]);
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'user']);
  });

  it('stays a former one, which a revoke deauthorizes', async () => {
    const { phone, sign, reload } = await setUp();
    phone.wallet.misbehave([first(-32_603)]);
    await sign();
    const refused = phone.requests.find(({ params }) => 'auth_token' in params)?.params['auth_token'];
    await phone.whenIdle();
    await reload().features[TRANSACT].revoke();
    const deauthorized = getParams(phone, 'deauthorize').map(({ auth_token }) => auth_token);
    expect(deauthorized).toHaveLength(2);
    expect(deauthorized).toContain(refused);
  });

  it('is not sent again if the user then declines', async () => {
    const { phone, sign, getAuthorizations } = await setUp({ quirks: { refusedToken: -32_603 } });
    phone.wallet.revokeTokens();
    phone.wallet.answerNext({ approved: false });
    await expect(sign()).toRejectWith('USER_REJECTED');
    await phone.whenIdle();
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'user', 'user']);
  });

  it.each(PROTOCOLS)(
    'with -3 (%s) is a decline, which ends the call and keeps the token',
    async (protocol) => {
      const { phone, sign, store, getAuthorizations } = await setUp({ protocol });
      const before = [...store.entries.values()];
      phone.wallet.misbehave([first(-3, protocol)]);
      await expect(sign()).toRejectWith('USER_REJECTED', { rpcCode: -3 });
      expect(getAuthorizations()).toEqual(['token']);
      expect([...store.entries.values()]).toEqual(before);
      phone.wallet.misbehave([]);
      await phone.whenIdle();
      await sign();
      expect(getAuthorizations()).toEqual(['token', 'token']);
    },
  );

  it('is the error of a callback that passes it by itself', async () => {
    const { phone, inCallback, store, getAuthorizations } = await setUp();
    const before = [...store.entries.values()];
    phone.wallet.misbehave([first(-32_603)]);
    const authorizing = inCallback((mobile) => mobile.authorize({ auth_token: 'AAAA' }));
    await expect(authorizing).toRejectWith('WALLET_ERROR', { rpcCode: -32_603 });
    expect(getAuthorizations()).toEqual(['token']);
    expect([...store.entries.values()]).toEqual(before);
  });

  it('with -1 is retired, also if a callback passes it by itself', async () => {
    const { phone, inCallback, sign, getAuthorizations } = await setUp();
    const { auth_token } = await inCallback((mobile) => mobile.authorize());
    phone.wallet.revokeTokens();
    const authorizing = inCallback((mobile) => mobile.authorize({ auth_token }));
    await expect(authorizing).toRejectWith('NOT_AUTHORIZED');
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'token', 'user']);
  });

  it('is neither sent by a connect nor by a sign-in', async () => {
    const { phone, reload, getAuthorizations } = await setUp({ quirks: { refusedToken: -32_603 } });
    phone.wallet.revokeTokens();
    const { features } = reload();
    expect((await features['standard:connect'].connect()).accounts).toHaveLength(1);
    expect(phone.launches).toHaveLength(1);
    await features['solana:signIn'].signIn({});
    expect(getAuthorizations()).toEqual(['user']);
  });
});

describe('a session that closes while a token is authorized', () => {
  it.each(CALLS)('twice in a row, across reloads, has the next %s ask the user', async (_, call) => {
    const { phone, make, getAuthorizations } = await setUp({ quirks: { refusedToken: 'closed' } });
    phone.wallet.revokeTokens();
    await expect(make(call)).toRejectWith('SESSION_CLOSED');
    await expect(make(call)).toRejectWith('SESSION_CLOSED');
    expect(getAuthorizations()).toEqual(['token', 'token']);
    await make(call);
    expect(getAuthorizations()).toEqual(['token', 'token', 'user']);
    expect(phone.launches).toHaveLength(4);
  });

  it('in protocol 1.x, too', async () => {
    const { phone, sign, getAuthorizations } = await setUp({
      protocol: 'legacy',
      quirks: { refusedToken: 'closed' },
    });
    phone.wallet.revokeTokens();
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'token', 'user']);
  });

  it('by a breach of the protocol counts, too', async () => {
    const { phone, sign, getAuthorizations } = await setUp();
    const garbage: MessageFault = { at: 'authorize', rewrite: () => ['no JSON'] };
    phone.wallet.misbehave([garbage]);
    await expect(sign()).toRejectWith('PROTOCOL_VIOLATION');
    await expect(sign()).toRejectWith('PROTOCOL_VIOLATION');
    phone.wallet.misbehave([]);
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'token', 'user']);
  });

  it('counts anew after the token was accepted', async () => {
    const { phone, sign, getAuthorizations } = await setUp();
    const closing: MessageFault = { at: 'authorize', rewrite: () => [], end: 1001 };
    for (let time = 0; time < 3; time++) {
      phone.wallet.misbehave([closing]);
      await expect(sign()).toRejectWith('SESSION_CLOSED');
      phone.wallet.misbehave([]);
      await sign();
      await phone.whenIdle();
    }
    expect(new Set(getAuthorizations())).toEqual(new Set(['token']));
  });

  it('counts once, however many calls wait in it', async () => {
    const { phone, reload, account, sign, getAuthorizations } = await setUp({
      quirks: { refusedToken: 'closed' },
    });
    phone.wallet.revokeTokens();
    const wallet = reload();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => WALLET_CALLS.signMessage(wallet, account)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(getAuthorizations()).toEqual(['token']);
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    expect(getAuthorizations()).toEqual(['token', 'token']);
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'token', 'user']);
  });

  it('because its call was aborted says nothing about the token', async () => {
    const { phone, account, inCallback, sign, getAuthorizations } = await setUp();
    const silent: MessageFault = { at: 'authorize', rewrite: () => [] };
    phone.wallet.misbehave([silent]);
    for (let time = 0; time < 3; time++) {
      const controller = new AbortController();
      const count = getAuthorizations().length;
      const signing = inCallback(
        (mobile) => mobile.signTransactions({ transactions: [createTransaction(account.address, 'a')] }),
        { signal: controller.signal },
      );
      const outcome = expect(signing).rejects.toThrow('enough');
      await expect.poll(() => getAuthorizations().length).toBe(count + 1);
      controller.abort(new Error('enough'));
      await outcome;
      await phone.whenIdle();
    }
    phone.wallet.misbehave([]);
    await sign();
    expect(new Set(getAuthorizations())).toEqual(new Set(['token']));
  });

  it('is not known of a grant that an earlier version has stored, which counts from there', async () => {
    const { phone, sign, store, getAuthorizations } = await setUp({ quirks: { refusedToken: 'closed' } });
    phone.wallet.revokeTokens();
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    editStored(store, (grant) => ({
      ...grant,
      byChain: Object.fromEntries(
        Object.entries(grant.byChain).map(([name, { token, accounts }]) => [name, { token, accounts }]),
      ),
    }));
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    await expect(sign()).toRejectWith('SESSION_CLOSED');
    await sign();
    expect(getAuthorizations()).toEqual(['token', 'token', 'token', 'user']);
  });
});
