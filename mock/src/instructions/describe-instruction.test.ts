import { AccountRole, type Address } from '@solana/kit';
import fc from 'fast-check';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { getTransactionWarnings } from '../warnings/transaction-warnings.js';
import { describeInstruction } from './describe-instruction.js';
import { PROGRAM_NAMES } from './program-addresses.js';

const SYSTEM = '11111111111111111111111111111111';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const BUDGET = 'ComputeBudget111111111111111111111111111111';
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
  it.each([
    [SYSTEM, [A, B], [...u32(2), ...u64(500_000_000n)], 'System', 'Transfer 0.5 SOL to 9xyz…Babc'],
    [
      SYSTEM,
      [A, B],
      [...u32(0), ...u64(1n), ...u64(165n), ...new Uint8Array(32)],
      'System',
      'Create account 9xyz…Babc with 0.000000001 SOL and 165 bytes',
    ],
    [SYSTEM, [A, B, C], u32(4), 'System', 'Advance nonce 4wBq…Aigw'],
    [BUDGET, [], [2, ...u32(200_000)], 'Compute Budget', 'Limit compute units to 200,000'],
    [BUDGET, [], [3, ...u64(1_000n)], 'Compute Budget', 'Pay 1,000 micro-lamports per compute unit'],
    [
      TOKEN,
      [A, B, C, A],
      [12, ...u64(1_500_000n), 6],
      'Token',
      'Transfer 1.5 of token 9xyz…Babc to C1aa…Cend',
    ],
    [
      TOKEN_2022,
      [A, B, C, A],
      [13, ...u64(1_500_000n), 6],
      'Token-2022',
      'Allow C1aa…Cend to spend 1.5 of token 9xyz…Babc',
    ],
    [
      ASSOCIATED_TOKEN,
      [A, A, B, C, A, A],
      [],
      'Associated Token',
      'Create account for token C1aa…Cend of 9xyz…Babc',
    ],
    [
      ASSOCIATED_TOKEN,
      [A, A, B, C, A, A],
      [1],
      'Associated Token',
      'Create account for token C1aa…Cend of 9xyz…Babc',
    ],
    [
      TOKEN,
      [A, B, C],
      [4, ...u64(7_000_000n)],
      'Token',
      'Allow 9xyz…Babc to spend 7,000,000 units of a token',
    ],
    [MEMO, [], [...encodeUtf8('Grüße\n"du"')], 'Memo', 'Memo "Grüße\\n\\"du\\""'],
    [
      SYSTEM,
      ['a lookup table', `${A}[3]`],
      [...u32(2), ...u64(1n)],
      'System',
      `Transfer 0.000000001 SOL to ${A}[3]`,
    ],
  ])('%s %j %j', (program, accounts, data, programName, text) => {
    expect(read(program, accounts, data)).toMatchObject({ programName, text });
  });

  it('shows the bytes of unknown and of incomplete instructions', () => {
    expect(read(UNKNOWN, [], [0xde, 0xad, 0x00])).toEqual({ text: '0xdead00' });
    expect(read(SYSTEM, [A, B], [...u32(2), 1])).toEqual({ programName: 'System', text: '0x0200000001' });
    expect(read(SYSTEM, [A], [...u32(2), ...u64(1n)]).text).toBe('0x020000000100000000000000');
    expect(read(SYSTEM, [], u32(99)).text).toBe('0x63000000');
    expect(read(MEMO, [], [0xff])).toEqual({ programName: 'Memo', text: '0xff' });
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
