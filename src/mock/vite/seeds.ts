import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeBase64, encodeBase64 } from '../../bytes.js';

const SEED_LENGTH = 32;

/**
 * Gives `count` Ed25519 seeds of 32 bytes from a file, so that accounts outlive the dev server; seeds that are not
 * there are made at random and added. A file that cannot be understood is made anew.
 */
export async function loadSeeds(file: string, count: number): Promise<readonly Uint8Array[]> {
  const known = parseSeeds(await readFile(file, 'utf8').catch(() => ''));
  if (known.length >= count) return known.slice(0, count);
  const seeds = Array.from(
    { length: count },
    (_, index) => known[index] ?? crypto.getRandomValues(new Uint8Array(SEED_LENGTH)),
  );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ seeds: seeds.map(encodeBase64) })}\n`, { mode: 0o600 });
  return seeds;
}

function parseSeeds(json: string): readonly Uint8Array[] {
  try {
    const { seeds } = JSON.parse(json) as Readonly<{ seeds: readonly string[] }>;
    const decoded = seeds.map(decodeBase64);
    return decoded.every((seed) => seed.length === SEED_LENGTH) ? decoded : [];
  } catch {
    return [];
  }
}
