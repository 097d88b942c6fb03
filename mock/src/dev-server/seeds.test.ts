import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getSeedsFile, loadSeeds, readSeeds, writeSeeds } from './seeds.js';

const PEM = '-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----\n';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'seeds-'));
  file = join(directory, 'mobile-wallet', 'seeds.pem');
});

afterEach(() => rm(directory, { recursive: true }));

describe('loadSeeds', () => {
  it('creates different seeds of 32 bytes and returns them again', async () => {
    const seeds = await loadSeeds(file, 2);
    expect(seeds.map((seed) => seed.length)).toEqual([32, 32]);
    expect(seeds[0]).not.toEqual(seeds[1]);
    expect(await loadSeeds(file, 2)).toEqual(seeds);
  });

  it('keeps its seeds when more, and when fewer, are requested', async () => {
    const two = await loadSeeds(file, 2);
    const three = await loadSeeds(file, 3);
    expect(three.slice(0, 2)).toEqual(two);
    expect(await loadSeeds(file, 1)).toEqual(two.slice(0, 1));
    expect(await loadSeeds(file, 3)).toEqual(three);
  });

  it('writes keys that other programs read, for the user alone', async () => {
    const broken = join(directory, 'seeds.pem');
    await writeFile(broken, '', { mode: 0o644 });
    const [seed] = await loadSeeds(broken, 1);
    const { d } = createPrivateKey(await readFile(broken)).export({ format: 'jwk' });
    expect(Buffer.from(d ?? '', 'base64url')).toEqual(Buffer.from(seed ?? []));
    if (process.platform !== 'win32') expect((await stat(broken)).mode & 0o777).toBe(0o600);
  });

  it('returns seeds even if no file can be written', async () => {
    expect(await loadSeeds(join(directory, 'none\0'), 2)).toHaveLength(2);
  });

  it.each(['', '{', PEM.replace('!', 'AAAA'), PEM])('replaces %j', async (content) => {
    const broken = join(directory, 'seeds.pem');
    await writeFile(broken, content);
    const seeds = await loadSeeds(broken, 1);
    expect(seeds[0]).toHaveLength(32);
    expect(await loadSeeds(broken, 1)).toEqual(seeds);
  });
});

describe('writeSeeds', () => {
  it('replaces the file at once, so that no other server reads half of it', async () => {
    const seeds = Array.from({ length: 50 }, (_, index) => new Uint8Array(32).fill(index));
    await writeSeeds(file, seeds);
    let isWriting = true;
    const write = async (): Promise<void> => {
      for (let count = 0; count < 20; count++) await writeSeeds(file, seeds);
    };
    const lengths = new Set<number>();
    const read = async (): Promise<void> => {
      while (isWriting) lengths.add((await readSeeds(file)).length);
    };
    await Promise.all([write().finally(() => (isWriting = false)), read()]);
    expect([...lengths]).toEqual([50]);
    expect(await readdir(dirname(file))).toEqual(['seeds.pem']);
  });
});

describe('getSeedsFile', () => {
  it('is a different file for each project, outside of it', () => {
    const [one, two] = ['/projects/one', '/projects/two'].map(getSeedsFile);
    expect(one).not.toBe(two);
    expect(one).not.toContain('/projects/one');
    expect(getSeedsFile('/projects/one')).toBe(one);
  });
});
