import type { Address } from '@solana/kit';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { expect } from 'vitest';
import { createLiteSvm } from '../../mock/src/chain/litesvm/lite-svm.js';
import { createPageSvm, type PageSvm } from '../../mock/src/chain/page-chain/page-svm.js';
import type { DecodedTransaction } from '../../mock/src/explain/describe-transaction.js';
import type { Account, Svm, SvmResult } from '../../mock/src/explain/svm.js';
import { ACCOUNTS, INSTRUCTIONS_SYSVAR, MINTS, WALLETS } from './random-instructions.js';

export const SOL = 1_000_000_000n;
export const TOKEN = token.TOKEN_PROGRAM_ADDRESS;
export const [ALICE, BOB, CAROL] = WALLETS;
export const [, , WRAPPED] = MINTS;
export const KINDS = new Map(
  Object.entries(ACCOUNTS).flatMap(([kind, keys]) => keys.map((key) => [key, kind])),
);
export const CHANGING = [...KINDS.keys()].filter((key) => KINDS.get(key) !== 'reserved');

function fund(svm: Svm, balances: readonly bigint[]): void {
  for (const [index, key] of WALLETS.entries()) {
    const balance = balances[index] ?? 0n;
    if (balance === 0n) continue;
    const owner = system.SYSTEM_PROGRAM_ADDRESS;
    svm.setAccount({ address: key, owner, lamports: balance, data: new Uint8Array(), executable: false });
  }
}

/**
 * What both chains must say alike. Real programs vary in their compute units, and repeat what a call has
 * returned. So they also leave other lines out of logs that are too long.
 */
function getOutcome({
  err,
  logs,
  innerInstructions,
  isExecuted,
}: SvmResult & Readonly<{ isExecuted: boolean }>) {
  return {
    err,
    isExecuted,
    innerInstructions,
    logs: logs
      .slice(0, logs.includes('Log truncated') ? 20 : undefined)
      .filter((line) => !/ consumed \d+ of |^Program return: /.test(line))
      .map((line) => line.replace(/failed: \w+ utf-8 .*/, 'failed: not UTF-8')),
  };
}

/**
 * Returns all accounts that change. Those of the Token program are decoded, because it leaves the bytes of
 * what it takes out. Programs only get lamports.
 */
function getState(svm: Svm) {
  return CHANGING.map((key) => {
    if (KINDS.get(key) === 'program') return svm.getBalance(key);
    const account = svm.getAccount(key);
    if (account?.owner !== TOKEN) return account;
    const { data } = account;
    if (data.length === token.getMintSize()) return { ...account, data: token.getMintDecoder().decode(data) };
    const isToken = data.length === token.getTokenSize();
    return isToken ? { ...account, data: token.getTokenDecoder().decode(data) } : account;
  });
}

/** Returns what LiteSVM counts for these accounts (SIMD-0186). */
export function getLoadedSize(svm: Svm, addresses: readonly Address[]): number {
  const accounts = addresses.filter((key) => key !== INSTRUCTIONS_SYSVAR).map((key) => svm.getAccount(key));
  return accounts.reduce((size, account) => size + (account ? 64 + account.data.length : 0), 0);
}

/** Creates both chains with the same accounts. */
export function start(
  balances: readonly bigint[],
  accounts: readonly Account[] = [],
): Readonly<{ real: Svm; small: PageSvm }> {
  const real = createLiteSvm();
  const small = createPageSvm();
  for (const svm of [real, small]) {
    svm.startBlock({ slot: 9n, epoch: 2n, time: 7n }, []);
    for (const account of accounts) svm.setAccount(account);
    fund(svm, [10n * SOL, ...balances]);
  }
  return { real, small };
}

/** Runs a transaction on both chains and compares them. Returns its error. */
export async function execute(
  { real, small }: ReturnType<typeof start>,
  decoded: DecodedTransaction,
  verify = false,
): Promise<unknown> {
  await small.prepare?.(decoded);
  const expected = getOutcome(real.execute(decoded, verify));
  expect(getOutcome(small.execute(decoded, verify))).toEqual(expected);
  expect(getState(small)).toEqual(getState(real));
  return expected.err;
}
