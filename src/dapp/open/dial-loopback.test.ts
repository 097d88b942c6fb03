import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import { within } from '../../../test/support/patience.js';
import type { Dial } from './dial.js';

/** What a server does with a probe or an attempt to open a WebSocket. */
type Fate = 'accepted' | 'refused' | 'ignored';

let dialLoopback: Dial;
beforeEach(async () => {
  // What is known of probes holds as long as the page, so each test is a page of its own.
  vi.resetModules();
  ({ dialLoopback } = await import('./dial.js'));
  vi.stubGlobal('WebSocket', NodeWebSocket);
});

/** Serves one port, and decides what becomes of each probe and attempt, by how many came before. */
async function serve(
  onProbe: (count: number) => Fate,
  onAttempt: (count: number) => Fate = () => 'accepted',
) {
  const probes: IncomingMessage[] = [];
  const attempts: number[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    const fate = onProbe(probes.push(request));
    if (fate === 'accepted') response.end();
    if (fate === 'refused') request.socket.destroy();
  });
  server.on('upgrade', (request, socket, head) => {
    const fate = onAttempt(attempts.push(performance.now()));
    if (fate === 'accepted') sockets.handleUpgrade(request, socket, head, () => {});
    if (fate === 'refused') socket.destroy();
  });
  await once(server.listen(0), 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `ws://localhost:${port}/solana-wallet`;
  /** Dials for at most `ms`. Returns after how many milliseconds the last attempt came. */
  const dial = async (ms = 2_000, signal = new AbortController().signal) => {
    const start = performance.now();
    const channel = await within(ms, dialLoopback(url, { signal }), 'a channel');
    expect(channel).toHaveProperty('send');
    return (attempts.at(-1) ?? 0) - start;
  };
  return { probes, attempts, url, dial };
}

describe('dialLoopback', () => {
  it('probes until something answers, and opens a WebSocket only then', async () => {
    // Few, because a WebSocket is tried without an answer after 2.5 s.
    const { probes, attempts, dial } = await serve((count) => (count < 4 ? 'refused' : 'accepted'));
    await dial();
    expect(probes).toHaveLength(4);
    expect(attempts).toHaveLength(1);
    expect(probes[0]?.headers).toMatchObject({ 'sec-fetch-mode': 'no-cors', 'cache-control': 'no-cache' });
  });

  it('pauses after a WebSocket that is refused by a port that answers', async () => {
    const { probes, attempts, dial } = await serve(
      () => 'accepted',
      (count) => (count === 1 ? 'refused' : 'accepted'),
    );
    await dial();
    expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(120);
    expect(attempts).toHaveLength(2);
    expect(probes).toHaveLength(1);
  });

  it.each<[during: string, onProbe: Fate, onAttempt: Fate]>([
    ['a probe', 'ignored', 'accepted'],
    ['a WebSocket that is being opened', 'accepted', 'ignored'],
  ])('ends at once when its signal aborts during %s', async (_, onProbe, onAttempt) => {
    const controller = new AbortController();
    const abort = (fate: Fate): Fate => {
      if (fate === 'ignored') controller.abort('enough');
      return fate;
    };
    const { probes, dial } = await serve(
      () => abort(onProbe),
      () => abort(onAttempt),
    );
    await expect(dial(2_000, controller.signal)).rejects.toBe('enough');
    const socket = probes[0]?.socket;
    // A probe without an answer is cancelled.
    if (onProbe === 'ignored' && socket && !socket.destroyed) {
      await within(500, once(socket, 'close'), 'its end');
    }
  });

  it('tries a WebSocket when a probe has no answer for a second, and at once in the next dial', async () => {
    const report = stubReports();
    const { probes, url, dial } = await serve(() => {
      // Neither is about this probe, or stops it.
      report('csp-violation', { blockedURL: 'http://localhost:1/', disposition: 'enforce' });
      report('csp-violation', { blockedURL: url.replace('ws', 'http'), disposition: 'report' });
      return 'ignored';
    });
    const first = await dial();
    expect(first).toBeGreaterThan(950);
    expect(probes).toHaveLength(1);
    expect(await dial()).toBeLessThan(first);
  });

  it('goes on trusting probes after one that was answered', async () => {
    const { attempts, dial } = await serve((count) => (count === 1 ? 'accepted' : 'ignored'));
    await dial();
    expect(await dial()).toBeGreaterThan(950);
    expect(attempts).toHaveLength(2);
  });

  it.each([
    ['forbids probes', 'csp-violation', [1, 1]],
    ['hides their answers', 'coep', [1, 2]],
  ])('goes by WebSockets where a policy of the page %s', async (_, type, counts) => {
    const report = stubReports();
    const { probes, url, dial } = await serve(() => {
      report(type, { blockedURL: url.replace('ws', 'http'), disposition: 'enforce' });
      return 'ignored';
    });
    const seen: number[] = [];
    for (let count = 0; count < 2; count++) {
      await dial(900);
      seen.push(probes.length);
    }
    expect(seen).toEqual(counts);
    expect(report.observers.size).toBe(0);
  });

  it('is as quick as at first whenever the page changes', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const events = ['visibilitychange', 'blur', 'focus'];
    const { dial } = await serve((count) => {
      page.dispatchEvent(new Event(events[count % 3] as string));
      return 'refused';
    });
    // Without events, the first attempt without an answered probe comes after 2.5 s.
    expect(await dial()).toBeGreaterThan(600);
    for (const event of events) expect(getEventListeners(page, event)).toEqual([]);
  });

  it('is as quick in a hidden page, whose timers run once a second', async () => {
    vi.stubGlobal('document', { hidden: true });
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => setTimeout(run, Math.max(ms, 1_000)));
    const { dial } = await serve((count) => (count < 3 ? 'refused' : 'accepted'));
    await dial(900);
  });
});

/** Gives the page a `ReportingObserver`. Returns a function that reports what a policy has done. */
function stubReports() {
  type Callback = (reports: readonly Readonly<{ type: string; body: object }>[]) => void;
  const observers = new Set<Callback>();
  vi.stubGlobal(
    'ReportingObserver',
    class {
      readonly #callback: Callback;
      constructor(callback: Callback) {
        this.#callback = callback;
      }
      observe = () => observers.add(this.#callback);
      disconnect = () => observers.delete(this.#callback);
    },
  );
  const report = (type: string, body: object): void => {
    for (const observer of observers) observer([{ type, body }]);
  };
  return Object.assign(report, { observers });
}
