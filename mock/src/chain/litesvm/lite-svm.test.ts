import { createNoopSigner } from '@solana/kit';
import { getSetLoadedAccountsDataSizeLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { expect, it } from 'vitest';
import { WALLETS } from '../../../../test/support/random-instructions.js';
import { createPlain } from '../../../../test/support/random-transactions.js';
import { createMissingAccount } from '../../explain/svm.js';
import { createLiteSvm } from './lite-svm.js';

const [RICH, POOR] = WALLETS;
const SOL = 1_000_000_000n;
/** 64 bytes for each account, and the data of the two programs. */
const LOADED = 64 + (64 + 21) + (64 + 22);

it('forgets the account whose last lamports paid for a failed transaction', () => {
  const svm = createLiteSvm();
  svm.setAccount({ ...createMissingAccount(RICH), lamports: 2n * SOL });
  svm.setAccount({ ...createMissingAccount(POOR), lamports: 5_000n });
  const failed = svm.execute(createPlain(POOR, [{ programAddress: SYSTEM_PROGRAM_ADDRESS }]), false);
  expect(failed).toMatchObject({
    err: { InstructionError: [0, 'InvalidInstructionData'] },
    isExecuted: true,
  });
  expect(svm.getAccount(POOR)).toBeUndefined();
  const limit = getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: LOADED });
  const pay = getTransferSolInstruction({
    source: createNoopSigner(RICH),
    destination: POOR,
    amount: SOL,
  });
  expect(svm.execute(createPlain(RICH, [limit, pay]), false).err).toBeNull();
});
