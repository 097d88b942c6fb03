import { createInvalidParamsError } from '../rpc-error.js';
import { type Account, getAccount, getProgramAccounts } from './account.js';
import type { Ledger } from './ledger.js';
import { getTokenAmount, readMint, readTokenAccount, TOKEN_PROGRAMS } from './parsed-account.js';
import { encodeKeyedAccounts, getDecimals } from './rpc-accounts.js';
import { type RpcMethod, readAddress, readConfig, readObject, withContext } from './rpc-params.js';

/** The RPC methods about token accounts and mints. */
export const TOKEN_METHODS: Readonly<Record<string, RpcMethod>> = {
  getTokenAccountBalance(ledger, params) {
    readConfig(ledger, params, 1);
    const account = readTokenAccount(readTokenProgramData(ledger, params[0]));
    if (!account) throw createInvalidParamsError('Invalid param: not a Token account');
    const decimals = getDecimals(ledger, account.mint);
    if (decimals === undefined) throw createInvalidParamsError('Invalid param: could not find mint');
    return withContext(ledger, getTokenAmount(account.amount, decimals));
  },

  getTokenAccountsByOwner(ledger, params) {
    const owner = readAddress(params[0]);
    const filter = readObject(params[1], 'filter');
    const config = readConfig(ledger, params, 2);
    const programs = readPrograms(filter['programId']);
    const mint = 'mint' in filter ? readMintAddress(ledger, filter['mint']) : undefined;
    if (mint === undefined && !('programId' in filter)) {
      throw createInvalidParamsError('Invalid param: filter must have a mint or a programId');
    }
    const accounts = programs
      .flatMap((program) => getProgramAccounts(ledger.svm, program))
      .filter((account) => isHolding(account, owner, mint));
    return withContext(ledger, encodeKeyedAccounts(ledger, accounts, config));
  },

  getTokenSupply(ledger, params) {
    readConfig(ledger, params, 1);
    const mint = readMint(readTokenProgramData(ledger, params[0]));
    if (!mint) throw createInvalidParamsError('Invalid param: not a Token mint');
    return withContext(ledger, getTokenAmount(mint.supply, mint.decimals));
  },
};

function isHolding({ data }: Account, owner: string, mint: string | undefined): boolean {
  const account = readTokenAccount(data);
  return account?.owner === owner && (mint === undefined || account.mint === mint);
}

function readTokenProgramData(ledger: Ledger, value: unknown): Uint8Array {
  const account = getAccount(ledger.svm, readAddress(value));
  if (!account) throw createInvalidParamsError('Invalid param: could not find account');
  return TOKEN_PROGRAMS.has(account.owner) ? account.data : new Uint8Array();
}

function readPrograms(value: unknown): readonly string[] {
  if (value === undefined) return [...TOKEN_PROGRAMS.keys()];
  const program = readAddress(value, 'programId');
  if (!TOKEN_PROGRAMS.has(program)) {
    throw createInvalidParamsError('Invalid param: unrecognized Token program id');
  }
  return [program];
}

function readMintAddress(ledger: Ledger, value: unknown): string {
  const mint = readAddress(value, 'mint');
  if (getDecimals(ledger, mint) === undefined) {
    throw createInvalidParamsError('Invalid param: could not find mint');
  }
  return mint;
}
