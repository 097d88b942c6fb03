import {
  addDecoderSizePrefix,
  address,
  getAddressEncoder,
  getBytesDecoder,
  getProgramDerivedAddress,
  getU32Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import type { TokenChange, TokenHolding } from './chain.js';
import { NATIVE_MINT } from './instructions/program-addresses.js';
import { readMint, readTokenAccount } from './parsed-account.js';
import type { Account } from './svm.js';
import { listExtensions } from './token-extensions.js';

/** An account before and after a transaction. */
export type AccountChange = Readonly<{ before: Account | undefined; after: Account | undefined }>;

type Holding = Readonly<{ place: Pick<TokenChange, 'address' | 'owner' | 'mint'>; amount: bigint }>;

/** How a mint calls its token; the name may be the symbol. */
type TokenNames = Pick<TokenChange, 'name' | 'symbol'>;

/** What a mint says of its token. */
type TokenInfo = TokenNames & Pick<TokenChange, 'decimals' | 'isNft'>;

/** Returns the accounts at base58 addresses; `undefined` where there is none. */
export type FindAccounts = (addresses: readonly string[]) => Promise<readonly (Account | undefined)[]>;

const WRAPPED_SOL: TokenNames = { name: 'Wrapped SOL', symbol: 'wSOL' };
const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
const METADATA_KEY = 4;
/** The name in both forms of metadata comes after two addresses, in Metaplex's also after its type. */
const NAME_OFFSET = 64;
const METADATA_EXTENSION = 19;
const NAME_LIMIT = 64;
const sizedDecoder = addDecoderSizePrefix(getBytesDecoder(), getU32Decoder());

/**
 * Returns what token accounts gain and lose. A token account that changes its owner is lost by the one and
 * gained by the other. `find` must find accounts as they are after the transaction.
 */
export async function getTokenChanges(
  accounts: readonly AccountChange[],
  find: FindAccounts,
): Promise<readonly TokenChange[]> {
  const changes = accounts.flatMap(({ before, after }) => compare(readHolding(before), readHolding(after)));
  return addTokenInfo(changes, find);
}

/** Returns what token accounts hold, without the empty ones. */
export async function getHoldings(
  accounts: readonly Account[],
  find: FindAccounts,
): Promise<readonly TokenHolding[]> {
  const holdings = accounts
    .flatMap((account) => readHolding(account) ?? [])
    .filter(({ amount }) => amount > 0n)
    .map(({ place: { address, mint }, amount }) => ({ address, mint, amount }));
  return addTokenInfo(holdings, find);
}

/** Returns what token accounts hold, also the empty ones, and mints, of which they hold nothing. */
export async function getTokens(
  addresses: readonly string[],
  find: FindAccounts,
): Promise<readonly TokenHolding[]> {
  const accounts = await find(addresses);
  const holdings = accounts.flatMap((account, index): readonly Omit<TokenHolding, keyof TokenInfo>[] => {
    const address = addresses[index] ?? '';
    const holding = readHolding(account);
    if (holding) return [{ address, mint: holding.place.mint, amount: holding.amount }];
    return readMint(account) ? [{ address, mint: address, amount: 0n }] : [];
  });
  return addTokenInfo(holdings, find);
}

function compare(before: Holding | undefined, after: Holding | undefined) {
  if (before && after && before.place.owner === after.place.owner && before.place.mint === after.place.mint) {
    return createChange(after.place, before.amount, after.amount);
  }
  return [
    ...(before ? createChange(before.place, before.amount, 0n) : []),
    ...(after ? createChange(after.place, 0n, after.amount) : []),
  ];
}

function createChange(place: Holding['place'], before: bigint, after: bigint) {
  return before === after ? [] : [{ ...place, before, after }];
}

function readHolding(account: Account | undefined): Holding | undefined {
  const token = readTokenAccount(account);
  if (!account || !token) return undefined;
  return { place: { address: account.address, owner: token.owner, mint: token.mint }, amount: token.amount };
}

/** Adds what each item's mint says of its token. Leaves out those whose mint is not found. */
async function addTokenInfo<T extends Readonly<{ mint: string }>>(items: readonly T[], find: FindAccounts) {
  const infos = new Map<string, TokenInfo | undefined>();
  const mints = new Set(items.map(({ mint }) => mint));
  await Promise.all([...mints].map(async (mint) => infos.set(mint, await fetchTokenInfo(mint, find))));
  return items.flatMap((item) => {
    const info = infos.get(item.mint);
    return info ? [{ ...item, ...info }] : [];
  });
}

/**
 * Reads a mint, with its names from Token-2022's metadata or from Metaplex's; `undefined` when there is no
 * mint.
 */
async function fetchTokenInfo(mint: string, find: FindAccounts): Promise<TokenInfo | undefined> {
  const [account, metadata] = await find([mint, await deriveMetadataAddress(mint)]);
  const parsed = readMint(account);
  if (!account || !parsed) return undefined;
  const { decimals, supply } = parsed;
  const isNft = decimals === 0 && supply === 1n;
  const names = mint === NATIVE_MINT ? WRAPPED_SOL : (readExtension(account) ?? readMetadata(metadata));
  return { decimals, ...names, ...(isNft && { isNft }) };
}

async function deriveMetadataAddress(mint: string): Promise<string> {
  const { encode } = getAddressEncoder();
  const seeds = ['metadata', encode(METADATA_PROGRAM), encode(address(mint))];
  const [derived] = await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds });
  return derived;
}

/** Reads the name in the extensions of a Token-2022 mint. */
function readExtension({ data }: Account): TokenNames | undefined {
  const metadata = listExtensions(data).find(({ kind }) => kind === METADATA_EXTENSION);
  return metadata && readNames(metadata.data);
}

function readMetadata(account: Account | undefined): TokenNames | undefined {
  if (account?.owner !== METADATA_PROGRAM || account.data[0] !== METADATA_KEY) return undefined;
  return readNames(account.data.subarray(1));
}

/** Reads the name and the symbol behind it. */
function readNames(data: Uint8Array): TokenNames {
  try {
    const [bytes, end] = sizedDecoder.read(data, NAME_OFFSET);
    const symbol = readText(sizedDecoder.decode(data, end));
    const name = readText(bytes) || symbol;
    return { ...(name && { name }), ...(symbol && { symbol }) };
  } catch {
    // It ends early, or is not UTF-8.
    return {};
  }
}

/** Metaplex fills names up with zero bytes. */
function readText(bytes: ReadonlyUint8Array): string {
  const text = decodeUtf8(Uint8Array.from(bytes)).replaceAll('\0', '').trim();
  return Array.from(text).slice(0, NAME_LIMIT).join('');
}
