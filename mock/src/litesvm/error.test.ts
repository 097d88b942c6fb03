import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  getSolanaErrorFromTransactionError,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION_ERROR_NAMES, TRANSACTION_ERROR_NAMES } from './error.js';

// The package declares its numbering, but exports it neither as a value nor as a type.
const declarations = readFileSync(
  createRequire(import.meta.url).resolve('litesvm/dist/internal.d.ts'),
  'utf8',
);

function getDeclaredNames(enumeration: string): readonly (readonly [string, number])[] {
  const body = declarations.split(`const enum ${enumeration} {`)[1]?.split('}')[0] ?? '';
  return Array.from(body.matchAll(/(\w+) = (\d+)/g), ([, name = '', number]) => [name, Number(number)]);
}

describe('the names of LiteSVM’s errors', () => {
  it.each([
    ['TransactionErrorFieldless', TRANSACTION_ERROR_NAMES],
    ['InstructionErrorFieldless', INSTRUCTION_ERROR_NAMES],
  ])('are in the order of its %s', (enumeration, names) => {
    expect(names.length).toBeGreaterThan(30);
    expect(names.map((name, index) => [name, index])).toEqual(getDeclaredNames(enumeration));
  });

  it('are names that kit knows, but for the newest', () => {
    const unknown = TRANSACTION_ERROR_NAMES.filter((name) =>
      isSolanaError(getSolanaErrorFromTransactionError(name), SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN),
    );
    expect(unknown).toEqual(['ProgramCacheHitMaxLimit', 'CommitCancelled']);
  });
});
