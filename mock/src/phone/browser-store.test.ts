import { describe, expect, it, vi } from 'vitest';
import { createMockWallet } from '../wallet/mock-wallet.js';
import { createBrowserStore } from './browser-store.js';
import type { PhoneMemory } from './phone-store.js';

const SEED = new Uint8Array(32).fill(3);
const MEMORY: PhoneMemory = {
  accounts: { from: 'options', list: [{ seed: SEED, label: 'sOwn', isGranted: true }] },
};

const reports: string[] = [];

/** Stands in for the storage of a page, which Node does not have. */
function installStorage(items = new Map<string, string>()): Map<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('reportError', ({ message }: Error) => reports.push(message));
  reports.length = 0;
  return items;
}

describe('createBrowserStore', () => {
  it('returns after a reload what was saved, and the same seeds', async () => {
    installStorage();
    const store = createBrowserStore('key');
    const seeds = await store.loadSeeds(2);
    await store.save(MEMORY);
    const later = createBrowserStore('key');
    expect(await later.load()).toEqual(MEMORY);
    expect(await later.loadSeeds(2)).toEqual(seeds);
    expect((await later.loadSeeds(3)).slice(0, 2)).toEqual(seeds);
    expect(await createBrowserStore('other').load()).toEqual({});
  });

  it('keeps what another tab has stored since', async () => {
    installStorage();
    const [store, other] = [createBrowserStore('key'), createBrowserStore('key')];
    await store.save(MEMORY);
    const settings = { from: 'options', values: (await createMockWallet()).getSettings() };
    await other.save({ settings });
    expect(await createBrowserStore('key').load()).toEqual({ ...MEMORY, settings });
  });

  it('forgets the accounts and all seeds', async () => {
    installStorage();
    const store = createBrowserStore('key');
    const seeds = await store.loadSeeds(1);
    await store.save(MEMORY);
    await store.clear();
    const later = createBrowserStore('key');
    expect(await later.load()).toEqual({});
    expect(await later.loadSeeds(1)).not.toEqual(seeds);
  });

  it('does not overwrite what another tab has changed, and says so', async () => {
    installStorage();
    const [store, other] = [createBrowserStore('key'), createBrowserStore('key')];
    await store.save(MEMORY);
    await other.save({ accounts: { from: 'options', list: [] } });
    expect(await createBrowserStore('key').load()).toEqual(MEMORY);
    expect(reports).toEqual([expect.stringContaining('another page has changed')]);
  });

  it.each(['', '{', '[]', '{"seeds":["sx"]}', '{"seeds":[],"memory":1}'])(
    'starts afresh where %j is stored, and sets it aside',
    async (text) => {
      const items = installStorage(new Map([['key', text]]));
      const store = createBrowserStore('key');
      expect(await store.load()).toEqual({});
      expect(await store.loadSeeds(1)).toHaveLength(1);
      const [aside = ''] = [...items.keys()].filter((key) => key !== 'key');
      expect(items.get(aside)).toBe(text);
      expect(reports).toEqual([expect.stringContaining(aside)]);
    },
  );

  it('lasts as long as the page where the browser forbids the storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    const store = createBrowserStore('key');
    const seeds = await store.loadSeeds(1);
    await store.save(MEMORY);
    expect(await store.load()).toEqual(MEMORY);
    expect(await store.loadSeeds(1)).toEqual(seeds);
  });
});
