import { AccountRole, address, createNoopSigner, downgradeRoleToReadonly } from '@solana/kit';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  BOB,
  CAROL,
  CHANGING,
  execute,
  getLoadedSize,
  KINDS,
  SOL,
  start,
  TOKEN,
  WRAPPED,
} from '../../../../test/support/both-chains.js';
import { countDimensions } from '../../../../test/support/dimensions.js';
import {
  ACCOUNTS,
  findToken,
  INSTRUCTIONS,
  lamports,
  MEMO_PROGRAMS,
} from '../../../../test/support/random-instructions.js';
import {
  createPlain,
  DIMENSIONS,
  randomTransaction,
  tryCreate,
} from '../../../../test/support/random-transactions.js';
import { getSetup } from '../../../../test/support/token-setup.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';
import type { Svm } from '../../explain/svm.js';

/**
 * By default the sequences are the same in every run, so that the test always takes as long and finds as
 * much.
 */
const { FUZZ_RUNS = '30', FUZZ_SEED = '6' } = process.env;
const TIMEOUT_MS = 3_600_000;
const objectKeys = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

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
