import { unwrapOption } from '@solana/kit';
import {
  AccountState,
  getMintDecoder,
  getMintSize,
  getMultisigSize,
  getTokenDecoder,
  getTokenSize,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from '@solana-program/token';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { LOOKUP_TABLE_HEADER_SIZE, parseLookupTable } from './describe-transaction.js';
import {
  LOOKUP_TABLE_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
} from './instructions/program-addresses.js';
import type { Account } from './svm.js';
import { formatUnits } from './text.js';
import { listExtensions, parseExtension } from './token-extensions.js';

/** The data of an account in the encoding `jsonParsed`. */
type ParsedAccount = Readonly<{ program: string; parsed: Parsed; space: number }>;
type Parsed = Readonly<{ type: 'account' | 'mint' | 'lookupTable'; info: Readonly<Record<string, unknown>> }>;

/** Returns the decimals of a mint; `undefined` when there is no mint at the address. */
type GetDecimals = (mint: string) => number | undefined;

/** An amount of tokens as Solana's JSON-RPC writes it; `amount` is in smallest units. */
export type TokenAmount = Readonly<{
  amount: string;
  decimals: number;
  uiAmount: number;
  uiAmountString: string;
}>;

/** The token programs, with their names in `jsonParsed`. */
export const TOKEN_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [TOKEN_PROGRAM_ADDRESS, 'spl-token'],
  [TOKEN_2022_PROGRAM_ADDRESS, 'spl-token-2022'],
]);
const LOOKUP_TABLE_TYPE = 1;
/** Token-2022 writes the type of an account with extensions behind the bytes of a plain token account. */
const EXTENDED_MINT_TYPE = 1;
const EXTENDED_ACCOUNT_TYPE = 2;

/** Reads a mint of a token program, without its extensions; `undefined` for any other account. */
export function readMint(account: Account | undefined): Mint | undefined {
  const isMint = isOfToken(account, getMintSize(), EXTENDED_MINT_TYPE);
  return isMint ? getMintDecoder().decode(account.data) : undefined;
}

/** Reads an account that holds tokens, without its extensions; `undefined` for any other account. */
export function readTokenAccount(account: Account | undefined): Token | undefined {
  const isHolder = isOfToken(account, getTokenSize(), EXTENDED_ACCOUNT_TYPE);
  return isHolder ? getTokenDecoder().decode(account.data) : undefined;
}

/** Converts smallest units to the RPC's form of an amount. */
export function getTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const uiAmountString = formatUnits(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** Parses mints, token accounts and lookup tables; returns `undefined` for any other account. */
export function tryParseAccount(account: Account, getDecimals: GetDecimals): ParsedAccount | undefined {
  const program = TOKEN_PROGRAMS.get(account.owner) ?? 'address-lookup-table';
  const parsed =
    tryParseMint(account) ?? tryParseTokenAccount(account, getDecimals) ?? tryParseTable(account);
  return parsed && { program, parsed, space: account.data.length };
}

function tryParseMint(account: Account): Parsed | undefined {
  const mint = readMint(account);
  if (!mint) return undefined;
  const info = {
    mintAuthority: unwrapOption(mint.mintAuthority),
    supply: mint.supply.toString(),
    decimals: mint.decimals,
    isInitialized: mint.isInitialized,
    freezeAuthority: unwrapOption(mint.freezeAuthority),
    ...withExtensions(account),
  };
  return { type: 'mint', info };
}

function tryParseTokenAccount(account: Account, getDecimals: GetDecimals): Parsed | undefined {
  const token = readTokenAccount(account);
  const decimals = token && getDecimals(token.mint);
  if (!token || decimals === undefined) return undefined;
  const { mint, owner, amount, state } = token;
  const delegate = unwrapOption(token.delegate);
  const closeAuthority = unwrapOption(token.closeAuthority);
  const rentExemptReserve = unwrapOption(token.isNative);
  const info = {
    mint,
    owner,
    tokenAmount: getTokenAmount(amount, decimals),
    state: AccountState[state].toLowerCase(),
    isNative: rentExemptReserve !== null,
    ...(rentExemptReserve !== null && { rentExemptReserve: getTokenAmount(rentExemptReserve, decimals) }),
    ...(delegate && { delegate, delegatedAmount: getTokenAmount(token.delegatedAmount, decimals) }),
    ...(closeAuthority && { closeAuthority }),
    ...withExtensions(account),
  };
  return { type: 'account', info };
}

function withExtensions({ data }: Account): Readonly<{ extensions?: readonly object[] }> {
  const extensions = listExtensions(data).map(parseExtension);
  return extensions.length > 0 ? { extensions } : {};
}

function tryParseTable({ owner, data }: Account): Parsed | undefined {
  if (owner !== LOOKUP_TABLE_PROGRAM_ADDRESS || data.length < LOOKUP_TABLE_HEADER_SIZE) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== LOOKUP_TABLE_TYPE) return undefined;
  const info = {
    addresses: parseLookupTable(data),
    ...(data[21] === 1 && { authority: encodeBase58(data.subarray(22, 54)) }),
    deactivationSlot: view.getBigUint64(4, true).toString(),
    lastExtendedSlot: view.getBigUint64(12, true).toString(),
    lastExtendedSlotStartIndex: data[20],
  };
  return { type: 'lookupTable', info };
}

/**
 * Whether an account has `size` bytes, or extensions and their type. A multisig is longer too, but never has
 * extensions.
 */
function isOfToken(account: Account | undefined, size: number, type: number): account is Account {
  if (!account || !TOKEN_PROGRAMS.has(account.owner)) return false;
  const { data } = account;
  return (
    data.length === size ||
    (data.length > getTokenSize() && data.length !== getMultisigSize() && data[getTokenSize()] === type)
  );
}
