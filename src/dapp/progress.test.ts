import { describe, expect, it, vi } from 'vitest';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import { setUp, setUpConnected } from '../../test/support/wallet.js';
import type { MobileWallet } from './mobile-wallet.js';
import { createProgressReporter, type ProgressState } from './session.js';
import { transact } from './transact.js';

const WHOLE = ['preparing', 'launching', 'connecting', 'waiting', 'idle'];

const collect = () => {
  const states: ProgressState[] = [];
  let reach: (state: ProgressState) => void = () => {};
  return {
    states,
    onProgress(state: ProgressState) {
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
    await expect(transact(() => {}, { launch, onProgress })).rejects.toThrow('no');
    expect(states).toEqual(['preparing', 'launching', 'idle']);
  });

  it('reports each state of the wallet’s session once, for all calls in it', async () => {
    const { states, onProgress, when } = collect();
    const { wallet } = await setUp({}, { onProgress });
    const idle = when('idle');
    await wallet.features['standard:connect'].connect();
    await wallet.features['solana:signIn'].signIn({});
    await idle;
    expect(states).toEqual(WHOLE);
  });

  it('reports a disconnect at once, and nothing more of the session that it ended', async () => {
    const { states, onProgress } = collect();
    const { wallet, phone } = await setUpConnected({}, { onProgress });
    states.length = 0;
    const { disconnect } = wallet.features['standard:disconnect'];
    const stuck = wallet.features['mobile-wallet-standard:transact'].transact(() => {
      void disconnect();
      expect(states.at(-1)).toBe('idle');
      return new Promise(() => {});
    });
    await expect(stuck).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await phone.whenIdle();
    expect(states.at(-1)).toBe('idle');
    expect(states.filter((state) => state === 'idle')).toHaveLength(1);
  });

  it('may throw without any effect on the session', async () => {
    const reporter = createProgressReporter(() => {
      throw new Error('mine');
    });
    expect(() => reporter('launching')).not.toThrow();
  });

  it('must be a function', async () => {
    const error = { code: 'INVALID_ARGUMENT', context: { argument: 'onProgress' } };
    await expect(transact(() => {}, { onProgress: 'log' as never })).rejects.toMatchObject(error);
    await expect(setUp({}, { onProgress: 'log' as never })).rejects.toMatchObject(error);
  });
});

describe('debug', () => {
  let controller: AbortController;
  const getEnd = (lines: readonly string[]) => / ms (closed.*)$/m.exec(lines.join('\n'))?.[1];
  const hangUp = async (wallet: MobileWallet, phone: Phone): Promise<void> => {
    phone.leave();
    await wallet.authorize();
  };

  it('logs names, sizes and times of a session, and no secrets', async () => {
    const lines: string[] = [];
    const phone = await createPhone({ walletUriBase: 'https://wallet.example/app' });
    const { auth_token, accounts } = await transact(
      async (wallet) => {
        const authorization = await wallet.authorize({ identity: { name: 'Example' } });
        const addresses = authorization.accounts.map(({ address }) => address);
        await wallet.signMessages({ addresses, payloads: [new TextEncoder().encode('secret text')] });
        await wallet.reauthorize({ auth_token: 'ZGVhZA==' }).catch(() => {});
        return authorization;
      },
      { ...phone, debug: (line) => void lines.push(line) },
    );
    const log = lines.map((line) => line.replaceAll(/\d+ (ms|characters)/g, 'N $1'));
    expect(log.slice(0, 8)).toEqual([
      '[mobile wallet] +N ms opening solana-wallet:/v1/associate/local',
      '[mobile wallet] +N ms open: protocol v1',
      '[mobile wallet] +N ms → authorize: N characters',
      '[mobile wallet] +N ms ← authorize: N characters after N ms',
      '[mobile wallet] +N ms → sign_messages: N characters',
      '[mobile wallet] +N ms ← sign_messages: N characters after N ms',
      '[mobile wallet] +N ms → authorize: N characters',
      '[mobile wallet] +N ms ← authorize: error -1 after N ms',
    ]);
    const secrets = [auth_token, accounts[0].address, btoa('secret text'), 'secret text', 'association='];
    for (const secret of secrets) expect(lines.join()).not.toContain(secret);
  });

  it.each<[what: string, last: string, end: (wallet: MobileWallet, phone: Phone) => unknown]>([
    ['that succeeds', 'closed', () => {}],
    ['whose callback throws', 'closed', () => Promise.reject(new Error('enough'))],
    ['that the wallet closes', 'closed by the wallet', (wallet, phone) => hangUp(wallet, phone)],
    ['that the caller aborts', 'closed by the caller', () => controller.abort(new Error('stop'))],
    ['that the caller aborts without a reason', 'closed by the caller', () => controller.abort()],
  ])('logs the end of a session %s: %s', async (_, last, end) => {
    controller = new AbortController();
    const lines: string[] = [];
    const phone = await createPhone();
    const { signal } = controller;
    const config = { ...phone, signal, debug: (line: string) => void lines.push(line) };
    await transact((wallet) => end(wallet, phone), config).catch(() => {});
    await phone.whenIdle();
    expect(getEnd(lines)).toBe(last);
  });

  it('logs the close code of a wallet that closed the connection', async () => {
    const lines: string[] = [];
    const phone = await createServedPhone({ faults: [{ at: 'authorize', send: () => [], end: 1001 }] });
    const config = { ...phone.config, debug: (line: string) => void lines.push(line) };
    await expect(transact((wallet) => wallet.authorize(), config)).rejects.toThrow('1001');
    await vi.waitFor(() => expect(getEnd(lines)).toBe('closed by the wallet (code 1001)'));
    await phone.whenClosed();
  });

  it('logs that the wallet violated the protocol', async () => {
    const lines: string[] = [];
    const phone = await createPhone({ faults: [{ at: 'authorize', number: (due) => due + 1 }] });
    const config = { ...phone, debug: (line: string) => void lines.push(line) };
    await expect(transact((wallet) => wallet.authorize(), config)).rejects.toThrow();
    await vi.waitFor(() => expect(getEnd(lines)).toBe('closed by PROTOCOL_VIOLATION'));
  });

  it('writes to console.info, which browsers show by default', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const phone = await createPhone();
    await transact(() => {}, { ...phone, debug: true });
    await phone.whenIdle();
    const lines = info.mock.calls.map(([line]) => String(line));
    info.mockRestore();
    expect(lines[0]).toContain('opening solana-wallet:');
  });
});
