import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { concatBytes, decodeBase64, encodeBase64 } from 'mobile-wallet-standard/endpoint';

const SEED_LENGTH = 32;
/** The bytes before the seed in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const KEY_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);
const KEY = /-----BEGIN PRIVATE KEY-----\n(.+)\n-----END PRIVATE KEY-----/g;

/**
 * Returns the file that stores the seeds of the project in `root`. It is outside of the project, because Vite
 * serves the project's files to everyone who can reach the server. If the project is the home folder itself, the
 * file is inside after all, but Vite does not serve `*.pem` by default.
 */
export function getSeedsFile(root: string): string {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const project = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(state, 'mobile-wallet-standard', project, 'seeds.pem');
}

/**
 * Returns `count` Ed25519 seeds of 32 bytes from a file, so that accounts stay the same when the dev server
 * restarts. Missing seeds are created at random and added to the file. A malformed file is replaced. If the file
 * cannot be written, the seeds last as long as the server.
 */
export async function loadSeeds(file: string, count: number): Promise<readonly Uint8Array[]> {
  const known = parseSeeds(await readFile(file, 'utf8').catch(() => ''));
  if (known.length >= count) return known.slice(0, count);
  const seeds = Array.from(
    { length: count },
    (_, index) => known[index] ?? crypto.getRandomValues(new Uint8Array(SEED_LENGTH)),
  );
  await writePrivately(file, seeds.map(getPem).join('')).catch(() => {});
  return seeds;
}

async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
  // `writeFile` does not change the mode of an existing file.
  await chmod(file, 0o600);
}

function getPem(seed: Uint8Array): string {
  const key = encodeBase64(concatBytes(KEY_PREFIX, seed));
  return `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
}

function parseSeeds(text: string): readonly Uint8Array[] {
  try {
    const keys = Array.from(text.matchAll(KEY), ([, key = '']) => decodeBase64(key));
    const isWhole = keys.every(({ length }) => length === KEY_PREFIX.length + SEED_LENGTH);
    return isWhole ? keys.map((key) => key.slice(KEY_PREFIX.length)) : [];
  } catch {
    return [];
  }
}
