import { assertArgument, attempt } from './errors.js';

/**
 * Whether `value` is a `Uint8Array` of any realm that can be read: its buffer may have been transferred or
 * have shrunk.
 */
export function isBytes(value: unknown): value is Uint8Array {
  if (!ArrayBuffer.isView(value)) return false;
  const array = value as Uint8Array;
  // `values` throws for an array that cannot be read, whose length is 0 as that of an empty one.
  return array[Symbol.toStringTag] === 'Uint8Array' && attempt(() => array.values()) !== undefined;
}

/** Throws `INVALID_ARGUMENT` unless {@link isBytes}. */
export function assertBytes(value: unknown, argument: string): asserts value is Uint8Array {
  assertArgument(isBytes(value), argument, 'must be a Uint8Array that can be read, and no promise of one');
}
