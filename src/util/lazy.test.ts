import { describe, expect, it, vi } from 'vitest';
import { loadCode } from './errors.js';
import { createLoader, prepareWhenIdle } from './lazy.js';

describe('a loader', () => {
  it('loads once, also for calls at the same time', async () => {
    let loads = 0;
    const { load, getLoaded } = createLoader(async () => ({ count: ++loads }));
    expect(getLoaded()).toBeUndefined();
    expect(await Promise.all([load(), load()])).toEqual([{ count: 1 }, { count: 1 }]);
    expect(await load()).toBe(getLoaded());
  });

  it.each([
    ['the code cannot be loaded', 'load', { code: 'CODE_NOT_LOADED', cause: { message: 'broken' } }],
    ['nothing can be made of it', 'create', { message: 'broken' }],
  ])('rejects all calls that wait if %s, and the next call tries again', async (_, broken, reason) => {
    let isBroken = true;
    const pass = (step: string) => {
      if (isBroken && step === broken) throw new Error('broken');
      return step;
    };
    const { load, getLoaded } = createLoader(async () => {
      await loadCode(async () => pass('load'));
      return pass('create');
    });
    const outcomes = await Promise.allSettled([load(), load()]);
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason }));
    expect(getLoaded()).toBeUndefined();
    isBroken = false;
    expect(await load()).toBe('create');
  });
});

describe('what is prepared when the page is idle', () => {
  it('is not prepared outside a browser', () => {
    const requestIdleCallback = vi.fn();
    vi.stubGlobal('requestIdleCallback', requestIdleCallback);
    prepareWhenIdle(async () => {});
    expect(requestIdleCallback).not.toHaveBeenCalled();
  });

  it.each(['requestIdleCallback', 'setTimeout'])('waits for %s, and may fail', async (name) => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('document', {});
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.stubGlobal(name, (callback: () => void) => idle.push(callback));
    const prepare = vi.fn(() => Promise.reject(new Error('offline')));
    prepareWhenIdle(prepare);
    expect(prepare).not.toHaveBeenCalled();
    for (const callback of idle) callback();
    expect(prepare).toHaveBeenCalledOnce();
    await new Promise((resolve) => setImmediate(resolve));
  });
});
