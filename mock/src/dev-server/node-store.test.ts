import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockWallet } from '../mock-wallet.js';
import type { PhoneMemory } from '../phone/phone-store.js';
import { createNodeStore } from './node-store.js';

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 200);
const MEMORY: PhoneMemory = {
  accounts: { from: 'options', list: [{ seed: SEED, label: 'Imported', isGranted: false }] },
};

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'store-')), 'phone');
});

afterEach(() => rm(join(folder, '..'), { recursive: true }));

describe('createNodeStore', () => {
  it('returns what was saved, in a later run, too', async () => {
    await createNodeStore(folder).save(MEMORY);
    expect(await createNodeStore(folder).load()).toEqual(MEMORY);
  });

  it('has nothing at first, and nothing that another program has changed', async () => {
    expect(await createNodeStore(folder).load()).toEqual({});
    await createNodeStore(folder).save(MEMORY);
    await writeFile(join(folder, 'seeds-of-accounts.pem'), '');
    expect(await createNodeStore(folder).load()).toEqual({});
    for (const text of ['', '[]', '{"accounts":1,"settings":2}', '{"accounts":{"from":"a","labels":[1]}}']) {
      await writeFile(join(folder, 'phone.json'), text);
      expect(await createNodeStore(folder).load()).toEqual({});
    }
  });

  it('keeps seeds in files that only the user can read, and that Vite does not serve', async () => {
    const store = createNodeStore(folder);
    await store.getSeeds(1);
    await store.save(MEMORY);
    const names = await readdir(folder);
    expect(names.sort()).toEqual(['phone.json', 'seeds-of-accounts.pem', 'seeds.pem']);
    const json = await readFile(join(folder, 'phone.json'), 'utf8');
    expect(json).toContain('Imported');
    for (const encoding of ['base64', 'hex'] as const) {
      expect(json).not.toContain(Buffer.from(SEED.slice(0, 6)).toString(encoding));
    }
    if (process.platform === 'win32') return;
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('keeps what another server of the project has stored since', async () => {
    const [store, other] = [createNodeStore(folder), createNodeStore(folder)];
    await store.save(MEMORY);
    const settings = { from: 'options', values: (await createMockWallet()).getSettings() };
    await other.save({ settings });
    expect(await createNodeStore(folder).load()).toEqual({ ...MEMORY, settings });
  });

  it('forgets everything, also the seeds', async () => {
    const store = createNodeStore(folder);
    const seeds = await store.getSeeds(2);
    await store.save(MEMORY);
    await store.clear();
    expect(await readdir(folder)).toEqual([]);
    expect(await store.load()).toEqual({});
    expect(await store.getSeeds(2)).not.toEqual(seeds);
  });

  it('says once where no file can be written, and rejects nothing', async () => {
    await writeFile(join(folder, '..', 'file'), '');
    const warnings: string[] = [];
    const store = createNodeStore(join(folder, '..', 'file'), (message) => warnings.push(message));
    expect(await store.getSeeds(1)).toHaveLength(1);
    await store.save(MEMORY);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Mock wallet: its accounts and settings last only as long as this server \(E[A-Z]+: .*\)\.$/,
      ),
    ]);
  });

  it('rejects nothing where no file can be written', async () => {
    const store = createNodeStore(join(folder, '\0'));
    expect(await store.getSeeds(1)).toHaveLength(1);
    await store.save(MEMORY);
    await store.clear();
    expect(await store.load()).toEqual({});
  });
});
