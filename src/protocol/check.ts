import { type Bytes, decodeBase64, encodeBase64 } from '../bytes.js';
import { MobileWalletError } from '../errors.js';
import { isJsonObject } from './json.js';

/**
 * Reads an untrusted value as a `T`, or throws `INVALID_RESPONSE` naming its `path`. Written here rather
 * than taken from a schema library: these few lines stand in every dapp's first connect.
 */
export type Check<T> = (value: unknown, path: string) => T;

/** Makes the error for an answer of the wrong shape. */
export function createInvalidResponseError(
  path: string,
  expectation: string,
  cause?: unknown,
): MobileWalletError<'INVALID_RESPONSE'> {
  const message = `The wallet's answer is malformed: ${path} ${expectation}`;
  return new MobileWalletError(
    'INVALID_RESPONSE',
    message,
    { path },
    cause === undefined ? undefined : { cause },
  );
}

/** Reads a value; gives `undefined` where it is of the wrong shape. */
export function attempt<T>(check: Check<T>, value: unknown): T | undefined {
  try {
    return check(value, '');
  } catch {
    return undefined;
  }
}

/** Bytes of an Ed25519 signature. */
export const SIGNATURE_LENGTH = 64;
const KEY_LENGTH = 32;

const checkTypeOf =
  <T>(type: string): Check<T> =>
  (value, path) => {
    if (typeof value !== type) throw createInvalidResponseError(path, `must be a ${type}`);
    return value as T;
  };

/** Reads a string. */
export const checkString: Check<string> = checkTypeOf('string');
/** Reads a boolean. */
export const checkBoolean: Check<boolean> = checkTypeOf('boolean');
/** Reads a number. */
export const checkNumber: Check<number> = checkTypeOf('number');

/** Reads standard base64; with `length`, exactly that many bytes. */
export const checkBase64 =
  (length?: number): Check<Bytes> =>
  (value, path) => {
    const bytes = decode(checkString(value, path), path);
    if (length !== undefined && bytes.length !== length) {
      throw createInvalidResponseError(path, `must be ${length} bytes, not ${bytes.length}`);
    }
    return bytes;
  };

/** Reads base64 text that stays text, of `length` bytes if given. */
export const checkEncoded =
  (length?: number): Check<string> =>
  (value, path) => {
    checkBase64(length)(value, path);
    return value as string;
  };

/**
 * Reads a public key in base64, exactly as it is encoded: a base58 address of 43 characters would decode, too, to another
 * key.
 */
export const checkKey: Check<string> = (value, path) => {
  if (encodeBase64(checkBase64(KEY_LENGTH)(value, path)) === value) return value;
  throw createInvalidResponseError(path, 'must be padded base64');
};

/** Reads an array, of exactly `length` items if given. */
export const checkArray =
  <T>(item: Check<T>, length?: number): Check<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw createInvalidResponseError(path, 'must be an array');
    if (length !== undefined && value.length !== length) {
      throw createInvalidResponseError(path, `must have ${length} items, not ${value.length}`);
    }
    return value.map((element, index) => item(element, `${path}[${index}]`));
  };

/** Reads a value that may be absent; wallets write `null` for absent, too. */
export const checkOptional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, path) =>
    value === undefined || value === null ? undefined : check(value, path);

/** Reads an object's known members, drops the others, and leaves out those that are absent. */
export const checkObject =
  <T extends object>(shape: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value, path) => {
    if (!isJsonObject(value)) throw createInvalidResponseError(path, 'must be an object');
    const members = Object.entries<Check<unknown>>(shape)
      .map(([key, check]) => [key, check(value[key], `${path}.${key}`)] as const)
      .filter(([, member]) => member !== undefined);
    return Object.fromEntries(members) as T;
  };

function decode(text: string, path: string): Bytes {
  try {
    return decodeBase64(text);
  } catch {
    throw createInvalidResponseError(path, 'must be base64');
  }
}
