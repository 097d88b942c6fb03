import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getArrayDecoder,
  getBooleanDecoder,
  getEnumDecoder,
  getI16Decoder,
  getI64Decoder,
  getStructDecoder,
  getTupleDecoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getUtf8Decoder,
  transformDecoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { AccountState, getTokenSize } from '@solana-program/token';

/** Reads an address; `null` for one of zeros, which stands for none. */
export const nonZeroAddressDecoder: Decoder<string | null> = transformDecoder(
  getAddressDecoder(),
  (address) => (address === SYSTEM_PROGRAM_ADDRESS ? null : address),
);

const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder());
const fee = getStructDecoder([
  ['epoch', getU64Decoder()],
  ['maximumFee', getU64Decoder()],
  ['transferFeeBasisPoints', getU16Decoder()],
]);
const one = <T>(name: string, decoder: Decoder<T>): Decoder<object> => getStructDecoder([[name, decoder]]);
const pointer = (name: string): Decoder<object> =>
  getStructDecoder([
    ['authority', nonZeroAddressDecoder],
    [name, nonZeroAddressDecoder],
  ]);

/** The extensions of mints and token accounts, by their number; some are only there. */
const EXTENSIONS: Readonly<Record<number, readonly [name: string, decoder?: Decoder<object>]>> = {
  1: [
    'transferFeeConfig',
    getStructDecoder([
      ['transferFeeConfigAuthority', nonZeroAddressDecoder],
      ['withdrawWithheldAuthority', nonZeroAddressDecoder],
      ['withheldAmount', getU64Decoder()],
      ['olderTransferFee', fee],
      ['newerTransferFee', fee],
    ]),
  ],
  2: ['transferFeeAmount', one('withheldAmount', getU64Decoder())],
  3: ['mintCloseAuthority', one('closeAuthority', nonZeroAddressDecoder)],
  6: [
    'defaultAccountState',
    one(
      'accountState',
      transformDecoder(getEnumDecoder(AccountState), (state) => String(AccountState[state]).toLowerCase()),
    ),
  ],
  7: ['immutableOwner'],
  8: ['memoTransfer', one('requireIncomingTransferMemos', getBooleanDecoder())],
  9: ['nonTransferable'],
  10: [
    'interestBearingConfig',
    getStructDecoder([
      ['rateAuthority', nonZeroAddressDecoder],
      ['initializationTimestamp', getI64Decoder()],
      ['preUpdateAverageRate', getI16Decoder()],
      ['lastUpdateTimestamp', getI64Decoder()],
      ['currentRate', getI16Decoder()],
    ]),
  ],
  11: ['cpiGuard', one('lockCpi', getBooleanDecoder())],
  12: ['permanentDelegate', one('delegate', nonZeroAddressDecoder)],
  13: ['nonTransferableAccount'],
  14: ['transferHook', pointer('programId')],
  15: ['transferHookAccount', one('transferring', getBooleanDecoder())],
  18: ['metadataPointer', pointer('metadataAddress')],
  19: [
    'tokenMetadata',
    getStructDecoder([
      ['updateAuthority', nonZeroAddressDecoder],
      ['mint', getAddressDecoder()],
      ['name', text],
      ['symbol', text],
      ['uri', text],
      ['additionalMetadata', getArrayDecoder(getTupleDecoder([text, text]))],
    ]),
  ],
  20: ['groupPointer', pointer('groupAddress')],
  22: ['groupMemberPointer', pointer('memberAddress')],
};

/** Each extension begins with two numbers of two bytes, its kind and its length. */
const HEADER = 4;

/**
 * Returns the extensions behind a mint or a token account of Token-2022, as a validator writes them. Of those
 * that are not in the list it tells only that they are there.
 */
export function readExtensions(data: Uint8Array): readonly object[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: object[] = [];
  // Behind the bytes of a token account, which a mint is filled up to, and the byte of its kind.
  let offset = getTokenSize() + 1;
  while (offset + HEADER <= data.length && view.getUint16(offset, true) !== 0) {
    const end = offset + HEADER + view.getUint16(offset + 2, true);
    found.push(readExtension(view.getUint16(offset, true), data.subarray(offset + HEADER, end)));
    offset = end;
  }
  return found;
}

function readExtension(kind: number, data: Uint8Array): object {
  const [extension, decoder] = EXTENSIONS[kind] ?? [];
  try {
    if (extension !== undefined) return { extension, ...(decoder && { state: decoder.decode(data) }) };
  } catch {
    // The bytes end early.
  }
  return { extension: 'unparseableExtension' };
}
