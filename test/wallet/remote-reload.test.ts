import { describe, expect, it, onTestFinished } from 'vitest';
import type { Grant } from '../../src/wallet/grant/stored-grant.js';
import { OTHER_SEED, SEED } from '../support/mock-wallet.js';
import { createScanner, START_REMOTE, setUpReloadedRemote, setUpRemote } from '../support/remote.js';
import { countRequests, getParams } from '../support/requests.js';

/** The grant of an earlier page, and how its token may have come. */
const keep = (grant: Grant): Grant => grant;
const fromThisDevice = ({ remoteTokens: _, ...grant }: Grant): Grant => grant;
const fromReflector = ({ remoteTokens = [], ...grant }: Grant): Grant => ({
  ...grant,
  remoteTokens: remoteTokens.map(({ token }) => ({ token, transport: 'reflector', isOnDevice: false })),
});

describe('after a reload, with a wallet on another device', () => {
  it('the accounts are there at once, and the next call needs a scan, since the connection has ended', async () => {
    const { wallet, account, codes, sign, getReasons } = await setUpReloadedRemote();
    expect(wallet.accounts.map(({ address }) => address)).toEqual([account.address]);
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toMatchObject({
      accounts: [{ address: account.address }],
    });
    expect(codes).toHaveLength(1);
    await sign();
    expect(getReasons()).toEqual(['first', 'connection-lost']);
  });

  it.each([
    ['reflector', 'that came through it', keep, false],
    ['reflector', 'of the wallet app on this device', fromThisDevice, false],
    ['nostr', 'that came over it', keep, true],
    ['nostr', 'of the wallet app on this device', fromThisDevice, false],
    ['nostr', 'that came through a reflector', fromReflector, false],
  ] as const)('over %s, a token %s is sent: %s', async (type, _, change, isSent) => {
    const remote = await START_REMOTE[type]();
    const { sign, disconnect, scanner, codes } = await setUpReloadedRemote({}, { remote }, change);
    await sign();
    const [params] = getParams(scanner, 'authorize');
    expect(params && 'auth_token' in params).toBe(isSent);
    if (!isSent) expect(params).not.toHaveProperty('addresses');
    // Only the signature is asked for.
    await sign();
    expect(codes).toHaveLength(2);
    await disconnect();
    expect(countRequests(scanner, 'deauthorize')).toBe(1);
  });

  it.each([
    ['reflector', 'needs no scan, because its token cannot be sent', 1, 0],
    ['nostr', 'deauthorizes the token after a scan', 2, 1],
  ] as const)('over %s, revoke %s', async (type, _, codeCount, deauthorizations) => {
    const remote = await START_REMOTE[type]();
    const { wallet, revoke, scanner, codes } = await setUpReloadedRemote({}, { remote });
    await revoke();
    expect(countRequests(scanner, 'deauthorize')).toBe(deauthorizations);
    expect(codes).toHaveLength(codeCount);
    expect(wallet.accounts).toEqual([]);
  });

  it('a callback sends no stored token through a reflector either', async () => {
    const { scanner, sign, transact, disconnect, store } = await setUpReloadedRemote();
    const [stored] = store.entries.values();
    const token = /"token":"([^"]+)"/.exec(stored ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    await sign();
    await transact(async (session) => {
      await session.getCapabilities();
      await expect(session.authorize({ auth_token: token })).toRejectWith('NOT_AUTHORIZED');
      await session.deauthorize({ auth_token: token });
    });
    await disconnect();
    expect(JSON.stringify(scanner.requests)).not.toContain(token);
  });

  it('another wallet’s accounts are refused, and the grant stays', async () => {
    const other = await createScanner({ accounts: [{ seed: OTHER_SEED }] });
    let scanner = other;
    const context = await setUpRemote(
      { accounts: [{ seed: SEED }] },
      { onCode: ({ uri }) => scanner.scan(uri) },
    );
    onTestFinished(other.leave);
    scanner = context.scanner;
    const account = await context.connect();
    await context.scanner.leave();
    const stored = [...context.store.entries];
    const { wallet, connect, disconnect, sign } = context.reload();
    scanner = other;
    await expect(sign()).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address: String(other.wallet.accounts[0]?.address) },
      expect.stringContaining('Disconnect before changing wallets'),
    );
    expect([...context.store.entries]).toEqual(stored);
    expect(other.getMethods()).toEqual(expect.arrayContaining(['authorize', 'deauthorize']));
    expect(other.getMethods()).not.toContain('sign_messages');
    await expect.poll(() => context.reflector.getStats().pairs).toBe(0);
    // The right wallet may come next.
    scanner = context.scanner;
    await sign();
    expect(wallet.accounts[0]?.address).toBe(account.address);
    // And after a disconnect, any.
    await disconnect();
    scanner = other;
    expect((await connect()).address).not.toBe(account.address);
    // No connection was lost where another wallet answered.
    expect(context.getReasons()).toEqual(['first', 'connection-lost', 'first', 'first']);
  });
});
