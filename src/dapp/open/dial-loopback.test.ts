import { getEventListeners, once } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import { type Fate, serveLoopback } from '../../../test/support/loopback-server.js';
import { until, within } from '../../../test/support/patience.js';
import type { Dial } from './dial.js';

let dialLoopback: Dial;
/** The page's clock, in ms. It stands still, and so do time limits, while timers and sockets go on. */
const clock = { ms: 0, reads: 0 };
beforeEach(async () => {
  // What is known of probes holds as long as the page, so each test is a page of its own.
  vi.resetModules();
  ({ dialLoopback } = await import('./dial.js'));
  vi.stubGlobal('WebSocket', NodeWebSocket);
  Object.assign(clock, { ms: 0, reads: 0 });
  const now = (): number => {
    clock.reads++;
    return clock.ms;
  };
  vi.stubGlobal('performance', Object.assign(Object.create(performance), { now }));
});

/** Sets the clock, and waits until a dial has gone on. It would not while it tries a WebSocket. */
async function passUntil(ms: number): Promise<void> {
  clock.ms = ms;
  const first = clock.reads;
  await until(() => clock.reads > first + 4, 'a dial that goes on');
}

/** Serves one port, to which `dial` finds its way. */
async function serve(
  onProbe: (count: number) => Fate,
  onAttempt: (count: number) => Fate = () => 'accepted',
) {
  const { attempts, probes, url } = await serveLoopback(onAttempt, onProbe);
  return {
    probes,
    url,
    getAttempts: () => attempts.length,
    async dial(signal = new AbortController().signal) {
      const channel = await within(20_000, dialLoopback(url, { signal }), 'a channel');
      expect(channel).toHaveProperty('send');
    },
  };
}

describe('dialLoopback', () => {
  it('probes until something answers, and opens a WebSocket only then', async () => {
    const { probes, getAttempts, dial } = await serve((count) => (count < 8 ? 'refused' : 'accepted'));
    await dial();
    expect(probes).toHaveLength(8);
    expect(getAttempts()).toBe(1);
    expect(probes[0]?.headers).toMatchObject({ 'sec-fetch-mode': 'no-cors', 'cache-control': 'no-cache' });
  });

  it('tries a WebSocket now and then although each probe is refused', async () => {
    const { probes, getAttempts, dial } = await serve(() => 'refused');
    const dialling = dial();
    await passUntil(629);
    expect(getAttempts()).toBe(0);
    clock.ms = 2_520;
    await dialling;
    expect(probes.length).toBeGreaterThan(1);
  });

  it('pauses after a WebSocket that is refused by a port that answers', async () => {
    const { probes, getAttempts, dial } = await serve(
      () => 'accepted',
      (count) => (count === 1 ? 'refused' : 'accepted'),
    );
    const dialling = dial();
    await until(() => getAttempts() > 0, 'an attempt');
    await passUntil(139);
    expect(getAttempts()).toBe(1);
    clock.ms = 168;
    await dialling;
    expect(getAttempts()).toBe(2);
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
    await expect(dial(controller.signal)).rejects.toBe('enough');
    const socket = probes[0]?.socket;
    // A probe without an answer is cancelled.
    if (onProbe === 'ignored' && socket && !socket.destroyed) {
      await within(5_000, once(socket, 'close'), 'its end');
    }
  });

  it('ends at once when its signal aborts while it pauses', async () => {
    stopTimers();
    const controller = new AbortController();
    const { probes, dial } = await serve(() => 'accepted');
    const dialling = dial(controller.signal);
    controller.abort('enough');
    await expect(dialling).rejects.toBe('enough');
    expect(probes).toEqual([]);
  });

  it('tries a WebSocket when a probe has no answer for a second, and earlier in the next dial', async () => {
    const report = stubReports();
    const { probes, url, getAttempts, dial } = await serve(() => {
      // Neither is about this probe, or stops it.
      report('csp-violation', { blockedURL: 'http://localhost:1/', disposition: 'enforce' });
      report('csp-violation', { blockedURL: url.replace('ws', 'http'), disposition: 'report' });
      return 'ignored';
    });
    const first = dial();
    await until(() => probes.length > 0, 'a probe');
    for (const ms of [629, 999]) await passUntil(ms);
    expect(getAttempts()).toBe(0);
    clock.ms = 1_000;
    await first;
    const second = dial();
    await until(() => probes.length > 1, 'a probe');
    await passUntil(1_139);
    expect(getAttempts()).toBe(1);
    clock.ms = 1_168;
    await second;
    expect(probes).toHaveLength(2);
  });

  it('goes on trusting probes after one that was answered', async () => {
    const { probes, getAttempts, dial } = await serve((count) => (count === 1 ? 'accepted' : 'ignored'));
    await dial();
    const dialling = dial();
    await until(() => probes.length > 1, 'a probe');
    for (const ms of [629, 999]) await passUntil(ms);
    expect(getAttempts()).toBe(1);
    clock.ms = 1_000;
    await dialling;
    expect(getAttempts()).toBe(2);
  });

  it('goes by WebSockets where a policy of the page forbids probes', async () => {
    const report = stubReports();
    const { probes, url, getAttempts, dial } = await serve(() => {
      report('csp-violation', { blockedURL: url.replace('ws', 'http'), disposition: 'enforce' });
      return 'ignored';
    });
    for (const start of [0, 168]) {
      const before = getAttempts();
      const dialling = dial();
      await until(() => probes.length > 0, 'a probe');
      await passUntil(start + 139);
      expect(getAttempts()).toBe(before);
      clock.ms = start + 168;
      await dialling;
    }
    expect(probes).toHaveLength(1);
    expect(report.observers.size).toBe(0);
  });

  it('takes a probe whose answer a policy of the page hides for an answer', async () => {
    const report = stubReports();
    const { probes, url, dial } = await serve(() => {
      report('coep', { blockedURL: url.replace('ws', 'http'), disposition: 'enforce' });
      return 'ignored';
    });
    for (const count of [1, 2]) {
      await dial();
      expect(probes).toHaveLength(count);
    }
    expect(report.observers.size).toBe(0);
  });

  it('is as quick as at first whenever the page changes', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const events = ['visibilitychange', 'blur', 'focus'];
    const { probes, dial } = await serve((count) => {
      clock.ms += 210;
      page.dispatchEvent(new Event(events[count % 3] as string));
      return 'refused';
    });
    await dial();
    // Without events, a WebSocket is tried without an answered probe only after 2,520 ms.
    expect(probes).toHaveLength(3);
    for (const event of events) expect(getEventListeners(page, event)).toEqual([]);
  });

  it('is as quick in a hidden page, whose timers may not run', async () => {
    vi.stubGlobal('document', { hidden: true });
    stopTimers();
    const { probes, dial } = await serve((count) => (count < 3 ? 'refused' : 'accepted'));
    await dial();
    expect(probes).toHaveLength(3);
  });
});

/** Gives the page timers that do not run. */
function stopTimers(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', () => setTimeout(() => {}, 60_000).unref());
}

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
