import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSeeds } from './seeds.js';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'seeds-'));
  file = join(directory, 'mobile-wallet', 'seeds.json');
});

afterEach(() => rm(directory, { recursive: true }));

describe('loadSeeds', () => {
  it('makes different seeds of 32 bytes and gives them again', async () => {
    const seeds = await loadSeeds(file, 2);
    expect(seeds.map((seed) => seed.length)).toEqual([32, 32]);
    expect(seeds[0]).not.toEqual(seeds[1]);
    expect(await loadSeeds(file, 2)).toEqual(seeds);
  });

  it('keeps the seeds it knows when more, and when fewer, are asked for', async () => {
    const two = await loadSeeds(file, 2);
    const three = await loadSeeds(file, 3);
    expect(three.slice(0, 2)).toEqual(two);
    expect(await loadSeeds(file, 1)).toEqual(two.slice(0, 1));
    expect(await loadSeeds(file, 3)).toEqual(three);
  });

  it.each(['', '{', '{"seeds":["AAAA"]}', '{"seeds":[1]}', 'null'])('replaces %j', async (content) => {
    const broken = join(directory, 'seeds.json');
    await writeFile(broken, content);
    const seeds = await loadSeeds(broken, 1);
    expect(seeds[0]).toHaveLength(32);
    expect(await loadSeeds(broken, 1)).toEqual(seeds);
  });
});
