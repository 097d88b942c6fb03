import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeStore } from './node-store.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'former-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('the files of an earlier version', () => {
  const createPem = () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return {
      pem,
      seed: new Uint8Array(Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')),
    };
  };
  const [first, imported] = [createPem(), createPem()];

  it.each([
    ['as they were', [{ label: 'Imported', isGranted: true }], { label: 'Imported', isGranted: true }],
    // Of the two files, a kill has left the older one of the labels.
    ['without their labels', [], { label: 'Account 1', isGranted: true }],
  ])('are read once, %s', async (_, labels, expected) => {
    await writeFile(join(folder, 'seeds.pem'), first.pem);
    await writeFile(join(folder, 'seeds-of-accounts.pem'), imported.pem);
    await writeFile(join(folder, 'phone.json'), JSON.stringify({ accounts: { from: 'x', labels } }));
    for (const store of [createNodeStore(folder), createNodeStore(folder)]) {
      expect(await store.load()).toEqual({
        accounts: { from: 'x', list: [{ ...expected, seed: imported.seed }] },
      });
      expect(await store.getSeeds(1)).toEqual([first.seed]);
    }
    expect(await readdir(folder)).toEqual(['phone.pem']);
  });

  it('stay if they cannot be read as a whole', async () => {
    await writeFile(join(folder, 'seeds.pem'), first.pem);
    await writeFile(join(folder, 'seeds-of-accounts.pem'), imported.pem);
    expect(await createNodeStore(folder).getSeeds(1)).toEqual([first.seed]);
    expect(await readdir(folder)).toEqual(['phone.pem', 'seeds-of-accounts.pem']);
  });
});
