import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import { createEvent } from '../../../test/support/event.js';
import { within } from '../../../test/support/patience.js';
import { openWebSocketChannel as open } from '../../connection/web-socket-channel.js';
import { createUnprobedDial } from './dial-unprobed.js';

/** Opens a page in a browser that knows the permission, but asks only when something listens. */
function openPage() {
  const status = Object.assign(new EventTarget(), { state: 'prompt' as PermissionState });
  vi.stubGlobal('location', { hostname: 'dapp.example' });
  vi.stubGlobal('navigator', {
    permissions: {
      async query({ name }: Readonly<{ name: string }>) {
        if (name !== 'loopback-network') throw new TypeError('unknown name');
        return status;
      },
    },
  });
  return status as typeof status & PermissionStatus;
}

/**
 * Serves one port, and decides by how many attempts came before whether one is accepted, and when refused.
 */
async function serve(isAccepted: (count: number) => boolean, beforeRefusal = async () => {}) {
  const attempts: { path: string; at: number }[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(() => expect.unreachable('no probe may be sent'));
  server.on('upgrade', async (request, socket, head) => {
    const count = attempts.push({ path: request.url ?? '', at: performance.now() });
    if (isAccepted(count)) return sockets.handleUpgrade(request, socket, head, () => {});
    await beforeRefusal();
    return socket.destroy();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { attempts, url: `ws://localhost:${(server.address() as AddressInfo).port}/solana-wallet` };
}

beforeEach(() => void vi.stubGlobal('WebSocket', NodeWebSocket));
const { signal } = new AbortController();

describe('a dial without probes', () => {
  it('opens WebSockets alone, and spells the path in another way each time', async () => {
    const status = openPage();
    const { attempts, url } = await serve((count) => count === 12);
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
    const { attempts, url } = await serve(() => {
      const { path, at } = attempts.at(-1) ?? { path: '', at: 0 };
      if (path === '/solana-wallet') plain.push(at);
      return plain.length === 4;
    });
    const { dial } = createUnprobedDial({ status, open, onRefused: async () => {} });
    (await within(20_000, dial(url, { signal }), 'a channel')).close();
    const gaps = plain.slice(1).map((at, index) => at - (plain[index] ?? 0));
    // Firefox delays the next one by at most 400, 600 and 900 ms.
    for (const [index, delayMs] of [400, 600, 900].entries()) expect(gaps[index]).toBeGreaterThan(delayMs);
  });

  it('ends when its signal aborts', async () => {
    const { url } = await serve(() => false);
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
    const { attempts, url } = await serve(
      (count) => count > 1,
      () => new Promise((resolve) => void status.addEventListener('change', () => resolve())),
    );
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
    const status = openPage();
    status.state = 'denied';
    const { url } = await serve((count) => count === 3);
    const { dial } = createUnprobedDial({ status, open, onRefused: () => expect.unreachable() });
    (await within(20_000, dial(url, { signal }), 'a channel')).close();
  });
});
