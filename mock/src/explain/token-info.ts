import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { getTokenSize, type Mint } from '@solana-program/token';
import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { NATIVE_MINT } from './instructions/program-addresses.js';
import { readMint, TOKEN_PROGRAMS } from './parsed-account.js';
import type { Account } from './svm.js';

/** How a mint calls its token. Both are a stranger's text. */
export type TokenNames = Readonly<{
  /** The name, or the symbol of a token without one. */
  name?: string;
  /** The short name, e.g. `USDC`. */
  symbol?: string;
}>;

/** What a mint says of its token. */
export type TokenInfo = TokenNames & Readonly<{ decimals: number; supply: bigint }>;

/** Returns the accounts at base58 addresses; `undefined` where there is none. */
export type FindAccounts = (addresses: readonly string[]) => Promise<readonly (Account | undefined)[]>;

const WRAPPED_SOL: TokenNames = { name: 'Wrapped SOL', symbol: 'wSOL' };
const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
const METADATA_KEY = 4;
/** The name in both forms of metadata comes after two addresses, in Metaplex's also after its type. */
const NAME_OFFSET = 64;
const METADATA_EXTENSION = 19;
const EXTENSIONS_OFFSET = getTokenSize() + 1;
const NAME_LIMIT = 64;

/** Reads a mint, with its names from Token-2022's metadata or from Metaplex's; `undefined` when there is no mint. */
export async function fetchTokenInfo(mint: string, find: FindAccounts): Promise<TokenInfo | undefined> {
  const [account, metadata] = await find([mint, await getMetadataAddress(mint)]);
  const parsed = account && parseMint(account);
  if (!parsed) return undefined;
  const names = mint === NATIVE_MINT ? WRAPPED_SOL : (readExtension(account) ?? readMetadata(metadata));
  return { decimals: parsed.decimals, supply: parsed.supply, ...names };
}

function parseMint({ owner, data }: Account): Mint | undefined {
  return TOKEN_PROGRAMS.has(owner) ? readMint(data) : undefined;
}

async function getMetadataAddress(mint: string): Promise<string> {
  const { encode } = getAddressEncoder();
  const seeds = ['metadata', encode(METADATA_PROGRAM), encode(address(mint))];
  const [derived] = await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds });
  return derived;
}

/** Reads the name in the extensions of a Token-2022 mint: each has a type, a length (two bytes each), and its data. */
function readExtension({ data }: Account): TokenNames | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let offset = EXTENSIONS_OFFSET;
  while (offset + 4 <= data.length) {
    const start = offset + 4;
    const end = start + view.getUint16(offset + 2, true);
    if (view.getUint16(offset, true) === METADATA_EXTENSION) return readNames(data.subarray(start, end));
    offset = end;
  }
  return undefined;
}

function readMetadata(account: Account | undefined): TokenNames | undefined {
  if (account?.owner !== METADATA_PROGRAM || account.data[0] !== METADATA_KEY) return undefined;
  return readNames(account.data.subarray(1));
}

/** Reads the name and the symbol behind it: each is its length in four bytes, and UTF-8. */
function readNames(data: Uint8Array): TokenNames {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const texts: string[] = [];
  let offset = NAME_OFFSET;
  while (texts.length < 2 && offset + 4 <= data.length) {
    const start = offset + 4;
    offset = start + view.getUint32(offset, true);
    texts.push(readText(data.subarray(start, offset)));
  }
  const [first = '', symbol = ''] = texts;
  const name = first || symbol;
  return { ...(name && { name }), ...(symbol && { symbol }) };
}

/** Metaplex fills names up with zero bytes. */
function readText(bytes: Uint8Array): string {
  try {
    const text = decodeUtf8(bytes).replaceAll('\0', '').trim();
    return Array.from(text).slice(0, NAME_LIMIT).join('');
  } catch {
    return '';
  }
}
