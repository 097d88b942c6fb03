import { getEventListeners, once } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import { createEvent } from '../../../test/support/event.js';
import { FIREFOX, openLoopbackPage } from '../../../test/support/loopback-page.js';
import { serveLoopback } from '../../../test/support/loopback-server.js';
import { within } from '../../../test/support/patience.js';
import { openWebSocketChannel as open } from '../../connection/web-socket-channel.js';
import { createUnprobedDial } from './dial-unprobed.js';
import type { LoopbackPermission } from './session-ui.js';

/** Opens a page in a browser that knows the permission, but asks only when something listens. */
const openPage = (state: LoopbackPermission = 'prompt') => openLoopbackPage(state, { names: FIREFOX });

beforeEach(() => void vi.stubGlobal('WebSocket', NodeWebSocket));
const { signal } = new AbortController();

describe('a dial without probes', () => {
  it('opens WebSockets alone, and spells the path in another way each time', async () => {
    const status = openPage();
    const { attempts, url } = await serveLoopback((count) => (count === 12 ? 'accepted' : 'refused'));
    const { dial } = createUnprobedDial({ status, open, onRefused: async () => {} });
    (await within(20_000, dial(url, { signal }), 'a channel')).close();
    const paths = attempts.map(({ path }) => path);
    expect(paths[0]).toBe('/solana-wallet');
    // On a busy machine more than one is as it is specified.
    expect(new Set(paths).size).toBeGreaterThan(6);
    expect(new Set(paths.map(decodeURIComponent))).toEqual(new Set(['/solana-wallet']));
  });

  it('uses the path as it is specified again and again, in gaps that Firefox does not lengthen', async () => {
    const status = openPage();
    const plain: number[] = [];
    const { attempts, url } = await serveLoopback(() => {
      const { path, at } = attempts.at(-1) ?? { path: '', at: 0 };
      if (path === '/solana-wallet') plain.push(at);
      return plain.length === 4 ? 'accepted' : 'refused';
    });
    const { dial } = createUnprobedDial({ status, open, onRefused: async () => {} });
    (await within(20_000, dial(url, { signal }), 'a channel')).close();
    const gaps = plain.slice(1).map((at, index) => at - (plain[index] ?? 0));
    // Firefox delays the next one by at most 400, 600 and 900 ms.
    for (const [index, delayMs] of [400, 600, 900].entries()) expect(gaps[index]).toBeGreaterThan(delayMs);
  });

  it('ends when its signal aborts', async () => {
    const { url } = await serveLoopback(() => 'refused');
    const controller = new AbortController();
    const dialling = createUnprobedDial({ status: openPage(), open, onRefused: async () => {} }).dial(url, {
      signal: controller.signal,
    });
    controller.abort('enough');
    await expect(dialling).rejects.toBe('enough');
  });
});

describe('a WebSocket about which the browser asks', () => {
  it('is known by how long it is pending, until the user has decided', async () => {
    const status = openPage();
    const { attempts, url } = await serveLoopback(async (count) => {
      if (count > 1) return 'accepted';
      await once(status, 'change');
      return 'refused';
    });
    const refused: number[] = [];
    const onRefused = async (): Promise<void> => void refused.push(attempts.length);
    const { dial, isAsking } = createUnprobedDial({ status, open, onRefused });
    expect(isAsking()).toBe(false);
    const dialling = dial(url, { signal });
    await vi.waitFor(() => expect(isAsking()).toBe(true), 2_000);
    expect(attempts).toHaveLength(1);
    status.state = 'denied';
    expect(isAsking()).toBe(false);
    status.dispatchEvent(new Event('change'));
    (await within(20_000, dialling, 'a channel')).close();
    expect(isAsking()).toBe(false);
    expect(refused).toEqual([1]);
  });

  it('is neither one that was refused nor one that has opened', async () => {
    const status = openPage();
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const pauses: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (resume: () => void) => void pauses.push(resume));
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { happen: refuse, happened: refused } = createEvent();
    const { happen: decide, happened: decided } = createEvent();
    const channel = {} as Awaited<ReturnType<typeof open>>;
    const attempts = [refused.then(() => Promise.reject()), Promise.resolve(channel)];
    const opening = async () => attempts.shift() ?? expect.unreachable();
    const { dial, isAsking } = createUnprobedDial({ status, open: opening, onRefused: () => decided });
    const settle = () => new Promise(setImmediate);

    const dialling = dial('ws://localhost:50000/solana-wallet', { signal });
    pauses.pop()?.();
    await settle();
    clock.mockReturnValue(1_000);
    expect([isAsking(), getEventListeners(page, 'focus').length]).toEqual([true, 1]);
    refuse();
    await settle();
    expect(pauses, 'attempts before the user has decided').toEqual([]);
    decide();
    await settle();
    expect([isAsking(), pauses.length]).toEqual([false, 1]);
    pauses.pop()?.();
    expect(await dialling).toBe(channel);
    clock.mockReturnValue(2_000);
    expect([isAsking(), getEventListeners(page, 'focus').length]).toEqual([false, 0]);
  });

  it('is not blocked by a permission that was denied before, which may not concern WebSockets', async () => {
    const status = openPage('denied');
    const { url } = await serveLoopback((count) => (count === 3 ? 'accepted' : 'refused'));
    const { dial } = createUnprobedDial({ status, open, onRefused: () => expect.unreachable() });
    (await within(20_000, dial(url, { signal }), 'a channel')).close();
  });
});
