import { decodeBase64, encodeBase64, isBytes } from 'mobile-wallet-standard/endpoint';

/**
 * Returns JSON in which every string begins with its type: `s` text, `n` bigint, `b` bytes. So a dapp's text
 * stays text.
 */
export function stringifyTagged(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    // Not the value that is passed, which for a `Buffer` is what its `toJSON` returns.
    const member = this[key];
    if (typeof member === 'string') return `s${member}`;
    if (typeof member === 'bigint') return `n${member}`;
    return isBytes(member) ? `b${encodeBase64(member)}` : member;
  });
}

/** How the text after each letter is read. */
const READERS: Readonly<Record<string, (content: string) => unknown>> = {
  s: String,
  n: BigInt,
  b: decodeBase64,
};

/**
 * Parses the result of {@link stringifyTagged}; throws a `SyntaxError` for anything else. The caller knows
 * its shape.
 */
export function parseTagged<T = unknown>(json: string): T {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? untag(value) : value));
}

function untag(text: string): unknown {
  const read = READERS[text.charAt(0)];
  if (!read) throw new SyntaxError('A string has no type tag');
  return read(text.slice(1));
}
