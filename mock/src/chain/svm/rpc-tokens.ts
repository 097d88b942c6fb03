import { unwrapOption } from '@solana/kit';
import type { Mint, Token } from '@solana-program/token';
import { getTokenAmount, readMint, readTokenAccount, TOKEN_PROGRAMS } from '../../explain/parsed-account.js';
import type { Account, Svm } from '../../explain/svm.js';
import { getHoldings, type TokenHolding } from '../../explain/token-changes.js';
import { createInvalidParamsError } from '../rpc-error.js';
import type { Ledger } from './ledger.js';
import { encodeKeyedAccounts, getDecimals, loadAccounts } from './rpc-accounts.js';
import {
  type Params,
  type RpcMethod,
  readAddress,
  readConfig,
  readObject,
  withContext,
} from './rpc-params.js';

/** As many as a validator returns. */
const LARGEST_ACCOUNTS = 20;

/** The RPC methods about token accounts and mints. */
export const TOKEN_METHODS: Readonly<Record<string, RpcMethod>> = {
  async getTokenAccountBalance(ledger, params) {
    readConfig(ledger, params, 1);
    const account = readTokenAccount(await loadAccount(ledger, params[0]));
    if (!account) throw createInvalidParamsError('Invalid param: not a Token account');
    const decimals = getDecimals(ledger, account.mint);
    if (decimals === undefined) throw createInvalidParamsError('Invalid param: could not find mint');
    return withContext(ledger, getTokenAmount(account.amount, decimals));
  },

  getTokenAccountsByDelegate(ledger, params) {
    return listTokenAccounts(ledger, params, ({ delegate }) => unwrapOption(delegate));
  },

  getTokenAccountsByOwner(ledger, params) {
    return listTokenAccounts(ledger, params, ({ owner }) => owner);
  },

  async getTokenLargestAccounts(ledger, params) {
    const mint = readAddress(params[0]);
    readConfig(ledger, params, 1);
    const { decimals } = await loadMint(ledger, mint);
    const programs = [...TOKEN_PROGRAMS.keys()];
    const holdings = findTokenAccounts(ledger.svm, programs, (token) => token.mint === mint).map(
      (account) => ({ address: account.address, amount: readTokenAccount(account)?.amount ?? 0n }),
    );
    const largest = holdings.sort((a, b) => Number(b.amount - a.amount)).slice(0, LARGEST_ACCOUNTS);
    return withContext(
      ledger,
      largest.map(({ address, amount }) => ({ address, ...getTokenAmount(amount, decimals) })),
    );
  },

  async getTokenSupply(ledger, params) {
    readConfig(ledger, params, 1);
    const mint = await loadMint(ledger, params[0]);
    return withContext(ledger, getTokenAmount(mint.supply, mint.decimals));
  },
};

/** Returns what an account owns of each token. */
export async function fetchTokens(ledger: Ledger, owner: string): Promise<readonly TokenHolding[]> {
  const programs = [...TOKEN_PROGRAMS.keys()];
  const accounts = findTokenAccounts(ledger.svm, programs, (token) => token.owner === owner);
  return getHoldings(accounts, async (keys) => loadAccounts(ledger, keys));
}

async function listTokenAccounts(
  ledger: Ledger,
  params: Params,
  getHolder: (token: Token) => string | null,
): Promise<unknown> {
  const holder = readAddress(params[0]);
  const filter = readObject(params[1], 'filter');
  const config = readConfig(ledger, params, 2);
  const programs = readPrograms(filter['programId']);
  const mint = 'mint' in filter ? await loadMintAddress(ledger, filter['mint']) : undefined;
  if (mint === undefined && !('programId' in filter)) {
    throw createInvalidParamsError('Invalid param: filter must have a mint or a programId');
  }
  const accounts = findTokenAccounts(
    ledger.svm,
    programs,
    (token) => getHolder(token) === holder && (mint === undefined || token.mint === mint),
  );
  return withContext(ledger, encodeKeyedAccounts(ledger, accounts, config));
}

function findTokenAccounts(
  svm: Svm,
  programs: readonly string[],
  matches: (token: Token) => boolean,
): readonly Account[] {
  return programs
    .flatMap((program) => svm.getProgramAccounts(program))
    .filter((account) => {
      const token = readTokenAccount(account);
      return token !== undefined && matches(token);
    });
}

async function loadMint(ledger: Ledger, value: unknown): Promise<Mint> {
  const mint = readMint(await loadAccount(ledger, value));
  if (!mint) throw createInvalidParamsError('Invalid param: not a Token mint');
  return mint;
}

async function loadAccount(ledger: Ledger, value: unknown): Promise<Account> {
  const [account] = await loadAccounts(ledger, [readAddress(value)]);
  if (!account) throw createInvalidParamsError('Invalid param: could not find account');
  return account;
}

function readPrograms(value: unknown): readonly string[] {
  if (value === undefined) return [...TOKEN_PROGRAMS.keys()];
  const program = readAddress(value, 'programId');
  if (!TOKEN_PROGRAMS.has(program)) {
    throw createInvalidParamsError('Invalid param: unrecognized Token program id');
  }
  return [program];
}

async function loadMintAddress(ledger: Ledger, value: unknown): Promise<string> {
  const mint = readAddress(value, 'mint');
  await ledger.svm.load?.([mint]);
  if (getDecimals(ledger, mint) === undefined) {
    throw createInvalidParamsError('Invalid param: could not find mint');
  }
  return mint;
}
