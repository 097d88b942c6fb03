import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  generateKeyPairSigner,
  getSolanaErrorFromTransactionError,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN,
} from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it, vi } from 'vitest';
import {
  COMPUTE_BUDGET,
  createAddress,
  createFundedSigner,
  createSigned,
  getTransfer,
  SOL,
  SYSTEM_PROGRAM,
} from '../../../test/support/chain.js';
import { createLiteSvmChain } from './litesvm-chain.js';
import { getTransactionErrorText } from './transaction-error.js';

describe('a transaction error in words', () => {
  it.each([
    ['This transaction has already been processed', 'AlreadyProcessed'],
    ['Blockhash not found', 'BlockhashNotFound'],
    [
      'Error processing Instruction 2: custom program error: 0x1771',
      { InstructionError: [2, { Custom: 6001 }] },
    ],
    [
      'Error processing Instruction 1: missing required signature for instruction',
      { InstructionError: [1, 'MissingRequiredSignature'] },
    ],
    [
      'Error processing Instruction 0: Computational budget exceeded',
      { InstructionError: [0, 'ComputationalBudgetExceeded'] },
    ],
    [
      'Transaction results in an account (3) with insufficient funds for rent',
      { InsufficientFundsForRent: { account_index: 3 } },
    ],
    [
      'Execution of the program referenced by account at index 5 is temporarily restricted.',
      { ProgramExecutionTemporarilyRestricted: { account_index: 5 } },
    ],
    ['Transaction contains a duplicate instruction (4) that is not allowed', { DuplicateInstruction: 4 }],
    ['Transaction would exceed max Vote Cost Limit', 'WouldExceedMaxVoteCostLimit'],
    [
      'Error processing Instruction 0: Max accounts exceeded',
      { InstructionError: [0, 'MaxAccountsExceeded'] },
    ],
    ['The transaction failed with the error `SomethingNew`', { SomethingNew: { a: 1 } }],
    ['The transaction failed with the error `undefined`', {}],
  ])('%s', (text, error) => {
    expect(getTransactionErrorText(error)).toBe(text);
    vi.stubEnv('NODE_ENV', 'production');
    expect(getTransactionErrorText(error)).toBe(text);
    expect(process.env['NODE_ENV']).toBe('production');
  });
});

// The package declares its errors' names, but exports them neither as values nor as types.
const declarations = readFileSync(
  createRequire(import.meta.url).resolve('litesvm/dist/internal.d.ts'),
  'utf8',
);

function getDeclaredNames(enumeration: string): readonly string[] {
  const body = declarations.split(`const enum ${enumeration} {`)[1]?.split('}')[0] ?? '';
  return Array.from(body.matchAll(/(\w+) = (\d+)/g), ([, name = '']) => name);
}

describe('a transaction error as JSON', () => {
  it('has LiteSVM’s name and details', async () => {
    const chain = createLiteSvmChain();
    const [funded, empty] = await Promise.all([createFundedSigner(chain), generateKeyPairSigner()]);
    const to = await createAddress();
    const getError = async (payer: KeyPairSigner, ...instructions: readonly Instruction[]) => {
      const wire = encodeBase64(await createSigned(chain, payer, instructions));
      const { value } = (await chain.rpc('simulateTransaction', [wire, { encoding: 'base64' }])) as {
        value: { err: unknown };
      };
      return value.err;
    };
    const limit = { programAddress: COMPUTE_BUDGET, data: Uint8Array.of(2, 1, 0, 0, 0) };
    expect(await getError(empty, getTransfer(empty.address, to, 1n))).toBe('AccountNotFound');
    expect(await getError(funded, { programAddress: to })).toBe('InvalidProgramForExecution');
    expect(await getError(funded, limit, limit)).toEqual({ DuplicateInstruction: 1 });
    expect(await getError(funded, getTransfer(funded.address, to, 1n))).toEqual({
      InsufficientFundsForRent: { account_index: 1 },
    });
    expect(await getError(funded, getTransfer(funded.address, to, 9n * SOL))).toEqual({
      InstructionError: [0, { Custom: 1 }],
    });
    expect(await getError(funded, { programAddress: SYSTEM_PROGRAM, data: Uint8Array.of(99) })).toEqual({
      InstructionError: [0, 'InvalidInstructionData'],
    });
  });

  it('has names that kit knows, except the newest two', () => {
    const names = getDeclaredNames('TransactionErrorFieldless');
    expect(names.length).toBeGreaterThan(30);
    const unknown = names.filter((name) =>
      isSolanaError(getSolanaErrorFromTransactionError(name), SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN),
    );
    expect(unknown).toEqual(['ProgramCacheHitMaxLimit', 'CommitCancelled']);
  });

  it('has a text for each name of an instruction’s error, with a small or a capital letter as in a validator', () => {
    const texts = getDeclaredNames('InstructionErrorFieldless').map((name) =>
      getTransactionErrorText({ InstructionError: [0, name] }).replace(
        'Error processing Instruction 0: ',
        '',
      ),
    );
    const capitals = texts.map((text) => /^[A-Z]/.test(text));
    expect(capitals.length).toBeGreaterThan(50);
    const first = getDeclaredNames('InstructionErrorFieldless').indexOf('UnsupportedProgramId');
    expect(capitals).toEqual(capitals.map((_, index) => index >= first));
  });
});
