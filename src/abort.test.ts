import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { abortable, createAbortScope, delay, setDeadline } from './abort.js';

const countListeners = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length;
const never = new Promise<never>(() => {});

describe('delay', () => {
  it('leaves no listener behind when it ends', async () => {
    const controller = new AbortController();
    const pending = delay(1, controller.signal);
    expect(countListeners(controller)).toBe(1);
    await pending;
    expect(countListeners(controller)).toBe(0);
  });

  it('rejects with the reason of an abort, before or while it waits', async () => {
    const controller = new AbortController();
    const pending = delay(60_000, controller.signal);
    controller.abort('reason');
    await expect(pending).rejects.toBe('reason');
    await expect(delay(60_000, controller.signal)).rejects.toBe('reason');
  });
});

describe('abortable', () => {
  it('settles as the promise does and leaves no listener behind', async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve(1), controller.signal)).toBe(1);
    await expect(abortable(Promise.reject(2), controller.signal)).rejects.toBe(2);
    expect(countListeners(controller)).toBe(0);
  });

  it('rejects with the reason of an abort, even an earlier one', async () => {
    const controller = new AbortController();
    const pending = abortable(never, controller.signal);
    controller.abort('reason');
    await expect(pending).rejects.toBe('reason');
    await expect(abortable(never, controller.signal)).rejects.toBe('reason');
  });

  it('needs no signal', async () => {
    expect(await abortable(Promise.resolve(1), undefined)).toBe(1);
  });
});

describe('createAbortScope', () => {
  it('follows the first of its signals to abort, and releases the others', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const scope = createAbortScope([first.signal, undefined, second.signal]);
    second.abort('second');
    expect(scope.signal.reason).toBe('second');
    expect(countListeners(first)).toBe(0);
  });

  it('aborts before later listeners of its signal, so that an earlier end does not hide the reason', () => {
    const controller = new AbortController();
    const scope = createAbortScope([controller.signal]);
    controller.signal.addEventListener('abort', () => scope.abort('ended'));
    controller.abort('reason');
    expect(scope.signal.reason).toBe('reason');
  });

  it('is aborted from the start if a signal is', () => {
    const controller = new AbortController();
    controller.abort('before');
    expect(createAbortScope([controller.signal]).signal.reason).toBe('before');
  });

  it('aborts after its time limit', async () => {
    const scope = createAbortScope([], { ms: 1, getReason: () => 'late' });
    await expect(abortable(never, scope.signal)).rejects.toBe('late');
  });

  it('follows nothing after its release', () => {
    const controller = new AbortController();
    const scope = createAbortScope([controller.signal]);
    scope.release();
    controller.abort();
    expect(scope.signal.aborted).toBe(false);
    expect(countListeners(controller)).toBe(0);
  });
});

describe('setDeadline', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** Stubs a page that freezes: timers stand still while the wall clock goes on. */
  const freeze = (ms: number) => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    return (event: string): void => {
      const now = Date.now();
      vi.spyOn(Date, 'now').mockReturnValue(now + ms);
      page.dispatchEvent(new Event(event));
    };
  };

  it.each(['resume', 'visibilitychange'])(
    'expires soon after a page thaws (%s), after the messages that arrived meanwhile',
    async (event) => {
      const thaw = freeze(65_000);
      const order: string[] = [];
      const expired = new Promise<void>((resolve) => {
        setDeadline(60_000, () => {
          order.push('deadline');
          resolve();
        });
      });
      thaw(event);
      setTimeout(() => order.push('answer'), 50);
      await expired;
      expect(order).toEqual(['answer', 'deadline']);
    },
  );

  it('expires in time if the clock is set back meanwhile', async () => {
    const now = Date.now();
    const start = performance.now();
    const expired = new Promise<void>((resolve) => setDeadline(50, resolve));
    vi.spyOn(Date, 'now').mockReturnValue(now - 60_000);
    await expired;
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('goes on if the page thaws in time', async () => {
    const thaw = freeze(10_000);
    let isOver = false;
    const cancel = setDeadline(60_000, () => {
      isOver = true;
    });
    thaw('resume');
    await new Promise((resolve) => setTimeout(resolve));
    expect(isOver).toBe(false);
    cancel();
  });
});
