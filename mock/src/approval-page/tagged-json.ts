import { decodeBase64, encodeBase64, isBytes } from 'mobile-wallet-standard/endpoint';

/** What {@link stringifyTagged} can carry: JSON, and also `bigint` and byte arrays. Unset members are left out. */
export type Taggable =
  | null
  | undefined
  | boolean
  | number
  | string
  | bigint
  | Uint8Array
  | readonly Taggable[]
  | Readonly<{ [key: string]: Taggable }>;

/**
 * Writes a value as JSON in which every string begins with a letter for its type: `s` text, `n` a `bigint`,
 * `b` bytes. A stranger's text can therefore never be read back as anything but text.
 */
export function stringifyTagged(value: Taggable): string {
  return JSON.stringify(tag(value));
}

/** Reads what {@link stringifyTagged} wrote; throws a `SyntaxError` on anything else. */
export function parseTagged(json: string): Taggable {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? untag(value) : value));
}

function tag(value: Taggable): unknown {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (isBytes(value)) return `b${encodeBase64(value)}`;
  if (Array.isArray(value)) return value.map(tag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tag(member)]));
}

function untag(text: string): Taggable {
  const content = text.slice(1);
  switch (text[0]) {
    case 's':
      return content;
    case 'n':
      return BigInt(content);
    case 'b':
      return decodeBase64(content);
    default:
      throw new SyntaxError('A string without its type');
  }
}
