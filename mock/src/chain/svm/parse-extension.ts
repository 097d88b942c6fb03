import {
  addDecoderSizePrefix,
  type Decoder,
  getAddressDecoder,
  getBooleanDecoder,
  getEnumDecoder,
  getI16Decoder,
  getOptionDecoder,
  getStructDecoder,
  getU8Decoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getUnitDecoder,
  getUtf8Decoder,
  transformDecoder,
} from '@solana/kit';
import { AccountState } from '@solana-program/token';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { getTokenAmount } from '../../explain/parsed-account.js';
import { formatHex } from '../../explain/text.js';
import { nonZeroAddressDecoder } from '../../explain/token-extensions.js';

/**
 * An instruction's type, the names of its accounts in their order, and the name of the authority behind them,
 * which may be shared. `…` stands behind the name of all the others.
 */
export type Row = readonly [type: string, accounts: string, authority?: string];

type Entry = Readonly<{ row: Row; decoder?: Decoder<object> }>;

/** The bytes that name an instruction of another interface. */
const NAME_LENGTH = 8;
const AUTHORITY_TYPES =
  'mintTokens freezeAccount accountOwner closeAccount transferFeeConfig withheldWithdraw closeMint interestRate permanentDelegate confidentialTransferMint transferHookProgramId confidentialTransferFeeConfig metadataPointer groupPointer groupMemberPointer scaledUiAmount pause'.split(
    ' ',
  );
/** The authorities over a token account. All others are over a mint. */
const ACCOUNT_AUTHORITIES: readonly string[] = ['accountOwner', 'closeAccount'];

const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder());
const option = getOptionDecoder(getAddressDecoder());
const setAuthority = getStructDecoder([
  ['type', getU8Decoder()],
  ['newAuthority', option],
]);
const accountState = transformDecoder(getEnumDecoder(AccountState), (state) =>
  String(AccountState[state]).toLowerCase(),
);
const fee = getStructDecoder([
  ['transferFeeBasisPoints', getU16Decoder()],
  ['maximumFee', getU64Decoder()],
]);
const transferWithFee = getStructDecoder([
  ['amount', getU64Decoder()],
  ['decimals', getU8Decoder()],
  ['fee', getU64Decoder()],
]);
const one = <T>(name: string, decoder: Decoder<T>): Decoder<object> => getStructDecoder([[name, decoder]]);
const pointer = (name: string): Decoder<object> =>
  getStructDecoder([
    ['authority', nonZeroAddressDecoder],
    [name, nonZeroAddressDecoder],
  ]);
const entry = (row: Row, decoder?: Decoder<object>): Entry => ({ row, ...(decoder && { decoder }) });

/** The instructions that Token-2022 adds, by their first byte, or by the first and the second. */
const EXTENSIONS: Readonly<Record<string, Entry>> = {
  '25': entry(['initializeMintCloseAuthority', 'mint'], one('newAuthority', option)),
  '26.0': entry(
    ['initializeTransferFeeConfig', 'mint'],
    getStructDecoder([
      ['transferFeeConfigAuthority', option],
      ['withdrawWithheldAuthority', option],
      ['transferFeeBasisPoints', getU16Decoder()],
      ['maximumFee', getU64Decoder()],
    ]),
  ),
  '26.1': entry(
    ['transferCheckedWithFee', 'source mint destination', 'authority'],
    transformDecoder(transferWithFee, ({ amount, decimals, fee: feeAmount }) => ({
      amount,
      decimals,
      feeAmount: getTokenAmount(feeAmount, decimals),
    })),
  ),
  '26.2': entry(['withdrawWithheldTokensFromMint', 'mint feeRecipient', 'withdrawWithheldAuthority']),
  '26.4': entry(['harvestWithheldTokensToMint', 'mint sourceAccounts…']),
  '26.5': entry(['setTransferFee', 'mint', 'transferFeeConfigAuthority'], fee),
  '28.0': entry(['initializeDefaultAccountState', 'mint'], one('accountState', accountState)),
  '28.1': entry(['updateDefaultAccountState', 'mint', 'freezeAuthority'], one('accountState', accountState)),
  '30.0': entry(['enableRequiredMemoTransfers', 'account', 'owner']),
  '30.1': entry(['disableRequiredMemoTransfers', 'account', 'owner']),
  '31': entry(['createNativeMint', 'payer nativeMint systemProgram']),
  '32': entry(['initializeNonTransferableMint', 'mint']),
  '33.0': entry(
    ['initializeInterestBearingConfig', 'mint'],
    getStructDecoder([
      ['rateAuthority', nonZeroAddressDecoder],
      ['rate', getI16Decoder()],
    ]),
  ),
  '33.1': entry(
    ['updateInterestBearingConfigRate', 'mint', 'rateAuthority'],
    one('newRate', getI16Decoder()),
  ),
  '34.0': entry(['enableCpiGuard', 'account', 'owner']),
  '34.1': entry(['disableCpiGuard', 'account', 'owner']),
  '35': entry(['initializePermanentDelegate', 'mint'], one('delegate', getAddressDecoder())),
  '36.0': entry(['initializeTransferHook', 'mint'], pointer('programId')),
  '36.1': entry(['updateTransferHook', 'mint', 'authority'], one('programId', nonZeroAddressDecoder)),
  '39.0': entry(['initializeMetadataPointer', 'mint'], pointer('metadataAddress')),
  '39.1': entry(
    ['updateMetadataPointer', 'mint', 'authority'],
    one('metadataAddress', nonZeroAddressDecoder),
  ),
  '40.0': entry(['initializeGroupPointer', 'mint'], pointer('groupAddress')),
  '41.0': entry(['initializeGroupMemberPointer', 'mint'], pointer('memberAddress')),
};

/** The instructions of the token metadata interface, by their first bytes. */
const INTERFACES: Readonly<Record<string, Entry>> = {
  d2e11ea258b84d8d: entry(
    ['initializeTokenMetadata', 'metadata updateAuthority mint mintAuthority'],
    getStructDecoder([
      ['name', text],
      ['symbol', text],
      ['uri', text],
    ]),
  ),
  d7e4a6e45464567b: entry(
    ['updateTokenMetadataAuthority', 'metadata updateAuthority'],
    one('newAuthority', nonZeroAddressDecoder),
  ),
  ea122038598d25b5: entry(
    ['removeTokenMetadataKey', 'metadata updateAuthority'],
    getStructDecoder([
      ['idempotent', getBooleanDecoder()],
      ['key', text],
    ]),
  ),
};

/** Returns the row and the arguments of an instruction that the client of Token does not know. */
export function parseExtension({
  data,
}: ReadableInstruction): Readonly<{ row: Row; data: Readonly<Record<string, unknown>> }> | undefined {
  const [first, second] = data;
  if (first === 6) {
    const { type, newAuthority } = setAuthority.decode(data, 1);
    const authorityType = AUTHORITY_TYPES[type];
    if (authorityType === undefined) throw new RangeError('This authority is unknown');
    const owned = ACCOUNT_AUTHORITIES.includes(authorityType) ? 'account' : 'mint';
    return { row: ['setAuthority', owned, 'authority'], data: { authorityType, newAuthority } };
  }
  const short = EXTENSIONS[`${first}`];
  const [found, offset] = short
    ? [short, 1]
    : EXTENSIONS[`${first}.${second}`]
      ? [EXTENSIONS[`${first}.${second}`], 2]
      : [INTERFACES[formatHex(data.slice(0, NAME_LENGTH), '')], NAME_LENGTH];
  if (!found) return undefined;
  return { row: found.row, data: { ...(found.decoder ?? getUnitDecoder()).decode(data, offset) } };
}
