import { AccountRole, type Address, address, createNoopSigner, downgradeRoleToReadonly } from '@solana/kit';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDimensions } from '../../../test/support/dimensions.js';
import {
  ACCOUNTS,
  findToken,
  INSTRUCTIONS,
  INSTRUCTIONS_SYSVAR,
  lamports,
  MEMO_PROGRAMS,
  MINTS,
  WALLETS,
} from '../../../test/support/random-instructions.js';
import {
  createPlain,
  DIMENSIONS,
  randomTransaction,
  tryCreate,
} from '../../../test/support/random-transactions.js';
import { getSetup } from '../../../test/support/token-setup.js';
import type { DecodedTransaction } from '../describe-transaction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../instructions/program-addresses.js';
import { createLiteSvm } from '../litesvm/lite-svm.js';
import type { Account, Svm, SvmResult } from '../svm/svm.js';
import { createPageSvm, type PageSvm } from './page-svm.js';

/** By default the sequences are the same in every run, so that the test always takes as long and finds as much. */
const { FUZZ_RUNS = '30', FUZZ_SEED = '6' } = process.env;
const TIMEOUT_MS = 3_600_000;
const SOL = 1_000_000_000n;
const TOKEN = token.TOKEN_PROGRAM_ADDRESS;
const [ALICE, BOB, CAROL] = WALLETS;
const [, , WRAPPED] = MINTS;
const KINDS = new Map(Object.entries(ACCOUNTS).flatMap(([kind, keys]) => keys.map((key) => [key, kind])));
const CHANGING = [...KINDS.keys()].filter((key) => KINDS.get(key) !== 'reserved');

function fund(svm: Svm, balances: readonly bigint[]): void {
  for (const [index, key] of WALLETS.entries()) {
    const balance = balances[index] ?? 0n;
    if (balance === 0n) continue;
    const owner = system.SYSTEM_PROGRAM_ADDRESS;
    svm.setAccount({ address: key, owner, lamports: balance, data: new Uint8Array(), executable: false });
  }
}

/**
 * What both chains must say alike. Real programs vary in their compute units, and repeat what a call has returned. So
 * they also leave other lines out of logs that are too long.
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
 * Returns all accounts that change. Those of the Token program are decoded, because it leaves the bytes of what it takes out.
 * Programs only get lamports.
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
function getLoadedSize(svm: Svm, addresses: readonly Address[]): number {
  const accounts = addresses.filter((key) => key !== INSTRUCTIONS_SYSVAR).map((key) => svm.getAccount(key));
  return accounts.reduce((size, account) => size + (account ? 64 + account.data.length : 0), 0);
}

const objectKeys = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

/** Creates both chains with the same accounts. */
function start(
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
async function execute(
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

describe('the small chain beside LiteSVM', () => {
  it('does the same with any sequence of transactions', { timeout: TIMEOUT_MS }, async () => {
    const setup = (await getSetup()).map((instructions) => createPlain(ALICE, instructions));
    const first = start([]);
    for (const decoded of setup) await execute(first, decoded);
    const accounts = CHANGING.filter((key) => KINDS.get(key) !== 'program').flatMap(
      (key) => first.real.getAccount(key) ?? [],
    );
    const { count, countValues, report } = countDimensions({
      ...DIMENSIONS,
      instruction: Object.keys(INSTRUCTIONS),
      account: Object.keys(ACCOUNTS),
      error: ['null'],
    });
    const sequence = fc.array(randomTransaction, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(lamports, lamports), sequence, async (balances, transactions) => {
        const chains = start(balances, accounts);
        for (const drawn of transactions) {
          const decoded = tryCreate(drawn, (keys) => getLoadedSize(chains.real, keys));
          if (!decoded) continue;
          count('error', JSON.stringify(await execute(chains, decoded, drawn.verify)));
          for (const dimension of objectKeys(DIMENSIONS)) count(dimension, drawn[dimension]);
          for (const [name] of drawn.instructions) count('instruction', name);
          for (const key of decoded.message.staticAccounts) count('account', KINDS.get(key));
        }
      }),
      { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_RUNS) },
    );
    const isSame = FUZZ_SEED === '6' && FUZZ_RUNS === '30';
    expect(report('the small chain', Number(FUZZ_RUNS), isSame)).toEqual([]);
    // The transactions are of use only if they fail in many ways.
    expect(countValues('error')).toBeGreaterThan(30);
  });

  it('has programs and sysvars of the same size, which transactions may limit', () => {
    const { real, small } = start([]);
    const getSizes = (svm: Svm) => [...KINDS.keys()].map((key) => [key, svm.getAccount(key)?.data.length]);
    expect(getSizes(small)).toEqual(getSizes(real));
  });

  it.each([
    [0n, null],
    [1n, { InstructionError: [0, 'ReadonlyLamportChange'] }],
  ])('does the same with %d wrapped lamports from a read-only account', async (amount, error) => {
    const chains = start([]);
    for (const instructions of await getSetup()) await execute(chains, createPlain(ALICE, instructions));
    const [source, destination] = await Promise.all([ALICE, BOB].map((owner) => findToken(owner, WRAPPED)));
    if (!source || !destination) throw new Error('Expected two accounts');
    const authority = createNoopSigner(ALICE);
    const send = token.getTransferInstruction({ source, destination, authority, amount });
    const accounts = send.accounts.map(({ address: key, role }) => ({
      address: key,
      role: downgradeRoleToReadonly(role),
    }));
    expect(await execute(chains, createPlain(ALICE, [{ ...send, accounts }]))).toEqual(error);
  });

  it.each([
    [59, null],
    [60, { InstructionError: [60, 'MaxInstructionTraceLengthExceeded'] }],
    [63, { InstructionError: [63, 'MaxInstructionTraceLengthExceeded'] }],
  ])('does the same with %d memos before an instruction that calls four', async (count, error) => {
    const memos = Array.from({ length: count }, () => ({ programAddress: MEMO_PROGRAMS[1] }));
    const payer = createNoopSigner(ALICE);
    const ata = await findToken(BOB, WRAPPED);
    const open = token.getCreateAssociatedTokenInstruction({ payer, ata, owner: BOB, mint: WRAPPED });
    expect(await execute(start([]), createPlain(ALICE, [...memos, open]))).toEqual(error);
  });

  it.each([
    ['after its fee', 890_881n, 0n],
    ['after its payment', 10n * SOL, 10n * SOL - 5_001n],
  ])('does the same with a fee payer that is not exempt from rent %s', async (_, balance, amount) => {
    const chains = start([]);
    for (const svm of [chains.real, chains.small]) {
      const empty = { owner: system.SYSTEM_PROGRAM_ADDRESS, data: new Uint8Array(), executable: false };
      svm.setAccount({ address: ALICE, lamports: balance, ...empty });
    }
    const source = createNoopSigner(ALICE);
    const pay = system.getTransferSolInstruction({ source, destination: BOB, amount });
    const error = { InsufficientFundsForRent: { account_index: 0 } };
    expect(await execute(chains, createPlain(ALICE, [pay]))).toEqual(error);
  });

  it('does the same with a memo that one of two does not sign', async () => {
    const unsigned = { address: BOB, role: AccountRole.READONLY };
    const signed = { address: CAROL, role: AccountRole.READONLY_SIGNER };
    const memo = { programAddress: MEMO_PROGRAMS[0], accounts: [unsigned, signed] };
    const error = { InstructionError: [0, 'MissingRequiredSignature'] };
    expect(await execute(start([]), createPlain(ALICE, [memo]))).toEqual(error);
  });

  it.each([
    ['', { InstructionError: [0, 'ReadonlyLamportChange'] }, []],
    [' beside the loader that upgrades programs', null, [UPGRADEABLE_LOADER_ADDRESS]],
  ])('does the same with a payment to a program that runs%s', async (_, error, named) => {
    const [destination] = MEMO_PROGRAMS;
    const source = createNoopSigner(ALICE);
    const pay = system.getTransferSolInstruction({ source, destination, amount: SOL });
    const accounts = [
      { address: ALICE, role: AccountRole.WRITABLE_SIGNER },
      { address: destination, role: AccountRole.READONLY },
    ];
    const loaders = named.map((key) => ({ address: address(key), role: AccountRole.READONLY }));
    const memo = { programAddress: destination, accounts: [] };
    const other = { programAddress: MEMO_PROGRAMS[1], accounts: loaders };
    const decoded = createPlain(ALICE, [{ ...pay, accounts }, memo, other], 'all writable');
    expect(await execute(start([]), decoded)).toEqual(error);
  });

  it.each(Object.entries(ACCOUNTS))(
    'does the same with a new account and a payment at the address of any %s',
    async (_, keys) => {
      const chains = start([]);
      // Kit refuses to pay the program that pays.
      for (const destination of keys.filter((key) => key !== system.SYSTEM_PROGRAM_ADDRESS)) {
        const payer = createNoopSigner(ALICE);
        const newAccount = createNoopSigner(destination);
        const made = { lamports: SOL / 100n, space: 9, programAddress: TOKEN };
        const create = system.getCreateAccountInstruction({ payer, newAccount, ...made });
        const payments = [1n, SOL / 100n].map((amount) =>
          system.getTransferSolInstruction({ source: payer, destination, amount }),
        );
        for (const instruction of [...payments, create]) {
          await execute(chains, createPlain(ALICE, [instruction]));
        }
      }
    },
  );
});
