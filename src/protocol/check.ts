import { type Bytes, decodeBase64, encodeBase64 } from '../bytes.js';
import { MobileWalletError } from '../errors.js';
import { isBaseUri } from './association.js';
import { isIcon } from './identity.js';
import { isJsonObject } from './types.js';

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

/** Most accounts that one authorization may name. */
export const MOST_ACCOUNTS = 100;
/** Lengths are characters of JavaScript strings (UTF-16 code units). */
const LONGEST_TOKEN = 4_096;
const LONGEST_TEXT = 128;
const LONGEST_NAME = 64;
/** Most chains or features of one account, and most features or transaction versions of a wallet. */
export const MOST_NAMES = 32;
const LONGEST_ICON = 32_768;
/** All account icons of one authorization together, because an authorization is kept in the page's `localStorage`. */
const LONGEST_ICONS = 131_072;

/** Reads a token. An empty one could not be told from none, and a token that is cut would be another one. */
export const checkToken: Check<string> = (value, path) => {
  const token = checkString(value, path);
  if (token === '') throw createInvalidResponseError(path, 'must not be empty');
  if (token.length <= LONGEST_TOKEN) return token;
  throw createInvalidResponseError(path, `must not be longer than ${LONGEST_TOKEN} characters`);
};

/** Reads a text for people; only its beginning counts, without characters that could change how the page shows it. */
export const checkLabel: Check<string> = (value, path) =>
  toPlainText(checkString(value, path).slice(0, LONGEST_TEXT));

/** Reads a text that means nothing once it is cut or changed; `undefined` where it is too long or not plain. */
export const checkShortText: Check<string | undefined> = (value, path) => {
  const text = checkString(value, path);
  return text.length <= LONGEST_TEXT && isPlainText(text) ? text : undefined;
};

const checkStrings = checkArray(checkString);

/** Reads names of chains or features. Names that are too long, and those beyond the cap, are left out. */
export const checkNames: Check<readonly string[]> = (value, path) =>
  checkStrings(value, path)
    .filter((name) => name.length <= LONGEST_NAME)
    .slice(0, MOST_NAMES);

/** Reads an icon; `undefined` where it is too long or not an image in a data URI. */
export const checkIcon: Check<string | undefined> = (value, path) => {
  const icon = checkString(value, path);
  return icon.length <= LONGEST_ICON && isIcon(icon) ? icon : undefined;
};

/** Reads a `wallet_uri_base`; `undefined` where it could not be used. */
export const checkBaseUri: Check<string | undefined> = (value, path) => {
  const baseUri = checkString(value, path);
  return isBaseUri(baseUri) ? baseUri : undefined;
};

/** Gives the accounts with as many of their icons, from the first on, as may be kept. */
export function withinIconCap<T extends Readonly<{ icon?: string }>>(accounts: readonly T[]): readonly T[] {
  let left = LONGEST_ICONS;
  return accounts.map((account) => {
    left -= account.icon?.length ?? 0;
    if (left >= 0) return account;
    const { icon: _, ...rest } = account;
    return rest as T;
  });
}

/**
 * Characters that change how the text around them is shown without being seen themselves: control characters (line
 * breaks are among them), line and paragraph separators, bidirectional controls, and halves of surrogate pairs.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/** Whether `text` has only characters that stay within their line and are shown where they stand. */
export function isPlainText(text: string): boolean {
  return text.search(UNSAFE) === -1;
}

/** Removes all other characters than {@link isPlainText} allows. */
export function toPlainText(text: string): string {
  return text.replace(UNSAFE, '');
}
