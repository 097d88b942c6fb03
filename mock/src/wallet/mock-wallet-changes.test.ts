import { createRpcClient, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  connect,
  connectAuthorized,
  createPerson,
  getErrorCode,
  getResult,
  IDENTITY,
  KEY,
  OTHER_KEY,
  OTHER_SEED,
  SEED,
  shakeHands,
} from '../../../test/support/mock-wallet.js';
import { createTransaction } from '../../../test/support/wallet.js';
import { createMockWallet, type MockWallet } from './mock-wallet.js';
import type { SettingsChanges } from './settings.js';

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };
const accounts = [
  { seed: SEED, label: 'Main' },
  { seed: OTHER_SEED, label: 'Other' },
];

async function connectAgain(wallet: MockWallet) {
  return createRpcClient((await shakeHands(wallet)).secure);
}

describe('the accounts of a wallet', () => {
  it('can be added while a session is open, and granted in it', async () => {
    const { dapp, wallet } = await connect();
    const before = wallet.accounts;
    const added = await wallet.addAccount({ seed: OTHER_SEED, label: 'Other' });
    expect(before).toHaveLength(1);
    expect(wallet.accounts.at(-1)).toBe(added);
    const result = await getResult(dapp, 'authorize', { addresses: [OTHER_KEY] });
    expect(result).toMatchObject({ accounts: [{ address: OTHER_KEY, label: 'Other' }] });
    const params = { addresses: [OTHER_KEY], payloads: ['YWJj'] };
    expect(await getResult(dapp, 'sign_messages', params)).toHaveProperty('signed_payloads');
  });

  it('have their new names in the next authorization, also by a token', async () => {
    const { dapp, wallet, token } = await connectAuthorized({ accounts });
    wallet.renameAccount(wallet.accounts[0]?.address ?? '', 'Savings');
    expect(await getResult(dapp, 'authorize', { auth_token: token })).toMatchObject({
      accounts: [{ address: KEY, label: 'Savings' }],
    });
  });

  it('sign nothing and belong to no authorization after they are removed', async () => {
    const { dapp, wallet } = await connect({ accounts });
    const [main = '', other = ''] = wallet.accounts.map(({ address }) => address);
    wallet.setGranted(other, true);
    const { auth_token } = await getResult(dapp, 'authorize', { identity: IDENTITY });
    wallet.removeAccount(main);
    expect(wallet.getApps()).toMatchObject([{ addresses: [other] }]);
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
    expect(await getResult(dapp, 'authorize', { auth_token })).toMatchObject({
      accounts: [{ address: OTHER_KEY }],
    });
    wallet.removeAccount(other);
    expect(wallet.getApps()).toEqual([]);
    expect(await getErrorCode(dapp, 'authorize', { auth_token })).toBe(-1);
  });

  it('are suggested as they are granted', async () => {
    const { dapp, wallet } = await connect({ accounts });
    const [main = '', other = ''] = wallet.accounts.map(({ address }) => address);
    expect([wallet.isGranted(main), wallet.isGranted(other)]).toEqual([true, false]);
    wallet.setGranted(main, false);
    wallet.setGranted(other, true);
    expect(await getResult(dapp, 'authorize')).toMatchObject({ accounts: [{ address: OTHER_KEY }] });
  });
});

describe('a change while a request waits for the user', () => {
  const transaction = (wallet: MockWallet): string =>
    encodeBase64(createTransaction(wallet.accounts[0]?.address ?? '', 'a'));

  it.each([
    ['sign_messages', () => SIGN, -1],
    ['sign_transactions', (wallet: MockWallet) => ({ payloads: [transaction(wallet)] }), -2],
    ['authorize', () => ({}), -32603],
    ['authorize', () => ({ sign_in_payload: { domain: 'dapp.example' } }), -32603],
  ] as const)('lets a removed account do nothing: %s', async (method, getParams, code) => {
    const person = createPerson();
    const { dapp, wallet } = await connect({ accounts, approve: person.approve });
    wallet.answerNext({ approved: true });
    await getResult(dapp, 'authorize', { identity: IDENTITY });
    const answered = getErrorCode(dapp, method, getParams(wallet));
    const { decide } = await person.next();
    wallet.removeAccount(wallet.accounts[0]?.address ?? '');
    decide({ approved: true });
    expect(await answered).toBe(code);
    expect(wallet.getApps()).toEqual([]);
  });

  it.each([false, true])(
    'accepts no token that was revoked (the wallet renews tokens: %s)',
    async (renewsTokens) => {
      const { dapp, wallet, token } = await connectAuthorized({ quirks: { renewsTokens } });
      wallet.answerNext({ approved: true, afterMs: 20 }, 'authorize');
      const stop = wallet.watch(() => {
        if (!wallet.getWaiting()[0]?.decision) return;
        stop();
        wallet.revokeTokens();
      });
      expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
      expect(wallet.getApps()).toEqual([]);
    },
  );

  it('clones an authorization without the accounts that are removed', async () => {
    const { dapp, wallet } = await connect({
      accounts,
      capabilities: { features: ['solana:cloneAuthorization'] },
    });
    const [main = '', other = ''] = wallet.accounts.map(({ address }) => address);
    wallet.answerNext({ approved: true, accounts: [main, other] });
    await getResult(dapp, 'authorize');
    wallet.removeAccount(main);
    await getResult(dapp, 'clone_authorization');
    expect(wallet.getApps().map(({ addresses }) => addresses)).toEqual([[other], [other]]);
    wallet.removeAccount(other);
    expect(await getErrorCode(dapp, 'clone_authorization')).toBe(-1);
  });
});

describe('the apps of a wallet', () => {
  it('are listed without their tokens, the first to connect first', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    await getResult(dapp, 'authorize', { identity: { name: 'x'.repeat(5_000) }, chain: 'solana:testnet' });
    expect(wallet.getApps()).toMatchObject([
      { id: '1', chain: 'solana:devnet', identity: IDENTITY, addresses: [wallet.accounts[0]?.address] },
      { id: '2', chain: 'solana:testnet', identity: { name: `${'x'.repeat(500)}…` } },
    ]);
    expect(JSON.stringify(wallet.getApps())).not.toContain(token);
  });

  it('keep their ids and first times when a token is renewed or used', async () => {
    const { dapp, wallet, token } = await connectAuthorized({ quirks: { renewsTokens: true } });
    const [before] = wallet.getApps();
    await getResult(dapp, 'authorize', { auth_token: token });
    await getResult(dapp, 'sign_messages', SIGN);
    expect(wallet.getApps()).toEqual([{ ...before, lastUsed: expect.any(Number) }]);
    expect(wallet.getApps()[0]?.lastUsed).toBeGreaterThanOrEqual(before?.since ?? Number.NaN);
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
  });

  it('are revoked one by one or all', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    const { auth_token } = await getResult(dapp, 'authorize', { chain: 'solana:testnet' });
    wallet.revokeApp('1');
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
    expect(await getResult(dapp, 'authorize', { auth_token })).toMatchObject({ auth_token });
    wallet.revokeTokens();
    expect(wallet.getApps()).toEqual([]);
    expect(await getErrorCode(dapp, 'authorize', { auth_token })).toBe(-1);
  });

  it('are at most a thousand', async () => {
    const { dapp, wallet } = await connect({ quirks: { authorizeMs: 0 } });
    const requests = Array.from({ length: 1_010 }, () => getResult(dapp, 'authorize'));
    const [first, , , , , , , , , , eleventh] = await Promise.all(requests);
    expect(wallet.getApps()).toHaveLength(1_000);
    expect(await getErrorCode(dapp, 'authorize', { auth_token: first?.['auth_token'] })).toBe(-1);
    expect(await getResult(dapp, 'authorize', { auth_token: eleventh?.['auth_token'] })).toBeDefined();
  });
});

describe('the settings of a wallet', () => {
  it('come from the options, of which `settings` comes first', async () => {
    const wallet = await createMockWallet({
      chains: ['solana:devnet'],
      protocol: 'legacy',
      capabilities: { maxMessagesPerRequest: 3, maxTransactionsPerRequest: 4 },
      quirks: { walletIcon: false },
      attestation: { uri: 'https://wallet.example/', context: 'c', isAttested: () => true },
      settings: { protocol: 'v1', capabilities: { maxMessagesPerRequest: 5 }, delayMs: 7 },
    });
    expect(wallet.getSettings()).toMatchObject({
      decide: 'ask',
      chains: ['solana:devnet'],
      protocol: 'v1',
      capabilities: { maxMessagesPerRequest: 5, maxTransactionsPerRequest: 4 },
      quirks: { walletIcon: false, nullIsText: true },
      attestation: 'accept',
      delayMs: 7,
    });
  });

  it('are checked at the start', async () => {
    const settings = { decide: 'perhaps' } as unknown as SettingsChanges;
    await expect(createMockWallet({ settings })).rejects.toThrow('`settings.decide` must be one of');
  });

  it('do not change if one of the changes is wrong', async () => {
    const wallet = await createMockWallet();
    const before = wallet.getSettings();
    expect(() => wallet.changeSettings({ decide: 'approve', delayMs: -1 })).toThrow(RangeError);
    expect(wallet.getSettings()).toBe(before);
  });

  it('decide in the user’s place at once', async () => {
    const person = createPerson();
    const { dapp, wallet } = await connect({ approve: person.approve });
    wallet.changeSettings({ decide: 'approve' });
    await getResult(dapp, 'authorize');
    wallet.changeSettings({ decide: 'decline' });
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
    wallet.changeSettings({ decide: 'ask' });
    const signed = getErrorCode(dapp, 'sign_messages', SIGN);
    (await person.next()).decide({ approved: false });
    expect(await signed).toBe(-3);
    expect(person.asked).toHaveLength(1);
  });

  it('delay decisions at once', async () => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.changeSettings({ delayMs: 100 });
    const start = performance.now();
    await getResult(dapp, 'sign_messages', SIGN);
    // Timers may be a little early by this clock.
    expect(performance.now() - start).toBeGreaterThan(98);
  });

  it('change limits at once, and the protocol, quirks and chains for the next session', async () => {
    const { dapp, wallet, protocol } = await connect();
    wallet.changeSettings({
      protocol: 'legacy',
      chains: ['solana:testnet'],
      quirks: { signInResult: 'absent', legacyCapabilities: false },
      capabilities: { maxMessagesPerRequest: 1 },
    });
    expect(protocol).toBe('v1');
    expect(await getResult(dapp, 'get_capabilities')).toMatchObject({
      max_messages_per_request: 1,
      supports_sign_and_send_transactions: true,
    });
    await getResult(dapp, 'authorize', { chain: 'solana:devnet' });
    const next = await shakeHands(wallet);
    expect(next.protocol).toBe('legacy');
    wallet.changeSettings({ protocol: 'v1' });
    const last = await connectAgain(wallet);
    expect(await getErrorCode(last, 'authorize', { chain: 'solana:devnet' })).toBe(-7);
    expect(await getResult(last, 'get_capabilities')).not.toHaveProperty(
      'supports_sign_and_send_transactions',
    );
  });

  it.each([
    ['off', undefined],
    ['accept', undefined],
    ['refuse', -100],
  ] as const)('demand attestation: %s', async (attestation, answer) => {
    const { dapp } = await connect({ settings: { attestation } });
    const first = await dapp.call('authorize', {});
    expect(first.error?.code).toBe(attestation === 'off' ? undefined : -100);
    const second = await dapp.call('authorize', { attest_origin: 'anything' });
    expect(second.error?.code).toBe(answer);
  });

  it('verify attestations with the option, unless they are to be refused', async () => {
    const isAttested = (token: string): boolean => token === 'good';
    const attestation = { uri: 'https://wallet.example/', context: 'c', isAttested };
    const { dapp, wallet } = await connect({ attestation });
    expect(await getErrorCode(dapp, 'authorize', {})).toBe(-100);
    expect(await getErrorCode(dapp, 'authorize', { attest_origin: 'bad' })).toBe(-100);
    expect(await getResult(dapp, 'authorize', { attest_origin: 'good' })).toHaveProperty('auth_token');
    wallet.changeSettings({ attestation: 'refuse' });
    const refused = await connectAgain(wallet);
    expect(await getErrorCode(refused, 'authorize', {})).toBe(-100);
    expect(await getErrorCode(refused, 'authorize', { attest_origin: 'good' })).toBe(-100);
  });
});

describe('watch', () => {
  it('calls a listener once for all changes of a task, until it is removed', async () => {
    const wallet = await createMockWallet({ accounts });
    const calls: unknown[] = [];
    const stop = wallet.watch(() => calls.push(wallet.accounts.length));
    wallet.renameAccount(wallet.accounts[0]?.address ?? '', 'A');
    wallet.removeAccount(wallet.accounts[0]?.address ?? '');
    wallet.changeSettings({ delayMs: 1 });
    expect(calls).toEqual([]);
    await Promise.resolve();
    expect(calls).toEqual([1]);
    stop();
    wallet.changeSettings({ delayMs: 2 });
    await Promise.resolve();
    expect(calls).toEqual([1]);
  });

  it.each([
    ['addAccount', (wallet: MockWallet) => wallet.addAccount()],
    ['setGranted', (wallet: MockWallet) => wallet.setGranted(wallet.accounts[0]?.address ?? '', false)],
    ['revokeApp', (wallet: MockWallet) => wallet.revokeApp('1')],
    ['revokeTokens', (wallet: MockWallet) => wallet.revokeTokens()],
    ['changeCapabilities', (wallet: MockWallet) => wallet.changeCapabilities({ maxMessagesPerRequest: 1 })],
    ['clearActivity', (wallet: MockWallet) => wallet.clearActivity()],
  ])('calls it after %s', async (_, change) => {
    const { wallet } = await connectAuthorized();
    const called = new Promise<void>((resolve) => wallet.watch(resolve));
    await change(wallet);
    await called;
  });

  it('calls it while a request is asked, decided and answered', async () => {
    const person = createPerson();
    const { dapp, wallet } = await connect({ approve: person.approve });
    const steps: string[] = [];
    wallet.watch(() => {
      const [entry] = wallet.getActivity();
      steps.push(`${entry?.decision ?? 'asked'}, ${entry?.outcome ? 'answered' : 'waiting'}`);
    });
    const authorized = getResult(dapp, 'authorize');
    (await person.next()).decide({ approved: true });
    await authorized;
    expect([...new Set(steps)]).toEqual(['asked, waiting', 'approved, waiting', 'approved, answered']);
  });
});
