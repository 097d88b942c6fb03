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

/** The data of an account in the encoding `jsonParsed`. */
export type ParsedAccount = Readonly<{
  program: string;
  parsed: Readonly<{ type: 'account' | 'mint' | 'lookupTable'; info: Readonly<Record<string, unknown>> }>;
  space: number;
}>;

/** An amount of tokens as Solana's JSON-RPC writes it; `amount` is in smallest units. */
export type TokenAmount = Readonly<{
  amount: string;
  decimals: number;
  uiAmount: number;
  uiAmountString: string;
}>;

/** Returns the decimals of a mint; `undefined` when there is no mint at the address. */
export type GetDecimals = (mint: string) => number | undefined;

/** The token programs, with their names in `jsonParsed`. */
export const TOKEN_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [TOKEN_PROGRAM_ADDRESS, 'spl-token'],
  [TOKEN_2022_PROGRAM_ADDRESS, 'spl-token-2022'],
]);
const LOOKUP_TABLE_TYPE = 1;
/** Token-2022 writes the type of an account with extensions behind the bytes of a plain token account. */
const EXTENDED_MINT_TYPE = 1;
const EXTENDED_ACCOUNT_TYPE = 2;

/** Reads a mint of a token program, without its extensions; `undefined` for other data. */
export function readMint(data: Uint8Array): Mint | undefined {
  const isMint = data.length === getMintSize() || isExtended(data, EXTENDED_MINT_TYPE);
  return isMint ? getMintDecoder().decode(data) : undefined;
}

/** Reads an account of a token program that holds tokens, without its extensions; `undefined` for other data. */
export function readTokenAccount(data: Uint8Array): Token | undefined {
  const isAccount = data.length === getTokenSize() || isExtended(data, EXTENDED_ACCOUNT_TYPE);
  return isAccount ? getTokenDecoder().decode(data) : undefined;
}

/** Converts smallest units to the RPC's form of an amount. */
export function getTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const uiAmountString = formatUnits(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** Parses mints, token accounts and lookup tables; returns `undefined` for any other account. */
export function parseAccount({ owner, data }: Account, getDecimals: GetDecimals): ParsedAccount | undefined {
  const space = data.length;
  const program = TOKEN_PROGRAMS.get(owner);
  if (program !== undefined) {
    const parsed = parseMint(data) ?? parseTokenAccount(data, getDecimals);
    return parsed && { program, parsed, space };
  }
  const parsed = owner === LOOKUP_TABLE_PROGRAM_ADDRESS ? parseLookupTableAccount(data) : undefined;
  return parsed && { program: 'address-lookup-table', parsed, space };
}

function parseMint(data: Uint8Array): ParsedAccount['parsed'] | undefined {
  const mint = readMint(data);
  if (!mint) return undefined;
  const info = {
    mintAuthority: unwrapOption(mint.mintAuthority),
    supply: mint.supply.toString(),
    decimals: mint.decimals,
    isInitialized: mint.isInitialized,
    freezeAuthority: unwrapOption(mint.freezeAuthority),
  };
  return { type: 'mint', info };
}

function parseTokenAccount(data: Uint8Array, getDecimals: GetDecimals): ParsedAccount['parsed'] | undefined {
  const account = readTokenAccount(data);
  const decimals = account && getDecimals(account.mint);
  if (!account || decimals === undefined) return undefined;
  const { mint, owner, amount, state } = account;
  const delegate = unwrapOption(account.delegate);
  const closeAuthority = unwrapOption(account.closeAuthority);
  const rentExemptReserve = unwrapOption(account.isNative);
  const info = {
    mint,
    owner,
    tokenAmount: getTokenAmount(amount, decimals),
    state: AccountState[state].toLowerCase(),
    isNative: rentExemptReserve !== null,
    ...(rentExemptReserve !== null && { rentExemptReserve: getTokenAmount(rentExemptReserve, decimals) }),
    ...(delegate && { delegate, delegatedAmount: getTokenAmount(account.delegatedAmount, decimals) }),
    ...(closeAuthority && { closeAuthority }),
  };
  return { type: 'account', info };
}

function parseLookupTableAccount(data: Uint8Array): ParsedAccount['parsed'] | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < LOOKUP_TABLE_HEADER_SIZE || view.getUint32(0, true) !== LOOKUP_TABLE_TYPE)
    return undefined;
  const info = {
    addresses: parseLookupTable(data),
    ...(data[21] === 1 && { authority: encodeBase58(data.subarray(22, 54)) }),
    deactivationSlot: view.getBigUint64(4, true).toString(),
    lastExtendedSlot: view.getBigUint64(12, true).toString(),
    lastExtendedSlotStartIndex: data[20],
  };
  return { type: 'lookupTable', info };
}

/** Whether the data has extensions and is of the given type. A multisig is longer too, but never has extensions. */
function isExtended(data: Uint8Array, type: number): boolean {
  return data.length > getTokenSize() && data.length !== getMultisigSize() && data[getTokenSize()] === type;
}
