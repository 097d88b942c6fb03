import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeBase64Url } from 'mobile-wallet-standard/endpoint';

/** A private key (PKCS #8) and the seed in it. */
type Key = Readonly<{ pem: string; seed: Uint8Array }>;

const SEED_LENGTH = 32;
const PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/g;

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
  const stored = getKeys(await readFile(file, 'utf8').catch(() => ''));
  const missing = Math.max(count - stored.length, 0);
  const keys = [...stored, ...Array.from({ length: missing }, createKey)];
  if (missing > 0) await writePrivately(file, keys.map(({ pem }) => pem).join('')).catch(() => {});
  return keys.slice(0, count).map(({ seed }) => seed);
}

async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
  // `writeFile` does not change the mode of an existing file.
  await chmod(file, 0o600);
}

function createKey(): Key {
  const { privateKey } = generateKeyPairSync('ed25519');
  return readKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

function getKeys(text: string): readonly Key[] {
  try {
    return (text.match(PEM) ?? []).map(readKey);
  } catch {
    return [];
  }
}

function readKey(pem: string): Key {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  const seed = decodeBase64Url(d);
  if (seed.length !== SEED_LENGTH) throw new RangeError('This is not an Ed25519 key');
  return { pem, seed };
}
