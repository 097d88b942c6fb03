import { assertArgument } from './errors.js';
import { isBytes } from './is-bytes.js';

/** Throws `INVALID_ARGUMENT` unless each value is bytes ({@link isBytes}). The keys are the names of the arguments. */
export function assertBytes(named: Readonly<Record<string, unknown>>): void {
  for (const [argument, value] of Object.entries(named)) {
    assertArgument(isBytes(value), argument, 'must be a Uint8Array that can be read');
  }
}
