import { type Bytes, decodeBase58, equalBytes } from 'mobile-wallet-standard/endpoint';
import { tryParseJson } from '../../explain/foreign.js';
import { createSigner } from '../../wallet/accounts.js';

const SEED_LENGTH = 32;
const SECRET_KEY_LENGTH = 64;
const HEX = /^(?:0x)?((?:[0-9a-f]{64}){1,2})$/i;
/** A recovery phrase has at least 12 words. */
const PHRASE = /^(\p{L}+\s+){11,}\p{L}+$/u;

/**
 * Returns the 32-byte seed in a key that a person pastes: a secret key (64 bytes: the seed and the public
 * key) or a seed, as base58, as hexadecimal digits, or as a JSON array, which is what `solana-keygen` writes.
 *
 * @throws Error that says what is wrong with the text
 */
export async function readSeed(text: string): Promise<Bytes> {
  const bytes = parseBytes(text.trim());
  if (bytes.length === SEED_LENGTH) return bytes;
  if (bytes.length !== SECRET_KEY_LENGTH) {
    throw new Error(
      `This has ${bytes.length} bytes. A secret key has ${SECRET_KEY_LENGTH}, and a seed ${SEED_LENGTH}.`,
    );
  }
  const seed = bytes.slice(0, SEED_LENGTH);
  if (!equalBytes(await derivePublicKey(seed), bytes.slice(SEED_LENGTH))) {
    throw new Error('This key is damaged: its public half does not belong to its secret half.');
  }
  return seed;
}

async function derivePublicKey(seed: Bytes): Promise<Bytes> {
  // Insecure pages have no WebCrypto.
  if (!globalThis.crypto?.subtle) {
    throw new Error(
      'This page cannot check the key, because it is insecure. Open it on localhost, or by https.',
    );
  }
  const { account } = await createSigner(seed, '');
  return account.publicKey;
}

function parseBytes(text: string): Bytes {
  if (text === '') throw new Error('Paste a secret key or a seed, or choose a key file.');
  if (/^[[{"]/.test(text)) return parseJsonBytes(text);
  const hex = HEX.exec(text)?.[1];
  if (hex !== undefined)
    return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  if (PHRASE.test(text)) {
    throw new Error(
      'This looks like a recovery phrase, which cannot be imported. Export the account’s secret key instead.',
    );
  }
  return parseBase58(text);
}

function parseBase58(text: string): Bytes {
  try {
    return decodeBase58(text);
  } catch {
    throw new Error('This is no key: neither base58, nor hexadecimal digits, nor a JSON array of numbers.');
  }
}

function parseJsonBytes(text: string): Bytes {
  const value = tryParseJson(text);
  if (value === undefined) {
    throw new Error('This JSON is incomplete or malformed. Copy the whole key file.');
  }
  if (typeof value === 'string') return parseBytes(value.trim());
  if (!Array.isArray(value)) throw new Error('This JSON is no key: a key file is an array of 64 numbers.');
  const wrong = value.findIndex((byte) => !Number.isInteger(byte) || byte < 0 || byte > 255);
  if (wrong >= 0) throw new Error(`This JSON is no key: entry ${wrong + 1} is not a number from 0 to 255.`);
  return Uint8Array.from(value);
}
