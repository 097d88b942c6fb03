import { encodeBase58, encodeBase64, equalBytes } from 'mobile-wallet-standard/endpoint';
import { readMint, tryParseAccount } from '../../explain/parsed-account.js';
import type { Account } from '../../explain/svm.js';
import { RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Ledger } from './ledger.js';
import {
  assertParam,
  type Config,
  getCommitment,
  type RpcMethod,
  readAddress,
  readArray,
  readBoolean,
  readBytes,
  readChoice,
  readConfig,
  readInteger,
  readObject,
  withContext,
} from './rpc-params.js';

const BASE58_LIMIT = 128;
const MULTIPLE_ACCOUNTS_LIMIT = 100;
const FILTER_LIMIT = 4;
/** The rent epoch of an account that is exempt from rent, as all accounts must be. */
const RENT_EXEMPT_EPOCH = 2n ** 64n - 1n;

/** The RPC methods about accounts. */
export const ACCOUNT_METHODS: Readonly<Record<string, RpcMethod>> = {
  async getAccountInfo(ledger, params) {
    const config = readConfig(ledger, params, 1);
    const account = await loadAccount(ledger, params[0], config);
    return withContext(ledger, encodeAccount(ledger, account, config), config);
  },

  async getBalance(ledger, params) {
    const config = readConfig(ledger, params, 1);
    const account = await loadAccount(ledger, params[0], config);
    return withContext(ledger, account?.lamports ?? 0n, config);
  },

  async getMultipleAccounts(ledger, params) {
    const options = readConfig(ledger, params, 1);
    const config = { ...options, encoding: options['encoding'] ?? 'base64' };
    const items = readArray(params[0], 'addresses', MULTIPLE_ACCOUNTS_LIMIT);
    const addresses = items.map((item) => readAddress(item));
    const accounts = await loadAccounts(ledger, addresses, config);
    const encoded = accounts.map((account) => encodeAccount(ledger, account, config));
    return withContext(ledger, encoded, config);
  },

  getProgramAccounts(ledger, params) {
    const program = readAddress(params[0]);
    const config = readConfig(ledger, params, 1);
    const matches = readFilters(config);
    const accounts = ledger.svm.getProgramAccounts(program).filter(({ data }) => matches(data));
    const keyed = encodeKeyedAccounts(ledger, accounts, config);
    return readBoolean(config['withContext'], 'withContext') ? withContext(ledger, keyed, config) : keyed;
  },
};

/**
 * Returns the accounts at base58 addresses as the RPC knows them by the options, or as they are now, after
 * they were fetched if they are elsewhere.
 */
export async function loadAccounts(
  ledger: Ledger,
  addresses: readonly string[],
  config?: Config,
): Promise<readonly (Account | undefined)[]> {
  await ledger.svm.load?.(addresses);
  return addresses.map((address) =>
    config ? ledger.getAccount(address, getCommitment(config)) : ledger.svm.getAccount(address),
  );
}

/** Reads an address, and returns the account there. */
export async function loadAccount(
  ledger: Ledger,
  value: unknown,
  config: Config,
): Promise<Account | undefined> {
  const [account] = await loadAccounts(ledger, [readAddress(value)], config);
  return account;
}

/** Converts accounts, with their addresses, to JSON. */
export function encodeKeyedAccounts(ledger: Ledger, accounts: readonly Account[], config: Config) {
  return accounts.map((account) => ({
    pubkey: account.address,
    account: encodeAccount(ledger, account, config),
  }));
}

/**
 * Converts an account to JSON, or to `null`. As from a validator, its data is base58 by itself without an
 * encoding.
 */
export function encodeAccount(ledger: Ledger, account: Account | undefined, config: Config) {
  const encoding = readChoice(config['encoding'], 'encoding', ['binary', 'base58', 'base64', 'jsonParsed']);
  const { start, end } = readDataSlice(config['dataSlice']);
  if (!account) return null;
  const { data, executable, lamports, owner } = account;
  const encoded =
    encoding === 'jsonParsed'
      ? (tryParseAccount(account, (mint) => getDecimals(ledger, mint)) ?? [encodeBase64(data), 'base64'])
      : encodeData(data.subarray(start, end), encoding);
  const space = BigInt(data.length);
  return { data: encoded, executable, lamports, owner, rentEpoch: RENT_EXEMPT_EPOCH, space };
}

function encodeData(slice: Uint8Array, encoding: 'binary' | 'base58' | 'base64') {
  if (encoding === 'base64') return [encodeBase64(slice), 'base64'];
  if (slice.length > BASE58_LIMIT) {
    const text = 'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.';
    throw new RpcError(RPC_ERROR.INVALID_REQUEST, text);
  }
  return encoding === 'base58' ? [encodeBase58(slice), 'base58'] : encodeBase58(slice);
}

/** Returns the decimals of a mint; `undefined` when there is no mint at that address. */
export function getDecimals(ledger: Ledger, mint: string): number | undefined {
  return readMint(ledger.svm.getAccount(mint))?.decimals;
}

function readDataSlice(value: unknown): Readonly<{ start?: number; end?: number }> {
  if (value === undefined || value === null) return {};
  const slice = readObject(value, 'dataSlice');
  const start = Number(readInteger(slice['offset'], 'dataSlice.offset'));
  return { start, end: start + Number(readInteger(slice['length'], 'dataSlice.length')) };
}

/** Reads the `filters` of `config`; the result tells whether an account's data passes all of them. */
export function readFilters(config: Config): (data: Uint8Array) => boolean {
  const filters = readArray(config['filters'] ?? [], 'filters', FILTER_LIMIT).map(readFilter);
  return (data) => filters.every((matches) => matches(data));
}

function readFilter(value: unknown): (data: Uint8Array) => boolean {
  const filter = readObject(value, 'filter');
  if ('dataSize' in filter) {
    const size = Number(readInteger(filter['dataSize'], 'dataSize'));
    return (data) => data.length === size;
  }
  assertParam('memcmp' in filter, 'filter must be dataSize or memcmp');
  const memcmp = readObject(filter['memcmp'], 'memcmp');
  const offset = Number(readInteger(memcmp['offset'], 'memcmp.offset'));
  const encoding = readChoice(memcmp['encoding'], 'memcmp.encoding', ['base58', 'base64']);
  const bytes = readBytes(memcmp['bytes'], encoding, 'memcmp.bytes', BASE58_LIMIT);
  return (data) => equalBytes(data.subarray(offset, offset + bytes.length), bytes);
}
