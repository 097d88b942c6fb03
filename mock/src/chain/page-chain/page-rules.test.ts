import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  BOB,
  CAROL,
  execute,
  SOL,
  start,
  TOKEN,
  WRAPPED,
} from '../../../../test/support/both-chains.js';
import { findToken, MEMO_PROGRAMS } from '../../../../test/support/random-instructions.js';
import { createPlain } from '../../../../test/support/random-transactions.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';
import type { Account, SvmResult } from '../../explain/svm.js';

const encodeToken = (owner: Address): Uint8Array => {
  const given = { mint: WRAPPED, owner, amount: 0n, delegate: null, delegatedAmount: 0n };
  const state = { state: token.AccountState.Initialized, isNative: null, closeAuthority: null };
  return Uint8Array.from(token.getTokenEncoder().encode({ ...given, ...state }));
};

describe('the small chain and LiteSVM', () => {
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

  const foreign = { owner: UPGRADEABLE_LOADER_ADDRESS };
  const source = createNoopSigner(BOB);
  const readOnly = (instruction: Instruction): Instruction => ({
    ...instruction,
    accounts: [{ address: BOB, role: AccountRole.READONLY_SIGNER }],
  });
  const assign = system.getAssignInstruction({ account: source, programAddress: TOKEN });
  const allocate = system.getAllocateInstruction({ newAccount: source, space: 9 });
  const move = token.getTransferInstruction({
    source: BOB,
    destination: BOB,
    authority: createNoopSigner(ALICE),
    amount: 0n,
  });
  const mint = token.getInitializeMint2Instruction({ mint: BOB, decimals: 0, mintAuthority: ALICE });
  const pay = system.getTransferSolInstruction({ source, destination: CAROL, amount: SOL });
  it.each<[what: string, account: Partial<Account>, instruction: Instruction, reason: unknown]>([
    ['a payment from', foreign, pay, 'ExternalAccountLamportSpend'],
    ['a fee from', foreign, pay, 'InvalidAccountForFee'],
    ['a fee from data of', { data: new Uint8Array(9) }, pay, 'InvalidAccountForFee'],
    ['another owner for', foreign, assign, 'ModifiedProgramId'],
    ['another owner for data of', { data: new Uint8Array(9).fill(1) }, assign, 'ModifiedProgramId'],
    ['another owner for zeros of', { data: new Uint8Array(9) }, assign, undefined],
    ['another owner for a read-only part of', {}, readOnly(assign), 'ModifiedProgramId'],
    ['the same owner for', { owner: TOKEN }, assign, undefined],
    ['space for', foreign, allocate, { Custom: 0 }],
    ['space for data of', { data: new Uint8Array(9) }, allocate, { Custom: 0 }],
    ['space for a read-only part of', {}, readOnly(allocate), 'ReadonlyDataModified'],
    ['nothing moved within', { ...foreign, data: encodeToken(ALICE) }, move, 'IncorrectProgramId'],
    ['a mint in', { ...foreign, data: new Uint8Array(82) }, mint, 'ExternalAccountDataModified'],
  ])('does the same with %s an account', async (what, account, instruction, reason) => {
    const chains = start([0n, 10n * SOL]);
    for (const svm of [chains.real, chains.small]) {
      const usual = { owner: system.SYSTEM_PROGRAM_ADDRESS, data: new Uint8Array(), executable: false };
      svm.setAccount({ address: BOB, lamports: 10n * SOL, ...usual, ...account });
    }
    const isFee = what.startsWith('a fee');
    const error = isFee ? reason : reason ? { InstructionError: [0, reason] } : null;
    expect(await execute(chains, createPlain(isFee ? BOB : ALICE, [instruction]))).toEqual(error);
  });

  it.each([
    ['the owner’s program', UPGRADEABLE_LOADER_ADDRESS, ALICE, 'IllegalOwner'],
    ['the owner', TOKEN, BOB, { Custom: 0 }],
    ['nothing', TOKEN, ALICE, undefined],
  ])('does the same with an associated account where %s is another', async (_, program, holder, reason) => {
    const ata = await findToken(ALICE, WRAPPED);
    const data = encodeToken(holder);
    const chains = start([]);
    for (const svm of [chains.real, chains.small]) {
      svm.setAccount({ address: ata, owner: program, lamports: SOL, data, executable: false });
    }
    const payer = createNoopSigner(ALICE);
    const open = token.getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata,
      owner: ALICE,
      mint: WRAPPED,
    });
    const error = reason ? { InstructionError: [0, reason] } : null;
    expect(await execute(chains, createPlain(ALICE, [open]))).toEqual(error);
  });

  it.each([
    [149, 0, 'ComputationalBudgetExceeded'],
    [299, 1, 'ComputationalBudgetExceeded'],
    [301, 2, 'ProgramFailedToComplete'],
  ])(
    'does the same with %d compute units, and counts those of the same programs',
    async (units, index, reason) => {
      const limit = getSetComputeUnitLimitInstruction({ units });
      const transfer = system.getTransferSolInstruction({
        source: createNoopSigner(ALICE),
        destination: BOB,
        amount: SOL,
      });
      const memo = { programAddress: MEMO_PROGRAMS[0], data: new Uint8Array(9).fill(97) };
      const decoded = createPlain(ALICE, [limit, transfer, memo]);
      const { real, small } = start([]);
      const getCounted = ({ logs }: SvmResult): readonly string[] =>
        logs.flatMap((line) => /^Program (\w+) consumed/.exec(line)?.[1] ?? []);
      expect(getCounted(small.execute(decoded, false))).toEqual(getCounted(real.execute(decoded, false)));
      expect(await execute(start([]), decoded)).toEqual({ InstructionError: [index, reason] });
    },
  );
});
