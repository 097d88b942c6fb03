import { isJsonObject } from 'mobile-wallet-standard/endpoint';

const MAX_TEXT_LENGTH = 2_000;
/**
 * The most that is kept of a value, in characters. An item or member counts as some of them, because it takes
 * memory, too.
 */
const MAX_SIZE = 32_000;
const ITEM_SIZE = 20;
const MAX_DEPTH = 8;
/** Secrets, whatever their value. */
const SECRET_KEYS = ['auth_token', 'attest_origin'];

/**
 * Copies a JSON value for a log: cuts long texts and leaves out what is too much or too deep, each with a
 * note of it. Replaces every text for which `getMarker` returns one, and the values of members that hold
 * secrets.
 */
export function shortenJson(value: unknown, getMarker: (text: string) => string | undefined): unknown {
  let left = MAX_SIZE;

  const copyText = (text: string): string => {
    const marker = getMarker(text);
    if (marker !== undefined) return marker;
    const length = Math.max(Math.min(text.length, MAX_TEXT_LENGTH, left), 0);
    left -= length;
    return length === text.length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
  };

  const copyMember = (key: string, member: unknown, depth: number): unknown => {
    if (!SECRET_KEYS.includes(key)) return copy(member, depth);
    return (typeof member === 'string' ? getMarker(member) : undefined) ?? '(secret)';
  };

  const copyItems = <Item, Copy>(
    items: readonly Item[],
    copyItem: (item: Item) => Copy,
    more: Copy,
  ): Copy[] => {
    const copies: Copy[] = [];
    for (const item of items) {
      if (left <= 0) return [...copies, more];
      left -= ITEM_SIZE;
      copies.push(copyItem(item));
    }
    return copies;
  };

  const copy = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') return copyText(part);
    if (Array.isArray(part)) {
      const more = `… (${part.length} items)`;
      return depth > MAX_DEPTH ? more : copyItems(part, (item) => copy(item, depth + 1), more);
    }
    if (!isJsonObject(part)) return part;
    const members = Object.entries(part);
    const more: readonly [string, unknown] = ['…', `(${members.length} members)`];
    const copyEntry = ([key, member]: readonly [string, unknown]): readonly [string, unknown] => [
      copyText(key),
      copyMember(key, member, depth + 1),
    ];
    return Object.fromEntries(depth > MAX_DEPTH ? [more] : copyItems(members, copyEntry, more));
  };

  return copy(value, 0);
}
