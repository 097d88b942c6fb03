import { decodeBase64, encodeBase64, isBytes } from 'mobile-wallet-standard/endpoint';

/**
 * Returns JSON, `bigint` and bytes as JSON in which every string begins with a letter for its type: `s` for text, `n` for a
 * `bigint`, `b` for bytes. Therefore text from a dapp can never be parsed as anything but text.
 */
export function stringifyTagged(value: unknown): string {
  return JSON.stringify(tag(value));
}

/**
 * Parses the result of {@link stringifyTagged}; throws a `SyntaxError` for anything else. The caller knows its shape where the
 * mock wallet itself wrote it.
 */
export function parseTagged<T = unknown>(json: string): T {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? untag(value) : value));
}

function tag(value: unknown): unknown {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (isBytes(value)) return `b${encodeBase64(value)}`;
  if (Array.isArray(value)) return value.map(tag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tag(member)]));
}

function untag(text: string): unknown {
  const content = text.slice(1);
  switch (text[0]) {
    case 's':
      return content;
    case 'n':
      return BigInt(content);
    case 'b':
      return decodeBase64(content);
    default:
      throw new SyntaxError('A string has no type tag');
  }
}
