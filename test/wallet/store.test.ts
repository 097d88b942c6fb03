import { describe, expect, it, vi } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { AuthorizationStore } from '../../src/wallet/store.js';
import { collectReports } from '../support/rejections.js';
import { createMemoryStore, setUp, setUpConnected } from '../support/wallet.js';

const identity = { name: 'Example', uri: 'https://example.com' };
const METHODS = ['get', 'set', 'delete'] as const;

/** A memory store, one of whose methods also returns a promise, from the time that `isLate` says so. */
function createLateStore(method: keyof AuthorizationStore, settle: () => Promise<unknown>) {
  const memory = createMemoryStore();
  const late = { isLate: false };
  const store = {
    ...memory,
    [method]: (key: string, value: string) => {
      const returned: unknown = memory[method](key, value);
      return late.isLate ? settle() : returned;
    },
  } as typeof memory;
  return { store, late };
}

describe('a store that cannot be used', () => {
  const reported = collectReports();

  it.each(
    METHODS.flatMap((method) => [undefined, null, 'text', {}].map((wrong) => [method, wrong] as const)),
  )('lacks `%s`: %j', async (method, wrong) => {
    const memory = createMemoryStore();
    const { features } = createMobileWallet({ identity, store: { ...memory, [method]: wrong } as never });
    await expect(features['standard:connect'].connect()).toRejectWith('INVALID_ARGUMENT', {
      argument: `store.${method}`,
    });
    expect(reported).toMatchObject([{ message: `\`store.${method}\` must be a function` }]);
    expect(memory.entries.size).toBe(0);
  });

  it.each([
    ['fulfilled', async () => null],
    ['rejected', () => Promise.reject(new Error('no database'))],
    ['of a subclass', () => new (class extends Promise<string> {})(() => {})],
  ])('has a `get` that returns a promise: %s', async (_how, get) => {
    const store = { ...createMemoryStore(), get: get as never };
    const { features } = createMobileWallet({ identity, store });
    await expect(features['standard:connect'].connect()).toRejectWith('INVALID_ARGUMENT', {
      argument: 'store.get',
    });
    expect(reported).toMatchObject([
      { message: '`store.get` must not return a promise: keep texts in memory' },
    ]);
  });
});

describe('a store', () => {
  it('may be of a class, or a Map', async () => {
    class Entries {
      readonly #entries = new Map<string, string>();
      get(key: string) {
        return this.#entries.get(key);
      }
      set(key: string, value: string) {
        this.#entries.set(key, value);
      }
      delete(key: string) {
        this.#entries.delete(key);
      }
    }
    for (const store of [new Entries(), new Map<string, string>() as unknown as AuthorizationStore]) {
      const { settings, wallet } = await setUpConnected({}, { store });
      expect(createMobileWallet(settings).accounts).toEqual(wallet.accounts);
    }
  });

  it('whose `get` throws is none, without a report', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const get = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    expect(createMobileWallet({ identity, store: { ...createMemoryStore(), get } }).accounts).toEqual([]);
    expect(report).not.toHaveBeenCalled();
  });

  it.each(METHODS.flatMap((method) => [[method, 'fulfilled'] as const, [method, 'rejected'] as const]))(
    'whose `%s` returns a promise later (%s) is reported once, and the wallet goes on',
    async (method, how) => {
      const report = vi.fn();
      vi.stubGlobal('reportError', report);
      const settle = async () => {
        if (how === 'rejected') throw new Error('no database');
        return 'text';
      };
      const { store, late } = createLateStore(method, settle);
      const { wallet, signMessage, connect, disconnect, phone, account } = await setUpConnected(
        {},
        { store },
      );
      late.isLate = true;
      expect(await signMessage({ account, message: new Uint8Array(1) })).toHaveLength(1);
      await connect();
      await phone.whenIdle();
      await disconnect();
      await connect();
      await phone.whenIdle();
      await disconnect();
      expect(wallet.accounts).toEqual([]);
      expect(report.mock.calls).toEqual([
        [
          expect.objectContaining({
            code: 'INVALID_ARGUMENT',
            context: { argument: `store.${method}` },
          }),
        ],
      ]);
    },
  );

  it('with a `set` that finishes in the background keeps what it was given', async () => {
    const memory = createMemoryStore();
    const store = { ...memory, set: async (key: string, value: string) => memory.set(key, value) };
    const { settings, wallet } = await setUpConnected({}, { store });
    expect(createMobileWallet(settings).accounts).toEqual(wallet.accounts);
  });

  it('with every method keeps a disconnect across a reload', async () => {
    const { connect, disconnect, settings, phone } = await setUp();
    await connect();
    await phone.whenIdle();
    await disconnect();
    expect(createMobileWallet(settings).accounts).toEqual([]);
  });
});
