import { expect, it } from 'vitest';
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from '../../../test/support/chain.js';
import type { InstructionSummary } from './chain.js';
import { addInnerInstructions } from './inner-instructions.js';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const instruction: InstructionSummary = { program: 'program', accounts: [], data: new Uint8Array() };

it('nests what a cluster says of calls by their height, parsed or not', () => {
  const described = {
    version: 0,
    feePayer: 'payer',
    instructions: [instruction, instruction],
    accounts: [],
  } as const;
  const [first, second] = addInnerInstructions(described, [
    {
      index: 1,
      instructions: [
        { programId: MEMO_PROGRAM, accounts: [], data: '2', stackHeight: 2 },
        {
          programId: TOKEN_PROGRAM,
          program: 'spl-token',
          parsed: { type: 'transfer', info: { amount: '5', multisig: ['a', 'b'] } },
          stackHeight: 2,
        },
        { programId: SYSTEM_PROGRAM, accounts: ['from', 'to'], data: '3', stackHeight: 3 },
        { programId: MEMO_PROGRAM, program: 'spl-memo', parsed: 'hello', stackHeight: null },
      ],
    },
  ]);
  expect(first).toEqual(instruction);
  expect(second?.inner).toMatchObject([
    { program: MEMO_PROGRAM, programName: 'Memo', data: Uint8Array.of(1) },
    {
      program: TOKEN_PROGRAM,
      programName: 'spl-token',
      text: 'transfer',
      fields: [
        ['amount', '5'],
        ['multisig', '["a","b"]'],
      ],
      inner: [{ program: SYSTEM_PROGRAM, accounts: ['from', 'to'] }],
    },
    { programName: 'spl-memo', text: '"hello"' },
  ]);
});
