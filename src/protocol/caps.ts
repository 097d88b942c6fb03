import { isBaseUri } from './association.js';
import { type Check, checkArray, checkString, createInvalidResponseError } from './check.js';
import { isIcon } from './icon.js';
import { isPlainText, toPlainText } from './text.js';

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
