import { describe, expect, it, vi } from 'vitest';
import { createEvent } from '../../test/support/event.js';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import type { RpcClient } from '../connection/rpc.js';
import { transact } from '../transact/bytes.js';
import { createAbortScope } from '../util/abort.js';
import { createDebugLog } from './debug-log.js';
import type { MobileWallet } from './mobile-wallet.js';

/** Collects the lines of a log. `ended` resolves with what the log says of the session's end. */
function createLog() {
  const lines: string[] = [];
  const { happen: end, happened: ended } = createEvent<string>();
  const debug = (line: string): void => {
    lines.push(line);
    const text = / ms (closed.*)$/.exec(line)?.[1];
    if (text !== undefined) end(text);
  };
  return { lines, debug, ended };
}

function fail(): never {
  throw new Error('thrown by a log');
}

describe('debug', () => {
  let controller: AbortController;
  const hangUp = async (wallet: MobileWallet, phone: Phone): Promise<void> => {
    phone.leave();
    await wallet.authorize();
  };

  it('logs names, sizes and times of a session, and no secrets', async () => {
    const start = performance.now();
    const { lines, debug } = createLog();
    const phone = await createPhone({ walletUriBase: 'https://wallet.example/app' });
    const { auth_token, accounts } = await transact(
      async (wallet) => {
        const authorization = await wallet.authorize({ identity: { name: 'Example' } });
        const addresses = authorization.accounts.map(({ address }) => address);
        await wallet.signMessages({ addresses, payloads: [new TextEncoder().encode('secret text')] });
        await wallet.reauthorize({ auth_token: 'ZGVhZA==' }).catch(() => {});
        return authorization;
      },
      { ...phone, debug },
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
    const times = lines.flatMap((line) => [...line.matchAll(/(\d+) ms/g)].map(([, ms]) => Number(ms)));
    expect(Math.max(...times)).toBeLessThanOrEqual(Math.ceil(performance.now() - start));
    const sizes = lines.flatMap((line) =>
      [...line.matchAll(/(\d+) characters/g)].map(([, size]) => Number(size)),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(10);
    const secrets = [auth_token, accounts[0].address, btoa('secret text'), 'secret text', 'association='];
    for (const secret of secrets) expect(lines.join()).not.toContain(secret);
  });

  it('logs of a wallet’s own link only whose it is', async () => {
    const { lines, debug } = createLog();
    const phone = await createPhone();
    await transact(() => {}, { ...phone, debug, baseUri: 'https://wallet.example/c2VjcmV0' });
    expect(lines[0]).toMatch(/ opening https:\/\/wallet\.example$/);
  });

  it.each<[what: string, last: string, end: (wallet: MobileWallet, phone: Phone) => unknown]>([
    ['that succeeds', 'closed', () => {}],
    ['whose callback throws', 'closed', () => Promise.reject(new Error('enough'))],
    ['that the wallet closes', 'closed by the wallet', hangUp],
    ['that the caller aborts', 'closed by the caller', () => controller.abort(new Error('stop'))],
    ['that the caller aborts without a reason', 'closed by the caller', () => controller.abort()],
  ])('logs the end of a session %s: %s', async (_, last, end) => {
    controller = new AbortController();
    const { debug, ended } = createLog();
    const phone = await createPhone();
    const { signal } = controller;
    await transact((wallet) => end(wallet, phone), { ...phone, signal, debug }).catch(() => {});
    expect(await ended).toBe(last);
    await phone.whenIdle();
  });

  // Browsers show `console.info` by default.
  it.each<[lines: readonly unknown[], options: { debug?: boolean }]>([
    [[], {}],
    [[], { debug: false }],
    [[expect.stringContaining('opening solana-wallet:')], { debug: true }],
  ])('writes %j to console.info with %j', async (lines, options) => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const phone = await createPhone();
    await transact(() => {}, { ...phone, ...options });
    await phone.whenIdle();
    const { calls } = info.mock;
    info.mockRestore();
    expect(calls.map(([line]) => line).slice(0, 1)).toEqual(lines);
  });

  it('logs an answer that cannot be written as JSON', async () => {
    const result: Record<string, unknown> = {};
    result['itself'] = result;
    const lines: string[] = [];
    const client = { call: async () => ({ result }) } as unknown as RpcClient;
    await createDebugLog((line) => lines.push(line))
      .wrap(client)
      .call('authorize', {});
    expect(lines[1]).toMatch(/ ← authorize: JSON of unknown size after \d+ ms$/);
  });

  it('logs the code of an error that has no context, or with which a request ended', async () => {
    const { lines, debug, ended } = createLog();
    createDebugLog(debug).writeEnd({ code: 'SESSION_CLOSED' }, false);
    expect(await ended).toBe('closed by the wallet');
    const phone = await createPhone({ onRequest: () => phone.leave() });
    await expect(transact((wallet) => wallet.authorize(), { ...phone, debug })).rejects.toThrow();
    expect(lines.join()).toMatch(/ ← authorize: SESSION_CLOSED after \d+ ms/);
  });

  it('logs the close code of a wallet that closed the connection', async () => {
    const { debug, ended } = createLog();
    const phone = await createServedPhone({ faults: [{ at: 'authorize', send: () => [], end: 1001 }] });
    const config = { ...phone.config, debug };
    await expect(transact((wallet) => wallet.authorize(), config)).rejects.toThrow('1001');
    expect(await ended).toBe('closed by the wallet (code 1001)');
    await phone.whenClosed();
  });

  it('logs that the wallet violated the protocol', async () => {
    const { debug, ended } = createLog();
    const phone = await createPhone({ faults: [{ at: 'authorize', number: (due) => due + 1 }] });
    await expect(transact((wallet) => wallet.authorize(), { ...phone, debug })).rejects.toThrow();
    expect(await ended).toBe('closed by PROTOCOL_VIOLATION');
  });

  describe.each([
    ['absent', undefined],
    ['given', () => {}],
    ['a function that throws', fail],
  ])('changes no outcome if it is %s', (_, debug) => {
    it('after an answer that is too deep to be written as JSON', async () => {
      const depth = 100_000;
      const deep = `{"jsonrpc":"2.0","id":2,"result":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const phone = await createPhone({ faults: [{ at: 'deauthorize', rewrite: () => [deep] }] });
      const revoke = async (wallet: MobileWallet) =>
        wallet.deauthorize({ auth_token: (await wallet.authorize()).auth_token });
      expect(await transact(revoke, { ...phone, ...(debug && { debug }) })).toEqual({});
    });

    it('after an abort with a reason that throws when it is read', async () => {
      const reason = {
        get code() {
          throw new Error('a getter’s own');
        },
      };
      const states: string[] = [];
      const { signal, abort } = createAbortScope([]);
      const phone = await createPhone();
      const config = {
        ...phone,
        signal,
        onProgress: ({ state }: Readonly<{ state: string }>) => states.push(state),
        ...(debug && { debug }),
      };
      await expect(transact(() => abort(reason), config).catch((error) => error === reason)).resolves.toBe(
        true,
      );
      await phone.whenIdle();
      expect(states.at(-1)).toBe('idle');
    });
  });
});
