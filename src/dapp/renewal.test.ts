import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import { createEvent } from '../../test/support/event.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import { collectCodes, createScanner } from '../../test/support/remote.js';
import { createSessionClosedError } from '../connection/channel.js';
import type { Remote } from '../protocol/remote-option.js';
import { createDebugLog } from './debug-log.js';
import { beginOpening, establishSession } from './open/establish-session.js';
import { NOSTR } from './open/nostr.js';
import { REFLECTOR } from './open/reflector.js';
import type { MakeOffer } from './open/remote.js';
import { connectByOffers } from './open/remote.js';

type Code = Parameters<Parameters<typeof collectCodes>[0]>[0];

const TRANSPORTS = {
  reflector: {
    start: (port = 0) => createReflector({ port }),
    getRemote: (host: string): Remote => ({ type: 'reflector', host }),
    intermediary: REFLECTOR,
  },
  nostr: {
    start: startNostrRelay,
    getRemote: (host: string): Remote => ({ type: 'nostr', relays: [host] }),
    intermediary: NOSTR,
  },
} as const;

describe.each(['reflector', 'nostr'] as const)('the next code (%s)', (type) => {
  const { start, getRemote, intermediary: ofType } = TRANSPORTS[type];

  /**
   * Opens a session by codes, the first of which expires soon. `prepare` runs before the offer of each is
   * made, and may replace parts of it; `onCode` is called with each code that is shown.
   */
  async function setUp(
    onCode: (code: Code, count: number) => unknown,
    prepare: (count: number, signal: AbortSignal) => unknown = () => {},
  ) {
    const intermediary = await start();
    const scanner = await createScanner();
    onTestFinished(intermediary.close);
    onTestFinished(scanner.leave);
    const shown = collectCodes(onCode);
    const controller = new AbortController();
    const { signal } = controller;
    const log: string[] = [];
    let made = 0;
    const makeOffer: MakeOffer = async (remote, point, ended) => {
      const replaced = await prepare(++made, ended);
      const real = await ofType.makeOffer(remote, point, ended);
      return { ...real, ...(made === 1 && { lifetimeMs: 50 }), ...Object(replaced) };
    };
    const way = {
      remote: getRemote(intermediary.host),
      scan: shown.scan,
      signal,
    };
    const open = async (): Promise<string> => {
      const opening = beginOpening(
        signal,
        () => {},
        createDebugLog((line) => log.push(line.replace(/^.* ms /, ''))),
      );
      const session = await establishSession(
        opening,
        connectByOffers({ ...ofType, makeOffer }, way, opening),
      );
      if ('error' in session) throw session.error;
      onTestFinished(() => session.close());
      await session.requests.authorize({ chain: 'solana:devnet' });
      return shown.getReasons().join();
    };
    return { intermediary, scanner, controller, open, log, ...shown };
  }

  const lose = (): never => {
    throw createSessionClosedError('no network');
  };

  it('is still being made when a wallet joins by the one before', async () => {
    let hasEnded = false;
    const context = await setUp(
      () => {},
      async (count, signal) => {
        if (count === 1) return;
        signal.addEventListener('abort', () => {
          hasEnded = true;
        });
        void context.scanner.scan(context.codes[0]?.uri ?? '');
        await new Promise(() => {});
      },
    );
    expect(await context.open()).toBe('first');
    expect(hasEnded).toBe(true);
  });

  it('is not begun once a wallet has joined by the one before', async () => {
    const generate = crypto.subtle.generateKey.bind(crypto.subtle);
    const { happen: goOn, happened: opened } = createEvent();
    const begun: AbortSignal[] = [];
    const context = await setUp(
      () => {},
      (_, signal) => begun.push(signal),
    );
    vi.spyOn(crypto.subtle, 'generateKey').mockImplementation((async (
      ...args: Parameters<typeof generate>
    ) => {
      const isSecond = Object(args[0]).name === 'ECDSA' && context.codes.length === 1;
      if (isSecond) {
        void context.scanner.scan(context.codes[0]?.uri ?? '');
        await opened;
      }
      return generate(...args);
    }) as never);
    expect(await context.open()).toBe('first');
    goOn();
    await expect.poll(() => begun.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it('cannot be made when a wallet joins by the one before', async () => {
    const context = await setUp(
      ({ reason, uri }) => reason === 'not-renewed' && context.scanner.scan(uri),
      async (count) => {
        if (count === 2) lose();
        // The next try is under way, however long the wallet takes to join.
        if (count > 2) await new Promise(() => {});
      },
    );
    expect(await context.open()).toBe('first,not-renewed');
    expect(context.codes[1]).toMatchObject({ uri: context.codes[0]?.uri, lifetimeMs: 0 });
  });

  it('cannot be made at first, is tried again after longer pauses, and leaves nothing of a try', async () => {
    const times: number[] = [];
    const begun: AbortSignal[] = [];
    const aborted: boolean[][] = [];
    const context = await setUp(
      ({ uri }, count) => count === 4 && context.scanner.scan(uri),
      (count, signal) => {
        times.push(performance.now());
        aborted.push(begun.map((one) => one.aborted));
        begun.push(signal);
        if ([2, 3].includes(count)) lose();
      },
    );
    expect(await context.open()).toBe('first,not-renewed,not-renewed,expired');
    const uris = new Set(context.codes.map(({ uri }) => uri));
    expect(uris.size).toBe(2);
    // A relay can also be reached by a wallet on this device.
    const locals =
      type === 'nostr' ? [...uris].map((uri) => uri.replace('/remote/', '/local/')) : [undefined];
    expect(new Set(context.codes.map(({ localUri }) => localUri))).toEqual(new Set(locals));
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThan(990);
    // The first is kept until the next one has expired.
    expect(aborted).toEqual([[], [false], [false, true], [false, true, true]]);
    const path = type === 'nostr' ? 'remote/nostr' : 'remote';
    const showing = `showing a QR code for solana-wallet:/v1/associate/${path}`;
    const failed = 'no new QR code can be made yet';
    expect(context.log.slice(0, 5)).toEqual([showing, failed, failed, showing, 'a wallet has joined']);
  });

  it('ends at once, and is tried again', async () => {
    const context = await setUp(
      ({ uri }, count) => count === 4 && context.scanner.scan(uri),
      (count) => {
        const joined = Promise.reject(createSessionClosedError('ended at once'));
        joined.catch(() => {});
        return count === 2 && { joined };
      },
    );
    expect(await context.open()).toBe('first,expired,not-renewed,expired');
  });

  it('comes when the network is back', async () => {
    const context = await setUp(
      ({ reason, uri }) => reason === 'expired' && context.scanner.scan(uri),
      async (count) => {
        if (count === 2) await context.intermediary.close();
        const port = Number(context.intermediary.host.split(':')[1]);
        if (count === 3) onTestFinished((await start(port)).close);
      },
    );
    expect(await context.open()).toBe('first,not-renewed,expired');
  });

  it.each<[what: string, error: object, end: (code: Code, controller: AbortController) => void]>([
    ['Cancel', { code: 'USER_CANCELLED' }, ({ cancel }) => cancel()],
    ['an abort', { message: 'enough' }, (_, controller) => controller.abort(new Error('enough'))],
  ])('is not tried again after %s', async (_, error, end) => {
    let tries = 0;
    const context = await setUp(
      (code) => code.reason === 'not-renewed' && end(code, context.controller),
      (count) => {
        tries = count;
        if (count > 1) lose();
      },
    );
    await expect(context.open()).rejects.toMatchObject(error);
    expect(tries).toBe(2);
    expect(context.codes.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('ends the call if it is the first', async () => {
    const context = await setUp(() => {}, lose);
    await expect(context.open()).toRejectWith('SESSION_CLOSED', {}, 'no network');
    expect(context.codes).toEqual([]);
  });
});
