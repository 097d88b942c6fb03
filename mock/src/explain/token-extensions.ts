import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getArrayDecoder,
  getBooleanDecoder,
  getEnumDecoder,
  getI16Decoder,
  getI64Decoder,
  getOptionDecoder,
  getStructDecoder,
  getTupleDecoder,
  getU8Decoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getUtf8Decoder,
  type ReadonlyUint8Array,
  transformDecoder,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { AccountState, getTokenSize } from '@solana-program/token';
import type { ReadableInstruction } from './instructions/instruction.js';
import { formatHex } from './text.js';

/**
 * An instruction's type, the names of its accounts in their order, and the name of the authority behind them,
 * which may be shared. `…` stands behind the name of all the others.
 */
export type Row = readonly [type: string, accounts: string, authority?: string];

/** What the data has, one after the other, by its name in `jsonParsed`. */
type Fields = Readonly<Record<string, keyof typeof DECODERS>>;

const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder());
/** What extensions and their instructions are made of. */
export const DECODERS = {
  u8: getU8Decoder(),
  u16: getU16Decoder(),
  u64: getU64Decoder(),
  i16: getI16Decoder(),
  i64: getI64Decoder(),
  truth: getBooleanDecoder(),
  text,
  texts: getArrayDecoder(getTupleDecoder([text, text])),
  address: getAddressDecoder(),
  /** An address of zeros stands for none. */
  nonZero: transformDecoder(getAddressDecoder(), (address) =>
    address === SYSTEM_PROGRAM_ADDRESS ? null : address,
  ),
  option: getOptionDecoder(getAddressDecoder()),
  state: transformDecoder(getEnumDecoder(AccountState), (state) => String(AccountState[state]).toLowerCase()),
  fee: getStructDecoder([
    ['epoch', getU64Decoder()],
    ['maximumFee', getU64Decoder()],
    ['transferFeeBasisPoints', getU16Decoder()],
  ]),
} as const satisfies Readonly<Record<string, Decoder<unknown>>>;

/** The extensions of mints and token accounts, by their number; some are only there. */
const EXTENSIONS: Readonly<Record<number, readonly [name: string, fields?: Fields]>> = {
  1: [
    'transferFeeConfig',
    {
      transferFeeConfigAuthority: 'nonZero',
      withdrawWithheldAuthority: 'nonZero',
      withheldAmount: 'u64',
      olderTransferFee: 'fee',
      newerTransferFee: 'fee',
    },
  ],
  2: ['transferFeeAmount', { withheldAmount: 'u64' }],
  3: ['mintCloseAuthority', { closeAuthority: 'nonZero' }],
  6: ['defaultAccountState', { accountState: 'state' }],
  7: ['immutableOwner'],
  8: ['memoTransfer', { requireIncomingTransferMemos: 'truth' }],
  9: ['nonTransferable'],
  10: [
    'interestBearingConfig',
    {
      rateAuthority: 'nonZero',
      initializationTimestamp: 'i64',
      preUpdateAverageRate: 'i16',
      lastUpdateTimestamp: 'i64',
      currentRate: 'i16',
    },
  ],
  11: ['cpiGuard', { lockCpi: 'truth' }],
  12: ['permanentDelegate', { delegate: 'nonZero' }],
  13: ['nonTransferableAccount'],
  14: ['transferHook', { authority: 'nonZero', programId: 'nonZero' }],
  15: ['transferHookAccount', { transferring: 'truth' }],
  18: ['metadataPointer', { authority: 'nonZero', metadataAddress: 'nonZero' }],
  19: [
    'tokenMetadata',
    {
      updateAuthority: 'nonZero',
      mint: 'address',
      name: 'text',
      symbol: 'text',
      uri: 'text',
      additionalMetadata: 'texts',
    },
  ],
  20: ['groupPointer', { authority: 'nonZero', groupAddress: 'nonZero' }],
  22: ['groupMemberPointer', { authority: 'nonZero', memberAddress: 'nonZero' }],
};

/** The instructions that Token-2022 adds, by their first byte, or by the first and the second. */
const INSTRUCTIONS: Readonly<Record<string, readonly [row: Row, fields?: Fields]>> = {
  '25': [['initializeMintCloseAuthority', 'mint'], { newAuthority: 'option' }],
  '26.0': [
    ['initializeTransferFeeConfig', 'mint'],
    {
      transferFeeConfigAuthority: 'option',
      withdrawWithheldAuthority: 'option',
      transferFeeBasisPoints: 'u16',
      maximumFee: 'u64',
    },
  ],
  '26.1': [
    ['transferCheckedWithFee', 'source mint destination', 'authority'],
    { amount: 'u64', decimals: 'u8', feeAmount: 'u64' },
  ],
  '26.2': [['withdrawWithheldTokensFromMint', 'mint feeRecipient', 'withdrawWithheldAuthority']],
  '26.4': [['harvestWithheldTokensToMint', 'mint sourceAccounts…']],
  '26.5': [
    ['setTransferFee', 'mint', 'transferFeeConfigAuthority'],
    { transferFeeBasisPoints: 'u16', maximumFee: 'u64' },
  ],
  '28.0': [['initializeDefaultAccountState', 'mint'], { accountState: 'state' }],
  '28.1': [['updateDefaultAccountState', 'mint', 'freezeAuthority'], { accountState: 'state' }],
  '30.0': [['enableRequiredMemoTransfers', 'account', 'owner']],
  '30.1': [['disableRequiredMemoTransfers', 'account', 'owner']],
  '31': [['createNativeMint', 'payer nativeMint systemProgram']],
  '32': [['initializeNonTransferableMint', 'mint']],
  '33.0': [['initializeInterestBearingConfig', 'mint'], { rateAuthority: 'nonZero', rate: 'i16' }],
  '33.1': [['updateInterestBearingConfigRate', 'mint', 'rateAuthority'], { newRate: 'i16' }],
  '34.0': [['enableCpiGuard', 'account', 'owner']],
  '34.1': [['disableCpiGuard', 'account', 'owner']],
  '35': [['initializePermanentDelegate', 'mint'], { delegate: 'address' }],
  '36.0': [['initializeTransferHook', 'mint'], { authority: 'nonZero', programId: 'nonZero' }],
  '36.1': [['updateTransferHook', 'mint', 'authority'], { programId: 'nonZero' }],
  '39.0': [['initializeMetadataPointer', 'mint'], { authority: 'nonZero', metadataAddress: 'nonZero' }],
  '39.1': [['updateMetadataPointer', 'mint', 'authority'], { metadataAddress: 'nonZero' }],
  '40.0': [['initializeGroupPointer', 'mint'], { authority: 'nonZero', groupAddress: 'nonZero' }],
  '41.0': [['initializeGroupMemberPointer', 'mint'], { authority: 'nonZero', memberAddress: 'nonZero' }],
};

/** The instructions of the token metadata interface, by their first bytes. */
const INTERFACES: typeof INSTRUCTIONS = {
  d2e11ea258b84d8d: [
    ['initializeTokenMetadata', 'metadata updateAuthority mint mintAuthority'],
    { name: 'text', symbol: 'text', uri: 'text' },
  ],
  d7e4a6e45464567b: [
    ['updateTokenMetadataAuthority', 'metadata updateAuthority'],
    { newAuthority: 'nonZero' },
  ],
  ea122038598d25b5: [
    ['removeTokenMetadataKey', 'metadata updateAuthority'],
    { idempotent: 'truth', key: 'text' },
  ],
};
/** The bytes that name an instruction of another interface. */
const NAME_LENGTH = 8;

const SET_AUTHORITY = 6;
const AUTHORITY_TYPES =
  'mintTokens freezeAccount accountOwner closeAccount transferFeeConfig withheldWithdraw closeMint interestRate permanentDelegate confidentialTransferMint transferHookProgramId confidentialTransferFeeConfig metadataPointer groupPointer groupMemberPointer scaledUiAmount pause'.split(
    ' ',
  );
/** The authorities over a token account. All others are over a mint. */
const ACCOUNT_AUTHORITIES: readonly string[] = ['accountOwner', 'closeAccount'];

/** Each extension begins with two numbers of two bytes, its kind and its length. */
const HEADER = 4;

/** The data of an extension, which may end early. */
export type Extension = Readonly<{ kind: number; data: Uint8Array }>;

/** Lists the extensions behind a mint or a token account of Token-2022. */
export function listExtensions(data: Uint8Array): readonly Extension[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: Extension[] = [];
  // Behind the bytes of a token account, which a mint is filled up to, and the byte of its kind.
  let offset = getTokenSize() + 1;
  while (offset + HEADER <= data.length && view.getUint16(offset, true) !== 0) {
    const end = offset + HEADER + view.getUint16(offset + 2, true);
    found.push({ kind: view.getUint16(offset, true), data: data.subarray(offset + HEADER, end) });
    offset = end;
  }
  return found;
}

/** Returns an extension as a validator writes it; of an unknown one, only that it is there. */
export function parseExtension({ kind, data }: Extension): object {
  const [extension, fields] = EXTENSIONS[kind] ?? [];
  try {
    if (extension !== undefined) return { extension, ...(fields && { state: decode(fields, data) }) };
  } catch {
    // The bytes end early.
  }
  return { extension: 'unparseableExtension' };
}

/** Returns the row and the arguments of an instruction that the client of Token does not know. */
export function parseExtensionInstruction({
  data,
}: ReadableInstruction): Readonly<{ row: Row; data: Readonly<Record<string, unknown>> }> | undefined {
  const [first, second] = data;
  if (first === SET_AUTHORITY) {
    const { type, newAuthority } = decode({ type: 'u8', newAuthority: 'option' }, data, 1);
    const authorityType = AUTHORITY_TYPES[Number(type)];
    if (authorityType === undefined) throw new RangeError('This authority is unknown');
    const owned = ACCOUNT_AUTHORITIES.includes(authorityType) ? 'account' : 'mint';
    return { row: ['setAuthority', owned, 'authority'], data: { authorityType, newAuthority } };
  }
  const short = INSTRUCTIONS[`${first}`];
  const long = INSTRUCTIONS[`${first}.${second}`];
  const [row, fields = {}] = short ?? long ?? INTERFACES[formatHex(data.slice(0, NAME_LENGTH), '')] ?? [];
  return row && { row, data: decode(fields, data, short ? 1 : long ? 2 : NAME_LENGTH) };
}

function decode(fields: Fields, data: ReadonlyUint8Array, offset = 0): Readonly<Record<string, unknown>> {
  const decoders = Object.entries(fields).map(([name, kind]): [string, Decoder<unknown>] => [
    name,
    DECODERS[kind],
  ]);
  return getStructDecoder(decoders).decode(data, offset);
}
