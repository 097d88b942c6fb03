import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { decodeBase64Url, isJsonObject } from 'mobile-wallet-standard/endpoint';
import { parseJson } from '../../explain/foreign.js';
import { SEED_LENGTH } from '../../phone/phone-store.js';
import { parseStoredPhone, type StoredPhone, stringifyStoredPhone } from '../../phone/stored-phone.js';
import { readText } from './whole-file.js';

const PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/g;

/** What earlier versions have stored in three files, and the paths of those that are read as a whole. */
export type FormerFiles = Readonly<{ stored: StoredPhone; files: readonly string[] }>;

/** Reads the files of earlier versions in a folder; `undefined` if there are none. */
export function readFormerFiles(folder: string): FormerFiles | undefined {
  const [first, own, others] = ['seeds.pem', 'seeds-of-accounts.pem', 'phone.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const [seeds, ownSeeds] = [readSeeds(first), readSeeds(own)];
  if (seeds.length + ownSeeds.length === 0) return undefined;
  const { accounts, settings } = readObject(parseJson(readText(others) ?? ''));
  const { from, labels } = readObject(accounts);
  // A kill could leave seeds without labels.
  const list = ownSeeds.map((seed, index) => ({
    label: `Account ${index + 1}`,
    isGranted: index === 0,
    ...(Array.isArray(labels) && readObject(labels[index])),
    seed,
  }));
  const memory = { accounts: { from, list }, ...(settings !== undefined && { settings }) };
  const stored = parseStoredPhone(stringifyStoredPhone({ seeds, memory } as unknown as StoredPhone));
  return stored ? { stored, files: [first, own, others] } : { stored: { seeds, memory: {} }, files: [first] };
}

function readObject(value: unknown) {
  return isJsonObject(value) ? value : {};
}

function readSeeds(file: string): readonly Uint8Array[] {
  const pems = (readText(file) ?? '').match(PEM) ?? [];
  return pems.map(readSeed).filter(({ length }) => length === SEED_LENGTH);
}

function readSeed(pem: string): Uint8Array {
  try {
    return decodeBase64Url(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '');
  } catch {
    return new Uint8Array();
  }
}
