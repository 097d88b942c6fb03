import { createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { decodeBase64Url } from 'mobile-wallet-standard/endpoint';

/** A private key (PKCS #8) and the seed in it. */
type Key = Readonly<{ pem: string; seed: Uint8Array }>;

/** The name of the file with a phone's first seeds. */
export const SEEDS_NAME = 'seeds.pem';

const SEED_LENGTH = 32;
/** The bytes before the seed in an Ed25519 private key of PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/g;

/**
 * Returns the folder that stores the phone of the project in `root`. It is outside of the project, because Vite
 * serves the project's files to everyone who can reach the server. If the project is the home folder itself, the
 * folder is inside after all, but Vite does not serve `*.pem` by default, and seeds are in such files only.
 */
export function getStateFolder(root: string): string {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const project = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(state, 'mobile-wallet-standard', project);
}

/** Returns the file with the seeds that the phone of the project in `root` begins with. */
export function getSeedsFile(root: string): string {
  return join(getStateFolder(root), SEEDS_NAME);
}

/**
 * Returns `count` Ed25519 seeds of 32 bytes from a file, so that accounts stay the same when the dev server
 * restarts. Missing seeds are created at random and added to the file. A malformed file is replaced. If the file
 * cannot be written, `onFailure` is called, and the seeds last as long as the server.
 */
export async function loadSeeds(
  file: string,
  count: number,
  onFailure: (error: unknown) => void = () => {},
): Promise<readonly Uint8Array[]> {
  const stored = getKeys(await readFile(file, 'utf8').catch(() => ''));
  const missing = Math.max(count - stored.length, 0);
  const keys = [...stored, ...Array.from({ length: missing }, createKey)];
  if (missing > 0) await writePrivately(file, keys.map(({ pem }) => pem).join('')).catch(onFailure);
  return keys.slice(0, count).map(({ seed }) => seed);
}

/** Returns the seeds in a file; none if it is missing or malformed. */
export async function readSeeds(file: string): Promise<readonly Uint8Array[]> {
  return getKeys(await readFile(file, 'utf8').catch(() => '')).map(({ seed }) => seed);
}

/** Writes seeds to a file that only the user can read. */
export async function writeSeeds(file: string, seeds: readonly Uint8Array[]): Promise<void> {
  const keys = seeds.map((seed) => {
    const key = Buffer.concat([PKCS8_HEADER, seed]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' });
  });
  await writePrivately(file, keys.join(''));
}

/** Writes a file that only the user can read, and its folder. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Replace the file at once, because another server of the project may read it now, and this one may be stopped. The new
  // file's name ends like the old one's, because Vite does not serve `*.pem`.
  const written = join(folder, `${randomBytes(8).toString('hex')}-${basename(file)}`);
  try {
    await writeFile(written, text, { mode: 0o600 });
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
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
