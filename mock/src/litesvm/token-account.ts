import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { formatUnits } from '../number-text.js';

/** An account of the token programs, parsed as `jsonParsed` has it. */
export type ParsedTokenAccount = Readonly<{
  type: 'account' | 'mint';
  info: Readonly<Record<string, unknown>>;
}>;

/** An amount of tokens as Solana's JSON-RPC writes it; `amount` counts smallest units. */
export type TokenAmount = Readonly<{
  amount: string;
  decimals: number;
  uiAmount: number | null;
  uiAmountString: string;
}>;

/** The token programs, and what `jsonParsed` calls them. */
export const TOKEN_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'spl-token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'spl-token-2022'],
]);

const MINT_SIZE = 82;
const ACCOUNT_SIZE = 165;
/** Token-2022 marks what has extensions with a type after the bytes of a plain token account. */
const MINT_TYPE = 1;
const ACCOUNT_TYPE = 2;
const STATES = ['uninitialized', 'initialized', 'frozen'];

/** Tells whether an account of a token program is a mint. */
export function isMint(data: Uint8Array): boolean {
  return data.length === MINT_SIZE || (data.length > ACCOUNT_SIZE && data[ACCOUNT_SIZE] === MINT_TYPE);
}

/** Tells whether an account of a token program holds tokens. */
export function isTokenAccount(data: Uint8Array): boolean {
  return data.length === ACCOUNT_SIZE || (data.length > ACCOUNT_SIZE && data[ACCOUNT_SIZE] === ACCOUNT_TYPE);
}

/** Who a token account belongs to, what it holds, and how much; `data` must pass {@link isTokenAccount}. */
export function readTokenAccount(
  data: Uint8Array,
): Readonly<{ mint: string; owner: string; amount: bigint }> {
  return {
    mint: readAddress(data, 0),
    owner: readAddress(data, 32),
    amount: getView(data).getBigUint64(64, true),
  };
}

/** A mint's supply in smallest units, and its decimals; `data` must pass {@link isMint}. */
export function readMint(data: Uint8Array): Readonly<{ supply: bigint; decimals: number }> {
  const view = getView(data);
  return { supply: view.getBigUint64(36, true), decimals: view.getUint8(44) };
}

/** Writes an amount of smallest units in the RPC's form. */
export function getTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const uiAmountString = formatUnits(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/**
 * Parses the data of an account of a token program, without its extensions; `undefined` for anything else.
 * `getDecimals` tells the decimals of a mint, or `undefined` when there is no such mint.
 */
export function parseTokenAccount(
  data: Uint8Array,
  getDecimals: (mint: string) => number | undefined,
): ParsedTokenAccount | undefined {
  if (isMint(data)) return { type: 'mint', info: parseMint(data) };
  if (!isTokenAccount(data)) return undefined;
  const decimals = getDecimals(readAddress(data, 0));
  return decimals === undefined ? undefined : { type: 'account', info: parseAccount(data, decimals) };
}

function parseMint(data: Uint8Array): Readonly<Record<string, unknown>> {
  const { supply, decimals } = readMint(data);
  return {
    mintAuthority: readOptionalAddress(data, 0) ?? null,
    supply: supply.toString(),
    decimals,
    isInitialized: data[45] === 1,
    freezeAuthority: readOptionalAddress(data, 46) ?? null,
  };
}

function parseAccount(data: Uint8Array, decimals: number): Readonly<Record<string, unknown>> {
  const view = getView(data);
  const { mint, owner, amount } = readTokenAccount(data);
  const delegate = readOptionalAddress(data, 72);
  const closeAuthority = readOptionalAddress(data, 129);
  const isNative = view.getUint32(109, true) === 1;
  return {
    mint,
    owner,
    tokenAmount: getTokenAmount(amount, decimals),
    state: STATES[view.getUint8(108)] ?? 'uninitialized',
    isNative,
    ...(isNative && { rentExemptReserve: getTokenAmount(view.getBigUint64(113, true), decimals) }),
    ...(delegate !== undefined && {
      delegate,
      delegatedAmount: getTokenAmount(view.getBigUint64(121, true), decimals),
    }),
    ...(closeAuthority !== undefined && { closeAuthority }),
  };
}

function readAddress(data: Uint8Array, offset: number): string {
  return encodeBase58(data.subarray(offset, offset + 32));
}

function readOptionalAddress(data: Uint8Array, offset: number): string | undefined {
  return getView(data).getUint32(offset, true) === 1 ? readAddress(data, offset + 4) : undefined;
}

function getView(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
