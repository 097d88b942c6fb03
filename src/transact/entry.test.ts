import { describe, expect, it } from 'vitest';
import { createLazyTransact, type Transact } from './entry.js';

const createRun =
  (): Transact<string> =>
  async (callback, config = {}) =>
    callback(Object.keys(config).join());

describe('a transact whose code is loaded later', () => {
  it('loads nothing when it is created outside a browser', async () => {
    let loads = 0;
    const transact = createLazyTransact(async () => {
      loads++;
      return createRun();
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(loads).toBe(0);
    await Promise.all([transact(() => 1), transact(() => 2)]);
    expect(loads).toBe(1);
  });

  it('reads its options at the call', async () => {
    let finish = (): void => {};
    const transact = createLazyTransact<string>(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(createRun());
        }),
    );
    const config: Record<string, string> = { baseUri: 'https://a.example' };
    const running = transact((names) => names, config);
    delete config['baseUri'];
    finish();
    expect(await running).toBe('baseUri');
  });

  it('rejects with the reason of its signal while the code loads', async () => {
    const transact = createLazyTransact<string>(() => new Promise(() => {}));
    const controller = new AbortController();
    const running = transact(() => 1, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  it('tries again after the code could not be loaded', async () => {
    let isOnline = false;
    const transact = createLazyTransact<string>(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return createRun();
    });
    await expect(transact(() => 1)).toRejectWith('CODE_NOT_LOADED');
    isOnline = true;
    expect(await transact(() => 1)).toBe(1);
  });

  it.each([null, 1, 'text', ['array']])('leaves what is no object (%s) to the code', async (config) => {
    const transact = createLazyTransact<string>(async () => async (_, copy) => {
      throw new Error(`given ${copy}`);
    });
    await expect(transact(() => 1, config as never)).rejects.toThrow(`given ${config}`);
  });
});
