import { isMobileWalletError, MobileWalletError } from '../../errors.js';
import type { Batch } from './batches.js';

/** Puts what an error says of a request's payloads in the places of the caller's inputs: others count as valid. */
export function placeData(error: unknown, { indexes }: Batch<unknown>, count: number): unknown {
  return mapValid(error, (valid) =>
    Array.from({ length: count }, (_, place) => valid[indexes.indexOf(place)] ?? true),
  );
}

/** Leaves of what an error says of a request's payloads what concerns one of them. */
export function pickData(error: unknown, index: number): unknown {
  return mapValid(error, (valid) => [valid[index] ?? true]);
}

function mapValid(error: unknown, map: (valid: readonly boolean[]) => readonly boolean[]): unknown {
  if (!isMobileWalletError(error, 'INVALID_PAYLOADS') || !error.context.data) return error;
  const context = { ...error.context, data: { valid: map(error.context.data.valid) } };
  return new MobileWalletError('INVALID_PAYLOADS', error.message, context, { cause: error });
}
