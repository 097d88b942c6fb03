import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { abortable, createAbortScope, delay } from './abort.js';

const countListeners = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length;
const never = new Promise<never>(() => {});

describe('delay', () => {
  it('leaves no listener behind when it ends by itself', async () => {
    const controller = new AbortController();
    const pending = delay(1, controller.signal);
    expect(countListeners(controller)).toBe(1);
    await pending;
    expect(countListeners(controller)).toBe(0);
  });

  it('rejects with the reason, before and during', async () => {
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

  it('does without a signal', async () => {
    expect(await abortable(Promise.resolve(1), undefined)).toBe(1);
  });
});

describe('createAbortScope', () => {
  it('follows the first of its signals, and lets go of the others', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const scope = createAbortScope([first.signal, undefined, second.signal]);
    second.abort('second');
    expect(scope.signal.reason).toBe('second');
    expect(countListeners(first)).toBe(0);
  });

  it('is aborted at once when a signal already is', () => {
    const controller = new AbortController();
    controller.abort('before');
    expect(createAbortScope([controller.signal]).signal.reason).toBe('before');
  });

  it('aborts by its time limit', async () => {
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
