import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { isCollected } from '../../test/support/collected.js';
import { createEvent } from '../../test/support/event.js';
import { within } from '../../test/support/patience.js';
import { createAbortScope, delay, setDeadline } from './abort.js';
import { abortable } from './abortable.js';

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

it('signals are let go by all that share one, also after a garbage collection', async () => {
  const controller = new AbortController();
  const { happen: settle, happened: promise } = createEvent();
  const waiting = [1, 2, 3].map(() => abortable(promise, controller.signal));
  const scopes = [1, 2, 3].map(() => createAbortScope([controller.signal]));
  expect(countListeners(controller)).toBe(1);
  expect(await isCollected(new WeakRef({}))).toBe(true);
  settle();
  await Promise.all(waiting);
  for (const scope of scopes) scope.release();
  expect(countListeners(controller)).toBe(0);
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
    const other = new AbortController();
    const { signal } = createAbortScope([other.signal, controller.signal, other.signal]);
    expect(signal.reason).toBe('before');
    expect(countListeners(other)).toBe(0);
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
  /**
   * Creates a wall clock, and a page that thaws with an event, while timers stood still for the clock's `ms`
   * milliseconds.
   */
  const freeze = () => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    let slept = 0;
    return {
      getWallTime: () => Date.now() + slept,
      thaw(event: string, ms: number) {
        slept = ms;
        page.dispatchEvent(new Event(event));
      },
    };
  };

  it.each(['resume', 'visibilitychange'])(
    'expires soon after a page thaws (%s), after the messages that arrived meanwhile',
    async (event) => {
      const { getWallTime, thaw } = freeze();
      const order: string[] = [];
      const expired = new Promise<void>((resolve) => {
        const expire = (): void => {
          order.push('deadline');
          resolve();
        };
        setDeadline(60_000, expire, getWallTime);
      });
      thaw(event, 65_000);
      setTimeout(() => order.push('answer'), 50);
      await within(20_000, expired, 'the deadline');
      expect(order).toEqual(['answer', 'deadline']);
    },
  );

  it('expires in time if the clock is set back meanwhile', async () => {
    const times = [0, -60_000];
    const getWallTime = (): number => Date.now() + (times.shift() ?? -60_000);
    const expired = new Promise<void>((resolve) => setDeadline(50, resolve, getWallTime));
    await within(20_000, expired, 'the deadline');
  });

  it('goes on if the page thaws in time', async () => {
    const { getWallTime, thaw } = freeze();
    let isOver = false;
    const expire = (): void => {
      isOver = true;
    };
    const cancel = setDeadline(60_000, expire, getWallTime);
    thaw('resume', 10_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(isOver).toBe(false);
    cancel();
  });
});
