import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { parseLookupTable } from '../describe-transaction.js';

/** The program that owns address lookup tables. */
export const LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';

const HEADER_SIZE = 56;
const TABLE_TYPE = 1;

/** An address lookup table as `jsonParsed` has it; `undefined` for data that is none. */
export function parseLookupTableAccount(
  data: Uint8Array,
): Readonly<{ type: 'lookupTable'; info: Readonly<Record<string, unknown>> }> | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < HEADER_SIZE || view.getUint32(0, true) !== TABLE_TYPE) return undefined;
  const info = {
    addresses: parseLookupTable(data),
    ...(data[21] === 1 && { authority: encodeBase58(data.subarray(22, 54)) }),
    deactivationSlot: view.getBigUint64(4, true).toString(),
    lastExtendedSlot: view.getBigUint64(12, true).toString(),
    lastExtendedSlotStartIndex: data[20],
  };
  return { type: 'lookupTable', info };
}
