import { describe, expect, it, vi } from 'vitest';
import { createPhone } from '../../../test/support/phone.js';
import { setUp, setUpConnected } from '../../../test/support/wallet.js';
import { transact } from '../../transact/bytes.js';
import { createProgressReporter, type OnProgress, type ProgressState } from './progress.js';

const WHOLE = ['preparing', 'launching', 'connecting', 'waiting', 'idle'];

/** Given because Node 20 has no `WebSocket` for the default one. */
const dial = () => Promise.reject(new Error('no'));

const collect = () => {
  const states: ProgressState[] = [];
  let reach: (state: ProgressState) => void = () => {};
  return {
    states,
    onProgress({ state }: Parameters<OnProgress>[0]) {
      states.push(state);
      reach(state);
    },
    /** Resolves when the state is reached next. */
    when: (wanted: ProgressState) =>
      new Promise<void>((resolve) => {
        reach = (state) => state === wanted && resolve();
      }),
  };
};

describe('onProgress', () => {
  it('reports each state of a session of transact, until it ends', async () => {
    const phone = await createPhone();
    const { states, onProgress, when } = collect();
    const idle = when('idle');
    await transact((wallet) => wallet.authorize(), { ...phone, onProgress });
    await idle;
    expect(states).toEqual(WHOLE);
  });

  it('reports a session that could not be opened', async () => {
    const { states, onProgress } = collect();
    const launch = () => Promise.reject(new Error('no'));
    await expect(transact(() => {}, { launch, dial, onProgress })).rejects.toThrow('no');
    expect(states).toEqual(['preparing', 'launching', 'idle']);
  });

  it('reports each state of the wallet’s session once, for all calls in it', async () => {
    const { states, onProgress, when } = collect();
    const { connect, signIn } = await setUp({}, { onProgress });
    const idle = when('idle');
    await connect();
    await signIn({});
    await idle;
    expect(states).toEqual(WHOLE);
  });

  it('reports a session that lingers as ready between its calls', async () => {
    const { states, onProgress, when } = collect();
    const { wallet, connect } = await setUp({}, { onProgress, idleMs: 50 });
    const { transact: runCallback } = wallet.features['mobile-wallet-standard:transact'];
    await connect();
    expect(states.at(-1)).toBe('ready');
    const idle = when('idle');
    await runCallback(() => expect(states.at(-1)).toBe('waiting'));
    await idle;
    expect(states).toEqual([...WHOLE.slice(0, -1), 'ready', 'waiting', 'ready', 'idle']);
  });

  it('reports nothing of a session that its caller has aborted once the next has begun', async () => {
    const { states, onProgress } = collect();
    const { wallet, phone } = await setUpConnected({}, { onProgress });
    const { transact: runCallback } = wallet.features['mobile-wallet-standard:transact'];
    states.length = 0;
    const controller = new AbortController();
    const aborted = runCallback(
      () => new Promise((_, reject) => void controller.signal.addEventListener('abort', reject)),
      { signal: controller.signal },
    );
    await expect.poll(() => states.at(-1)).toBe('waiting');
    controller.abort('enough');
    await expect(aborted).rejects.toBe('enough');
    await runCallback(({ getCapabilities }) => getCapabilities());
    await phone.whenIdle();
    expect(states.join(' ')).toMatch(/^(preparing launching connecting waiting( idle)? ?){2}$/);
  });

  it('tells which wallet app has answered, from the state after its answer until the next session begins', async () => {
    const reports: Parameters<OnProgress>[0][] = [];
    const onProgress: OnProgress = (progress) => reports.push(progress);
    const { signMessage, account, phone } = await setUpConnected(
      { walletUriBase: 'https://wallet.example/base' },
      { onProgress },
    );
    const wallet = { host: 'wallet.example', icon: expect.stringMatching(/^data:image/) };
    expect(reports.at(-1)).toEqual({ state: 'idle', wallet });
    for (const report of reports.slice(0, -1)) expect(report).not.toHaveProperty('wallet');
    reports.length = 0;
    const message = new Uint8Array(1);
    await signMessage({ account, message });
    await phone.whenIdle();
    expect(reports[0]).toStrictEqual({ state: 'preparing' });
    expect(reports.at(-1)).toEqual({ state: 'idle', wallet });
  });

  it('reports a disconnect at once, and nothing more of the session that it ended', async () => {
    const { states, onProgress } = collect();
    const { wallet, disconnect, phone } = await setUpConnected({}, { onProgress });
    states.length = 0;
    const stuck = wallet.features['mobile-wallet-standard:transact'].transact(() => {
      void disconnect();
      expect(states.at(-1)).toBe('idle');
      return new Promise(() => {});
    });
    await expect(stuck).toRejectWith('SESSION_CLOSED');
    await phone.whenIdle();
    expect(states.at(-1)).toBe('idle');
    expect(states.filter((state) => state === 'idle')).toHaveLength(1);
  });

  it('may throw without any effect on the session, and the error is reported', async () => {
    const errors: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
    const error = new Error('mine');
    const reporter = createProgressReporter(() => {
      throw error;
    });
    expect(() => reporter('launching')).not.toThrow();
    expect(errors).toEqual([error]);
  });

  it('must be a function', async () => {
    const refused = ['INVALID_ARGUMENT', { argument: 'onProgress' }] as const;
    await expect(transact(() => {}, { dial, onProgress: 'log' as never })).toRejectWith(...refused);
  });
});
