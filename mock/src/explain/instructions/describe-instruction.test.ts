import { AccountRole, type Address } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTransactionWarnings } from '../warnings/transaction-warnings.js';
import { describeInstruction } from './describe-instruction.js';
import { PROGRAM_NAMES } from './program-addresses.js';

const SYSTEM = '11111111111111111111111111111111';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const UNKNOWN = 'Stranger11111111111111111111111111111111111';
const A = '4wBqAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAigw';
const B = '9xyzBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBabc';
const C = 'C1aaCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCend';

const u32 = (value: number) => [...new Uint8Array(Uint32Array.of(value).buffer)];
const u64 = (value: bigint) => [...new Uint8Array(BigUint64Array.of(value).buffer)];
const read = (program: string, accounts: readonly string[], data: Iterable<number>) =>
  describeInstruction({
    programAddress: program as Address,
    accounts: accounts.map((account) => ({ address: account as Address, role: AccountRole.WRITABLE })),
    data: Uint8Array.from(data),
  });

describe('an instruction in words', () => {
  it('names an account of a lookup table by its place', () => {
    const accounts = ['a lookup table', `${A}[3]`];
    expect(read(SYSTEM, accounts, [...u32(2), ...u64(1n)]).text).toBe(`Transfer 0.000000001 SOL to ${A}[3]`);
  });

  it('shows the bytes of unknown and of incomplete instructions', () => {
    expect(read(UNKNOWN, [], [0xde, 0xad, 0x00])).toEqual({ text: '0xdead00' });
    expect(read(SYSTEM, [A, B], [...u32(2), 1])).toEqual({
      programName: 'System',
      text: '0x0200000001',
      warnings: [
        {
          code: 'unnamed-instruction',
          level: 'caution',
          text: 'The wallet cannot read an instruction of the System program, and cannot say what it does.',
        },
      ],
    });
    expect(read(SYSTEM, [A], [...u32(2), ...u64(1n)]).text).toBe('0x020000000100000000000000');
    expect(read(SYSTEM, [], u32(99)).text).toBe('0x63000000');
    expect(read(MEMO, [], [0xff])).toMatchObject({ programName: 'Memo', text: '0xff' });
    expect(read(TOKEN, [A], []).text).toBe('0x');
  });

  it('never throws, whatever the bytes and the accounts are', () => {
    const programs = fc.constantFrom(UNKNOWN, ...PROGRAM_NAMES.keys());
    const accounts = fc.array(fc.constantFrom(A, B, C, `${A}[3]`), { maxLength: 12 });
    // Most instructions begin with a small number of one or four bytes, which random bytes seldom have.
    const kind = fc.oneof(
      fc.nat(50).map((value) => [value]),
      fc.nat(20).map(u32),
      fc.tuple(fc.nat(50), fc.nat(20)),
      fc.constant([]),
    );
    const rest = fc.uint8Array({ maxLength: 120 });
    fc.assert(
      fc.property(programs, accounts, kind, rest, (program, used, head, tail) => {
        const data = Uint8Array.from([...head, ...tail]);
        const description = read(program, used, data);
        expect(description.text).not.toBe('');
        const instruction = { program, accounts: used, data, ...description };
        const summary = {
          version: 0,
          feePayer: A,
          instructions: [instruction],
          balanceChanges: [],
          logs: [],
        } as const;
        expect(() => getTransactionWarnings(summary, [A, B])).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read from huge and from empty instructions', () => {
    for (const program of PROGRAM_NAMES.keys()) {
      for (const data of [new Uint8Array(), new Uint8Array(100_000), new Uint8Array(100_000).fill(255)]) {
        expect(read(program, Array<string>(255).fill(A), data).text).not.toBe('');
        expect(read(program, [], data).text).not.toBe('');
      }
    }
  });
});
