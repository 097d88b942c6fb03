import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { delay } from '../../src/util/abort.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { OTHER_SEED, SEED } from '../support/mock-wallet.js';
import { createScanner, setUpRemote } from '../support/remote.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, editStored } from '../support/wallet.js';

type Wallet = Awaited<ReturnType<typeof setUpRemote>>['wallet'];

async function setUpConnected(...params: Parameters<typeof setUpRemote>) {
  const context = await setUpRemote(...params);
  return { ...context, account: await connect(context.wallet) };
}

async function connect({ features }: Wallet): Promise<WalletAccount> {
  const { accounts } = await features['standard:connect'].connect();
  return accounts[0] as WalletAccount;
}

const sign = (wallet: Wallet, account: WalletAccount, text = 'hello') =>
  wallet.features['solana:signMessage'].signMessage({ account, message: encodeUtf8(text) });

/** Resolves when `condition` holds, which is checked after each turn of the event loop. */
async function when(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a wallet on another device', () => {
  it('connects after one scan, and signs without another', async () => {
    const { wallet, account, codes, scanner, progress } = await setUpConnected();
    await sign(wallet, account, 'one');
    await sign(wallet, account, 'two');
    const transaction = createTransaction(account.address, 'memo');
    await getSignTransaction(wallet.features).signTransaction({ account, transaction });
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatchObject({ reason: 'first', lifetimeMs: 30_000 });
    expect(scanner.getMethods().filter((method) => method === 'authorize')).toHaveLength(1);
    expect(progress).toEqual([
      'preparing',
      'scanning',
      'connecting',
      'waiting',
      ...Array.from({ length: 3 }, () => ['ready', 'waiting']).flat(),
      'ready',
    ]);
  });

  it('needs one scan for several calls at once', async () => {
    const { wallet, codes } = await setUpRemote();
    const { connect } = wallet.features['standard:connect'];
    const signIn = wallet.features['solana:signIn'].signIn({ statement: 'Sign in' });
    await Promise.all([connect(), connect(), signIn]);
    expect(codes).toHaveLength(1);
    const account = wallet.accounts[0] as WalletAccount;
    await Promise.all([sign(wallet, account, 'one'), sign(wallet, account, 'two')]);
    expect(codes).toHaveLength(1);
  });

  it('is never asked for by a silent connect', async () => {
    const { wallet, codes } = await setUpRemote();
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    expect(codes).toEqual([]);
  });

  it('is not asked for by a connect on a page that the user has not touched yet', async () => {
    const { wallet, codes } = await setUpRemote();
    const { connect: connectOnLoad } = wallet.features['standard:connect'];
    vi.stubGlobal('navigator', { userActivation: { isActive: false, hasBeenActive: false } });
    await expect(connectOnLoad()).toRejectWith('USER_GESTURE_REQUIRED');
    expect(codes).toEqual([]);
    // A code, unlike a launch, needs no tap of its own.
    vi.stubGlobal('navigator', { userActivation: { isActive: false, hasBeenActive: true } });
    await connect(wallet);
    expect(codes).toHaveLength(1);
  });

  it('is asked for again, and told why, when the session was idle', async () => {
    const { wallet, account, getReasons, progress, reflector } = await setUpConnected(
      {},
      { remoteIdleMs: 50 },
    );
    await when(() => progress.at(-1) === 'idle');
    await when(() => reflector.getStats().pairs === 0);
    await sign(wallet, account);
    expect(getReasons()).toEqual(['first', 'idle']);
  });

  it('is not idle during a call that the dapp makes when told that it is ready', async () => {
    let signNext = (): void => {};
    const { wallet, account } = await setUpConnected(
      {
        async approve({ type }, { signal }) {
          if (type === 'sign-messages') await delay(200, signal);
          return { approved: true };
        },
      },
      { remoteIdleMs: 50, onProgress: ({ state }) => state === 'ready' && signNext() },
    );
    const second = new Promise((resolve) => {
      signNext = () => {
        signNext = () => {};
        resolve(sign(wallet, account, 'two'));
      };
    });
    await sign(wallet, account, 'one');
    expect(await second).toHaveLength(1);
  });

  it('is asked for again, and told why, after it has left', async () => {
    const { wallet, account, getReasons, progress, scanner } = await setUpConnected();
    await scanner.leave();
    await when(() => progress.at(-1) === 'idle');
    await sign(wallet, account);
    expect(getReasons()).toEqual(['first', 'wallet-left']);
  });

  it('that leaves in mid-request rejects the call', async () => {
    let leave = (): void => {};
    const context = await setUpConnected({ onRequest: (method) => method === 'sign_messages' && leave() });
    leave = () => void context.scanner.leave();
    await expect(sign(context.wallet, context.account)).toRejectWith('SESSION_CLOSED');
    leave = () => {};
    await sign(context.wallet, context.account);
    expect(context.getReasons()).toEqual(['first', 'wallet-left']);
  });

  it('that leaves in mid-send may have sent', async () => {
    let leave = (): void => {};
    const { wallet, account, scanner } = await setUpConnected({
      onRequest: (method) => method === 'sign_and_send_transactions' && leave(),
    });
    leave = () => void scanner.leave();
    const send = wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
      account,
      chain: 'solana:devnet',
      transaction: createTransaction(account.address, 'memo'),
    });
    await expect(send).toRejectWith('SUBMISSION_UNKNOWN', { transactions: [{ status: 'unknown' }] });
  });

  it('is deauthorized by a disconnect, and the next connect begins anew', async () => {
    const { wallet, scanner, getReasons, store, progress } = await setUpConnected();
    await wallet.features['standard:disconnect'].disconnect();
    expect(scanner.getMethods()).toContain('deauthorize');
    expect(progress.at(-1)).toBe('idle');
    expect(store.entries.size).toBe(0);
    await connect(wallet);
    expect(getReasons()).toEqual(['first', 'first']);
  });

  it('is deauthorized by a revoke in the session that is open', async () => {
    const { wallet, scanner, codes } = await setUpConnected();
    await wallet.features['mobile-wallet-standard:transact'].revoke();
    expect(scanner.getMethods().at(-1)).toBe('deauthorize');
    expect(codes).toHaveLength(1);
  });

  it('may share other accounts in the session in which the first were shared', async () => {
    let granted = 0;
    const { wallet, account, codes, scanner } = await setUpConnected({
      accounts: [SEED, OTHER_SEED].map((seed) => ({ seed })),
      approve: (request) => ({
        approved: true,
        ...(request.type === 'authorize' && { accounts: [request.accounts[granted++]?.address ?? ''] }),
      }),
    });
    const address = scanner.wallet.accounts[1]?.address ?? account.address;
    await wallet.features['solana:signIn'].signIn({ address });
    expect(wallet.accounts.map((one) => one.address)).toEqual([address]);
    expect(address).not.toBe(account.address);
    expect(codes).toHaveLength(1);
  });

  it('that does not come in time is offered a fresh code', async () => {
    const uris = new Set<string>();
    const signals: AbortSignal[] = [];
    const context = await setUpRemote(
      {},
      {
        reflector: { halfOpenTimeout: 1_200 },
        onCode({ uri, signal }, count) {
          // The dialog of the code before stays open, and shows this one.
          expect(signals.every((earlier) => earlier === signal && !earlier.aborted)).toBe(true);
          uris.add(uri);
          signals.push(signal);
          return count === 3 ? context.scanner.scan(uri) : undefined;
        },
      },
    );
    await connect(context.wallet);
    expect(context.getReasons()).toEqual(['first', 'expired', 'expired']);
    expect(uris.size).toBe(3);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    await when(() => context.reflector.getStats().halfOpen === 0);
  });

  it('is no longer waited for after Cancel, and nothing stays open', async () => {
    const { wallet, reflector, progress } = await setUpRemote({}, { onCode: ({ cancel }) => cancel() });
    await expect(connect(wallet)).toRejectWith('USER_CANCELLED');
    expect(progress.at(-1)).toBe('idle');
    await when(() => reflector.getStats().halfOpen === 0);
  });

  it('keeps its session if the dialog of the code calls Cancel when it is hidden', async () => {
    const context = await setUpRemote(
      {},
      {
        onCode({ uri, signal, cancel }) {
          signal.addEventListener('abort', cancel);
          return context.scanner.scan(uri);
        },
      },
    );
    const account = await connect(context.wallet);
    await sign(context.wallet, account);
    expect(context.codes).toHaveLength(1);
  });

  it('is no longer waited for when the code cannot be shown', async () => {
    const error = new Error('no screen');
    const { wallet, reflector } = await setUpRemote({}, { onCode: () => Promise.reject(error) });
    await expect(connect(wallet)).rejects.toBe(error);
    await when(() => reflector.getStats().halfOpen === 0);
  });

  it('is no longer waited for after a disconnect', async () => {
    const context = await setUpRemote(
      {},
      { onCode: () => void context.wallet.features['standard:disconnect'].disconnect() },
    );
    await expect(connect(context.wallet)).toRejectWith('SESSION_CLOSED');
    await when(() => context.reflector.getStats().halfOpen === 0);
  });

  it('cannot be met where no reflector answers', async () => {
    const { wallet, reflector } = await setUpRemote();
    await reflector.close();
    await expect(connect(wallet)).toRejectWith('SESSION_CLOSED', {}, expect.stringContaining(reflector.host));
  });

  it('loses its request, and the session, when the caller aborts', async () => {
    const controller = new AbortController();
    const { wallet, reflector, getReasons, account } = await setUpConnected({
      onRequest: (method) => method === 'sign_messages' && controller.abort(new Error('enough')),
    });
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    const payloads = [encodeUtf8('hello')];
    const call = transact(
      async (session) => {
        const { accounts } = await session.authorize();
        return session.signMessages({ addresses: [accounts[0]?.address ?? ''], payloads });
      },
      { signal: controller.signal },
    );
    await expect(call).rejects.toThrow('enough');
    await when(() => reflector.getStats().pairs === 0);
    await sign(wallet, account);
    expect(getReasons()).toEqual(['first', 'cancelled']);
  });
});

describe('over a reflector’s small frames', () => {
  it.each(['binary', 'base64'] as const)('transactions and messages are split to fit (%s)', async (kind) => {
    const { wallet, account, scanner } = await setUpConnected({}, { reflector: { subprotocol: kind } });
    const inputs = Array.from({ length: 5 }, (_, index) => ({
      account,
      transaction: createTransaction(account.address, `${index}`.repeat(1_000)),
    }));
    const signed = await getSignTransaction(wallet.features).signTransaction(...inputs);
    expect(signed).toHaveLength(5);
    const messages = Array.from({ length: 7 }, (_, index) => new Uint8Array(700).fill(index));
    const outputs = await wallet.features['solana:signMessage'].signMessage(
      ...messages.map((message) => ({ account, message })),
    );
    expect(outputs.map(({ signedMessage }) => signedMessage)).toEqual(messages);
    const sizes = scanner.requests.flatMap(({ params }) =>
      Array.isArray(params['payloads']) ? params['payloads'].length : [],
    );
    expect(sizes).toEqual(kind === 'binary' ? [2, 2, 1, 3, 3, 1] : [1, 1, 1, 1, 1, 2, 2, 2, 1]);
  });

  it('what cannot fit is refused before it is sent, and the session goes on', async () => {
    const { wallet, account, scanner, codes } = await setUpConnected();
    const before = scanner.requests.length;
    await expect(sign(wallet, account, 'x'.repeat(4_000))).toRejectWith('PAYLOAD_TOO_LARGE');
    // This request would fit, but not its response.
    await expect(sign(wallet, account, 'x'.repeat(2_960))).toRejectWith(
      'PAYLOAD_TOO_LARGE',
      {},
      expect.stringContaining('response'),
    );
    expect(scanner.requests).toHaveLength(before);
    await sign(wallet, account, 'x'.repeat(2_800));
    expect(codes).toHaveLength(1);
  });
});

describe('after a reload, with a wallet behind a reflector', () => {
  it('the accounts are there at once, and the next call needs a scan, since the connection has ended', async () => {
    const context = await setUpConnected();
    await context.scanner.leave();
    const { wallet } = context.reload();
    expect(wallet.accounts.map(({ address }) => address)).toEqual([context.account.address]);
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toMatchObject({
      accounts: [{ address: context.account.address }],
    });
    expect(context.codes).toHaveLength(1);
    await sign(wallet, wallet.accounts[0] as WalletAccount);
    expect(context.getReasons()).toEqual(['first', 'connection-lost']);
  });

  it('no stored token is sent', async () => {
    const { scanner, reload, store } = await setUpConnected();
    const [stored] = store.entries.values();
    const token = /"token":"([^"]+)"/.exec(stored ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    await scanner.leave();
    scanner.requests.length = 0;
    const { wallet } = reload();
    await sign(wallet, wallet.accounts[0] as WalletAccount);
    await wallet.features['mobile-wallet-standard:transact'].transact(async (session) => {
      await session.getCapabilities();
      await expect(session.authorize({ auth_token: token })).toRejectWith('NOT_AUTHORIZED');
      await session.deauthorize({ auth_token: token });
    });
    await wallet.features['standard:disconnect'].disconnect();
    expect(JSON.stringify(scanner.requests)).not.toContain(token);
    const authorize = scanner.requests.find(({ method }) => method === 'authorize');
    expect(authorize?.params).not.toHaveProperty('addresses');
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
    const account = await connect(context.wallet);
    await context.scanner.leave();
    const stored = [...context.store.entries];
    const { wallet } = context.reload();
    scanner = other;
    await expect(sign(wallet, wallet.accounts[0] as WalletAccount)).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address: String(other.wallet.accounts[0]?.address) },
      expect.stringContaining('Disconnect before changing wallets'),
    );
    expect([...context.store.entries]).toEqual(stored);
    expect(other.getMethods()).toEqual(expect.arrayContaining(['authorize', 'deauthorize']));
    expect(other.getMethods()).not.toContain('sign_messages');
    await when(() => context.reflector.getStats().pairs === 0);
    // The right wallet may come next.
    scanner = context.scanner;
    await sign(wallet, wallet.accounts[0] as WalletAccount);
    expect(wallet.accounts[0]?.address).toBe(account.address);
    // And after a disconnect, any.
    await wallet.features['standard:disconnect'].disconnect();
    scanner = other;
    expect((await connect(wallet)).address).not.toBe(account.address);
    // No connection was lost where another wallet answered.
    expect(context.getReasons()).toEqual(['first', 'connection-lost', 'first', 'first']);
  });

  it('a token of the wallet app on this device is not sent to a wallet on another', async () => {
    const { scanner, reload, store } = await setUpConnected();
    await scanner.leave();
    scanner.requests.length = 0;
    editStored(store, ({ remoteTokens: _, ...grant }) => grant);
    const { wallet } = reload();
    await sign(wallet, wallet.accounts[0] as WalletAccount);
    const { params } = scanner.requests.find(({ method }) => method === 'authorize') ?? {};
    expect(params).not.toHaveProperty('auth_token');
    await wallet.features['standard:disconnect'].disconnect();
    expect(scanner.getMethods().filter((method) => method === 'deauthorize')).toHaveLength(1);
  });

  it('revoke needs no scan, because its token cannot be sent', async () => {
    const { scanner, reload, codes } = await setUpConnected();
    await scanner.leave();
    const { wallet } = reload();
    await wallet.features['mobile-wallet-standard:transact'].revoke();
    expect(wallet.accounts).toEqual([]);
    expect(codes).toHaveLength(1);
  });
});
