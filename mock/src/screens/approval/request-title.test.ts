import { describe, expect, it } from 'vitest';
import type { InstructionSummary, TokenChange, TransactionSummary } from '../../explain/chain.js';
import { getActionTitle } from './request-title.js';

const SOL = 1_000_000_000n;
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const accounts = ['main', 'savings'].map((address) => ({
  address,
  publicKey: new Uint8Array(32),
  label: address,
}));

const createToken = (symbol: string, before: bigint, after: bigint, owner = 'main'): TokenChange => ({
  address: `${owner}'s ${symbol}`,
  owner,
  mint: symbol,
  before: before * 100n,
  after: after * 100n,
  decimals: 2,
  symbol,
});
const createInstruction = (text: string, program = 'known'): InstructionSummary => ({
  program,
  programName: 'Known',
  accounts: [],
  data: new Uint8Array(),
  text,
});
const createSummary = (
  difference: bigint,
  tokenChanges: readonly TokenChange[] = [],
  changes: Partial<TransactionSummary> = {},
): TransactionSummary => ({
  version: 0,
  feePayer: 'main',
  fee: 5n,
  instructions: [],
  balanceChanges: [{ address: 'main', before: 9n * SOL, after: 9n * SOL + difference - 5n }],
  tokenChanges,
  logs: [],
  ...changes,
});
const getTitle = (...summaries: readonly TransactionSummary[]) =>
  getActionTitle(summaries, accounts, 'test SOL', 'Sign and send');
const doing = (...instructions: readonly InstructionSummary[]) => createSummary(0n, [], { instructions });

describe('the title of transactions', () => {
  it.each<[title: string, ...summaries: readonly TransactionSummary[]]>([
    [
      'Swap 1 test SOL for 152.34 USDC',
      createSummary(-SOL, [{ ...createToken('USDC', 0n, 0n), after: 15_234n }]),
    ],
    [
      'Swap 5 A and 6 B for 7 C',
      createSummary(0n, [createToken('A', 5n, 0n), createToken('B', 6n, 0n), createToken('C', 0n, 7n)]),
    ],
    ['Send 0.5 test SOL', createSummary(-SOL / 2n)],
    ['Send 5 A, 6 B and more', createSummary(-SOL, [createToken('A', 5n, 0n), createToken('B', 6n, 0n)])],
    ['Receive 7 C', createSummary(0n, [createToken('C', 0n, 7n)])],
    // What goes to another account of one's own is no loss.
    ['Receive 2 A', createSummary(0n, [createToken('A', 5n, 0n), createToken('A', 0n, 7n, 'savings')])],
    [
      'Approve 3 payments',
      createSummary(-SOL),
      createSummary(-SOL),
      createSummary(0n, [createToken('A', 5n, 0n)]),
    ],
    [
      'Swap 1 test SOL for 7 C in 2 transactions',
      createSummary(-SOL),
      createSummary(0n, [createToken('C', 0n, 7n)]),
    ],
    ['Place bid?', doing(createInstruction('Place bid'))],
    ['Place bid, and more?', doing(createInstruction('Place bid'), createInstruction('Close'))],
    [
      'Place bid?',
      doing(
        createInstruction('Limit compute units to 5', 'ComputeBudget111111111111111111111111111111'),
        createInstruction('Place bid'),
        createInstruction('Memo "x"', MEMO),
      ),
    ],
    ['Write a memo?', doing(createInstruction('Memo "Send 5 SOL"', MEMO))],
    [
      'Write 2 memos?',
      doing(createInstruction('Memo "a"', MEMO)),
      doing(createInstruction('Memo "b"', MEMO)),
    ],
    ['Sign and send this transaction?', doing(createInstruction('0x0102'))],
    ['Sign and send this transaction?', doing()],
    [
      'Sign and send 2 transactions?',
      doing(createInstruction('Place bid')),
      doing(createInstruction('Close')),
    ],
    [
      'Transfer 0.5 test SOL to X?',
      createSummary(-SOL, [], {
        error: 'It fails',
        instructions: [createInstruction('Transfer 0.5 SOL to X')],
      }),
    ],
    ['Sign and send 2 transactions?', createSummary(-SOL), createSummary(-SOL, [], { error: 'It fails' })],
  ])('is “%s”', (title, ...summaries) => {
    expect(getTitle(...summaries)).toBe(title);
  });
});
