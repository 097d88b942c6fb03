import { unwrapOption } from '@solana/kit';
import type { Mint, Token } from '@solana-program/token';
import type { TokenHolding } from '../../explain/chain.js';
import { getTokenAmount, readMint, readTokenAccount, TOKEN_PROGRAMS } from '../../explain/parsed-account.js';
import type { Account } from '../../explain/svm.js';
import { getHoldings } from '../../explain/token-changes.js';
import type { Ledger } from './ledger.js';
import { encodeKeyedAccounts, getDecimals, loadAccount, loadAccounts } from './rpc-accounts.js';
import {
  assertParam,
  type Config,
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
    const config = readConfig(ledger, params, 1);
    const token = readTokenAccount(await loadExisting(ledger, params[0], config));
    assertParam(token !== undefined, 'not a Token account');
    const decimals = getDecimals(ledger, token.mint);
    assertParam(decimals !== undefined, 'could not find mint');
    return withContext(ledger, getTokenAmount(token.amount, decimals), config);
  },

  getTokenAccountsByDelegate(ledger, params) {
    return listTokenAccounts(ledger, params, ({ delegate }) => unwrapOption(delegate));
  },

  getTokenAccountsByOwner(ledger, params) {
    return listTokenAccounts(ledger, params, ({ owner }) => owner);
  },

  async getTokenLargestAccounts(ledger, params) {
    const mint = readAddress(params[0]);
    const config = readConfig(ledger, params, 1);
    const { decimals } = await loadMint(ledger, mint, config);
    const largest = findTokenAccounts(ledger, (token) => token.mint === mint)
      .sort((a, b) => Number(b.token.amount - a.token.amount))
      .slice(0, LARGEST_ACCOUNTS)
      .map(({ account: { address }, token }) => ({ address, ...getTokenAmount(token.amount, decimals) }));
    return withContext(ledger, largest, config);
  },

  async getTokenSupply(ledger, params) {
    const config = readConfig(ledger, params, 1);
    const mint = await loadMint(ledger, params[0], config);
    return withContext(ledger, getTokenAmount(mint.supply, mint.decimals), config);
  },
};

/** Returns what an account owns of each token. */
export async function fetchTokens(ledger: Ledger, owner: string): Promise<readonly TokenHolding[]> {
  const accounts = findTokenAccounts(ledger, (token) => token.owner === owner).map(({ account }) => account);
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
  const mint = 'mint' in filter ? readAddress(filter['mint'], 'mint') : undefined;
  const isMint = mint === undefined || readMint(await loadAccount(ledger, mint, config)) !== undefined;
  assertParam(isMint, 'could not find mint');
  assertParam(mint !== undefined || 'programId' in filter, 'filter must have a mint or a programId');
  const matches = (token: Token) =>
    getHolder(token) === holder && (mint === undefined || token.mint === mint);
  const accounts = findTokenAccounts(ledger, matches, programs).map(({ account }) => account);
  return withContext(ledger, encodeKeyedAccounts(ledger, accounts, config), config);
}

function findTokenAccounts(
  { svm }: Ledger,
  matches: (token: Token) => boolean,
  programs: Iterable<string> = TOKEN_PROGRAMS.keys(),
): Readonly<{ account: Account; token: Token }>[] {
  const accounts = [...programs].flatMap((program) => svm.getProgramAccounts(program));
  return accounts.flatMap((account) => {
    const token = readTokenAccount(account);
    return token && matches(token) ? [{ account, token }] : [];
  });
}

async function loadMint(ledger: Ledger, value: unknown, config: Config): Promise<Mint> {
  const mint = readMint(await loadExisting(ledger, value, config));
  assertParam(mint !== undefined, 'not a Token mint');
  return mint;
}

async function loadExisting(ledger: Ledger, value: unknown, config: Config): Promise<Account> {
  const account = await loadAccount(ledger, value, config);
  assertParam(account !== undefined, 'could not find account');
  return account;
}

function readPrograms(value: unknown): Iterable<string> {
  if (value === undefined) return TOKEN_PROGRAMS.keys();
  const program = readAddress(value, 'programId');
  assertParam(TOKEN_PROGRAMS.has(program), 'unrecognized Token program id');
  return [program];
}
