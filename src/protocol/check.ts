import { type Bytes, decodeBase64, encodeBase64, KEY_LENGTH } from '../util/bytes.js';
import { attempt, MobileWalletError } from '../util/errors.js';
import { isJsonObject } from '../util/json-object.js';
import { isIcon } from './icon.js';
import { getLabel, isBaseUri, isPlainText } from './text-checks.js';

/**
 * Returns an untrusted value as a `T`, or throws `INVALID_RESPONSE` with its `path`. These checks do not use
 * a schema library, because every dapp loads them for its first connect.
 */
export type Check<T> = (value: unknown, path: string) => T;

/** Creates the error for a response of the wrong shape. */
export function createInvalidResponseError(
  path: string,
  expectation: string,
  cause?: unknown,
): MobileWalletError<'INVALID_RESPONSE'> {
  const message = `The wallet's response is malformed: ${path} ${expectation}`;
  return new MobileWalletError('INVALID_RESPONSE', message, { path }, { cause });
}

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

/** Decodes standard base64, of exactly `length` bytes if given. */
export const checkBase64 =
  (length?: number): Check<Bytes> =>
  (value, path) => {
    const text = checkString(value, path);
    const bytes = attempt(() => decodeBase64(text));
    if (!bytes) throw createInvalidResponseError(path, 'must be base64');
    if (length !== undefined && bytes.length !== length) {
      throw createInvalidResponseError(path, `must be ${length} bytes, not ${bytes.length}`);
    }
    return bytes;
  };

/** Reads standard base64 without decoding it, of exactly `length` bytes if given. */
export const checkEncoded =
  (length?: number): Check<string> =>
  (value, path) => {
    checkBase64(length)(value, path);
    return value as string;
  };

/**
 * Reads a public key in canonical base64. Otherwise a base58 address of 43 characters would pass, as another
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

/** Reads a value that may be absent. Wallets also write `null` for an absent value. */
export const checkOptional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, path) =>
    value === undefined || value === null ? undefined : check(value, path);

/** Reads those members of an object that `shape` names. Leaves out absent members. */
export const checkObject =
  <T extends object>(shape: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value, path) => {
    if (!isJsonObject(value)) throw createInvalidResponseError(path, 'must be an object');
    const members: Record<string, unknown> = {};
    for (const [key, check] of Object.entries<Check<unknown>>(shape)) {
      const member = check(value[key], `${path}.${key}`);
      if (member !== undefined) members[key] = member;
    }
    return members as T;
  };

/** The most accounts of one authorization. */
export const MAX_ACCOUNTS = 100;
/** Lengths are characters of JavaScript strings (UTF-16 code units). */
const MAX_TOKEN_LENGTH = 4_096;
const MAX_DISPLAY_ADDRESS_LENGTH = 128;
const MAX_NAME_LENGTH = 64;
/** The most chains or features of one account, and the most features or transaction versions of a wallet. */
export const MAX_NAMES = 32;
const MAX_ICON_LENGTH = 32_768;
/**
 * The most characters of all account icons of one authorization together, because `localStorage` is limited.
 */
const MAX_ICONS_LENGTH = 131_072;

/**
 * Reads a token. Refuses a token that is too long instead of cutting it, because a part of it would be
 * another token.
 */
export const checkToken: Check<string> = (value, path) => {
  const token = checkString(value, path);
  if (token === '') throw createInvalidResponseError(path, 'must not be empty');
  if (token.length <= MAX_TOKEN_LENGTH) return token;
  throw createInvalidResponseError(path, `must not be longer than ${MAX_TOKEN_LENGTH} characters`);
};

/** Reads a text that pages show: its beginning, in plain text ({@link isPlainText}). */
export const checkLabel: Check<string> = (value, path) => getLabel(checkString(value, path));

const checkUsable =
  (isUsable: (text: string) => boolean): Check<string | undefined> =>
  (value, path) => {
    const text = checkString(value, path);
    return isUsable(text) ? text : undefined;
  };

/** Reads a text that must not be cut or changed; `undefined` if it is too long or not plain. */
export const checkShortText: Check<string | undefined> = checkUsable(
  (text) => text.length <= MAX_DISPLAY_ADDRESS_LENGTH && isPlainText(text),
);

/** Reads the names of chains or features. Leaves out names that are too long, and names beyond the limit. */
export const checkNames: Check<readonly string[]> = (value, path) =>
  checkArray(checkString)(value, path)
    .filter((name) => name.length <= MAX_NAME_LENGTH)
    .slice(0, MAX_NAMES);

const checkUnbrokenIcon = checkUsable((icon) => icon.length <= MAX_ICON_LENGTH && isIcon(icon));

/**
 * Reads an icon; `undefined` if it cannot be shown. Removes line breaks, because Android's encoder adds them
 * by default.
 */
export const checkIcon: Check<string | undefined> = (value, path) =>
  checkUnbrokenIcon(checkString(value, path).replace(/[\r\n]/g, ''), path);

/** Reads a `wallet_uri_base`; `undefined` if it cannot be used. */
export const checkBaseUri: Check<string | undefined> = checkUsable(isBaseUri);

/** Returns the accounts without the icons that exceed the limit for all of them together. */
export function limitIcons<T extends Readonly<{ icon?: string }>>(accounts: readonly T[]): readonly T[] {
  let left = MAX_ICONS_LENGTH;
  return accounts.map((account) => {
    left -= account.icon?.length ?? 0;
    if (left >= 0) return account;
    const { icon: _, ...rest } = account;
    return rest as T;
  });
}
