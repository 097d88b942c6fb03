import { describe, expect, it, vi } from 'vitest';
import { delay } from '../../src/util/abort.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { createSharerInTurn, OTHER_SEED, SEED } from '../support/mock-wallet.js';
import { setUpConnectedRemote, setUpRemote } from '../support/remote.js';
import { countPayloads, countRequests } from '../support/requests.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction } from '../support/wallet.js';

/** Resolves when `condition` holds, which is checked after each turn of the event loop. */
async function when(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a wallet on another device', () => {
  it('connects after one scan, and signs without another', async () => {
    const { wallet, account, sign, codes, scanner, progress } = await setUpConnectedRemote();
    await sign('one');
    await sign('two');
    const transaction = createTransaction(account.address, 'memo');
    await getSignTransaction(wallet.features).signTransaction({ account, transaction });
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatchObject({ reason: 'first', lifetimeMs: 30_000 });
    expect(countRequests(scanner, 'authorize')).toBe(1);
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
    const { wallet, connect, sign, codes } = await setUpRemote();
    const signIn = wallet.features['solana:signIn'].signIn({ statement: 'Sign in' });
    await Promise.all([connect(), connect(), signIn]);
    expect(codes).toHaveLength(1);
    await Promise.all([sign('one'), sign('two')]);
    expect(codes).toHaveLength(1);
  });

  it('is never asked for by a silent connect', async () => {
    const { wallet, codes } = await setUpRemote();
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    expect(codes).toEqual([]);
  });

  it('is not asked for by a connect on a page that the user has not touched yet', async () => {
    const { connect, codes } = await setUpRemote();
    vi.stubGlobal('navigator', { userActivation: { isActive: false, hasBeenActive: false } });
    await expect(connect()).toRejectWith('USER_GESTURE_REQUIRED');
    expect(codes).toEqual([]);
    // A code, unlike a launch, needs no tap of its own.
    vi.stubGlobal('navigator', { userActivation: { isActive: false, hasBeenActive: true } });
    await connect();
    expect(codes).toHaveLength(1);
  });

  it('is asked for again, and told why, when the session was idle', async () => {
    const { sign, getReasons, progress, reflector } = await setUpConnectedRemote({}, { remoteIdleMs: 50 });
    await when(() => progress.at(-1) === 'idle');
    await when(() => reflector.getStats().pairs === 0);
    await sign();
    expect(getReasons()).toEqual(['first', 'idle']);
  });

  it('is not idle during a call that the dapp makes when told that it is ready', async () => {
    let signNext = (): void => {};
    const { sign } = await setUpConnectedRemote(
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
        resolve(sign('two'));
      };
    });
    await sign('one');
    expect(await second).toHaveLength(1);
  });

  it('is asked for again, and told why, after it has left', async () => {
    const { sign, getReasons, progress, scanner } = await setUpConnectedRemote();
    await scanner.leave();
    await when(() => progress.at(-1) === 'idle');
    await sign();
    expect(getReasons()).toEqual(['first', 'wallet-left']);
  });

  it('that leaves in mid-request rejects the call', async () => {
    let leave = (): void => {};
    const context = await setUpConnectedRemote({
      onRequest: (method) => method === 'sign_messages' && leave(),
    });
    leave = () => void context.scanner.leave();
    await expect(context.sign()).toRejectWith('SESSION_CLOSED');
    leave = () => {};
    await context.sign();
    expect(context.getReasons()).toEqual(['first', 'wallet-left']);
  });

  it('that leaves in mid-send may have sent', async () => {
    let leave = (): void => {};
    const { wallet, account, scanner } = await setUpConnectedRemote({
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
    const { connect, disconnect, scanner, getReasons, store, progress } = await setUpConnectedRemote();
    await disconnect();
    expect(scanner.getMethods()).toContain('deauthorize');
    expect(progress.at(-1)).toBe('idle');
    expect(store.entries.size).toBe(0);
    await connect();
    expect(getReasons()).toEqual(['first', 'first']);
  });

  it('is deauthorized by a revoke in the session that is open', async () => {
    const { revoke, scanner, codes } = await setUpConnectedRemote();
    await revoke();
    expect(scanner.getMethods().at(-1)).toBe('deauthorize');
    expect(codes).toHaveLength(1);
  });

  it('may share other accounts in the session in which the first were shared', async () => {
    const { wallet, account, codes, scanner } = await setUpConnectedRemote({
      accounts: [SEED, OTHER_SEED].map((seed) => ({ seed })),
      approve: createSharerInTurn(),
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
    await context.connect();
    expect(context.getReasons()).toEqual(['first', 'expired', 'expired']);
    expect(uris.size).toBe(3);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    await when(() => context.reflector.getStats().halfOpen === 0);
  });

  it('is no longer waited for after Cancel, and nothing stays open', async () => {
    const { connect, reflector, progress } = await setUpRemote({}, { onCode: ({ cancel }) => cancel() });
    await expect(connect()).toRejectWith('USER_CANCELLED');
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
    await context.connect();
    await context.sign();
    expect(context.codes).toHaveLength(1);
  });

  it('is no longer waited for when the code cannot be shown', async () => {
    const error = new Error('no screen');
    const { connect, reflector } = await setUpRemote({}, { onCode: () => Promise.reject(error) });
    await expect(connect()).rejects.toBe(error);
    await when(() => reflector.getStats().halfOpen === 0);
  });

  it('is no longer waited for after a disconnect', async () => {
    const context = await setUpRemote({}, { onCode: () => void context.disconnect() });
    await expect(context.connect()).toRejectWith('SESSION_CLOSED');
    await when(() => context.reflector.getStats().halfOpen === 0);
  });

  it('cannot be met where no reflector answers', async () => {
    const { connect, reflector } = await setUpRemote();
    await reflector.close();
    await expect(connect()).toRejectWith('SESSION_CLOSED', {}, expect.stringContaining(reflector.host));
  });

  it('loses its request, and the session, when the caller aborts', async () => {
    const controller = new AbortController();
    const { transact, sign, reflector, getReasons } = await setUpConnectedRemote({
      onRequest: (method) => method === 'sign_messages' && controller.abort(new Error('enough')),
    });
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
    await sign();
    expect(getReasons()).toEqual(['first', 'cancelled']);
  });
});

describe('over a reflector’s small frames', () => {
  it.each(['binary', 'base64'] as const)('transactions and messages are split to fit (%s)', async (kind) => {
    const { wallet, account, scanner } = await setUpConnectedRemote({}, { reflector: { subprotocol: kind } });
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
    expect(countPayloads(scanner)).toEqual(
      kind === 'binary' ? [2, 2, 1, 3, 3, 1] : [1, 1, 1, 1, 1, 2, 2, 2, 1],
    );
  });

  it('what cannot fit is refused before it is sent, and the session goes on', async () => {
    const { sign, scanner, codes } = await setUpConnectedRemote();
    const before = scanner.requests.length;
    await expect(sign('x'.repeat(4_000))).toRejectWith('PAYLOAD_TOO_LARGE');
    // This request would fit, but not its response.
    await expect(sign('x'.repeat(2_960))).toRejectWith(
      'PAYLOAD_TOO_LARGE',
      {},
      expect.stringContaining('response'),
    );
    expect(scanner.requests).toHaveLength(before);
    await sign('x'.repeat(2_800));
    expect(codes).toHaveLength(1);
  });
});
