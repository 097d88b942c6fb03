import { describe, expect, it } from 'vitest';
import type { InstructionSummary, TokenChange, TransactionSummary } from '../chain.js';
import type { Warning } from '../warnings.js';
import { getBatchWarnings, getTransactionWarnings } from './transaction-warnings.js';

const ME = 'Me11111111111111111111111111111111111111111';
const MINE_TOO = 'Me22222222222222222222222222222222222222222';
const OTHER = 'other';
const MINT = 'Mint111111111111111111111111111111111111111';
const NATIVE_MINT = 'So11111111111111111111111111111111111111112';
const SOL = 1_000_000_000n;
const FEE = 5_000n;

const createSummary = (changes: Partial<TransactionSummary> = {}): TransactionSummary => ({
  version: 0,
  feePayer: ME,
  instructions: [],
  balanceChanges: [],
  tokenChanges: [],
  accounts: [{ address: ME, isSigner: true, isWritable: true }],
  logs: [],
  ...changes,
});
const createToken = (changes: Partial<TokenChange>): TokenChange => ({
  address: 'tokens',
  owner: ME,
  mint: MINT,
  before: 0n,
  after: 0n,
  decimals: 6,
  ...changes,
});
const createInstruction = (changes: Partial<InstructionSummary> = {}): InstructionSummary => ({
  program: 'program',
  accounts: [ME, 'tokens', 'other tokens'],
  data: new Uint8Array(),
  ...changes,
});
const getCodes = (changes: Partial<TransactionSummary>, own = [ME, MINE_TOO]) =>
  getTransactionWarnings(createSummary(changes), own).map(({ code }) => code);
const known = createInstruction({ programName: 'Token' });
const unknown = createInstruction();
const nonceAdvance = createInstruction({
  program: '11111111111111111111111111111111',
  programName: 'System',
  data: Uint8Array.of(4, 0, 0, 0),
});

describe('the warnings of a transaction', () => {
  it.each<[what: string, changes: Partial<TransactionSummary>]>([
    ['nothing at all', {}],
    [
      'an ordinary transfer',
      {
        instructions: [known],
        balanceChanges: [
          { address: ME, before: 2n * SOL, after: SOL - FEE },
          { address: OTHER, before: 0n, after: SOL },
        ],
        fee: FEE,
        priorityFee: 100_000n,
      },
    ],
    [
      'somebody else whose account is emptied',
      { balanceChanges: [{ address: OTHER, before: SOL, after: 0n }] },
    ],
    [
      'a move to another account of one’s own',
      {
        balanceChanges: [
          { address: ME, before: SOL, after: 0n },
          { address: MINE_TOO, before: SOL, after: 2n * SOL - FEE },
        ],
        tokenChanges: [
          createToken({ before: 7n, after: 0n }),
          createToken({ address: 'more', owner: MINE_TOO, before: 0n, after: 7n }),
        ],
      },
    ],
    ['a token transfer', { instructions: [known], tokenChanges: [createToken({ before: 9n, after: 2n })] }],
    [
      'a swap by an unknown program',
      {
        instructions: [unknown],
        tokenChanges: [
          createToken({ before: 9n, after: 2n }),
          createToken({ address: 'other tokens', mint: 'other mint', before: 0n, after: 5n }),
        ],
      },
    ],
    [
      'a sale of tokens for SOL by an unknown program',
      {
        instructions: [unknown],
        tokenChanges: [createToken({ before: 9n, after: 2n })],
        balanceChanges: [{ address: ME, before: SOL, after: 2n * SOL - FEE }],
      },
    ],
    ['a token account that comes into being', { instructions: [known], tokenChanges: [createToken({})] }],
    [
      'SOL that is unwrapped',
      {
        balanceChanges: [{ address: ME, before: SOL, after: 2n * SOL }],
        tokenChanges: [createToken({ mint: NATIVE_MINT, before: SOL, after: 0n, decimals: 9 })],
      },
    ],
    [
      'an NFT that is given away',
      {
        instructions: [known],
        tokenChanges: [createToken({ before: 1n, after: 0n, decimals: 0, isNft: true })],
      },
    ],
    [
      'a fee that takes the last lamports',
      { balanceChanges: [{ address: ME, before: FEE, after: 0n }], fee: FEE },
    ],
    ['an unknown program that does nothing', { instructions: [unknown] }],
    [
      'an unknown program that only takes SOL',
      {
        instructions: [unknown],
        balanceChanges: [{ address: ME, before: SOL, after: SOL - 2_000_000n }],
      },
    ],
    ['a nonce that is advanced for another reason', { instructions: [known, nonceAdvance] }],
    ['a failing transaction of known programs', { instructions: [known], error: 'It fails' }],
    [
      'a failing unknown program without the own account',
      { instructions: [createInstruction({ accounts: [OTHER] })], error: 'It fails' },
    ],
    [
      'a failing unknown program with an account that does not sign',
      {
        instructions: [createInstruction({ accounts: [MINE_TOO] })],
        accounts: [{ address: MINE_TOO, isSigner: false, isWritable: true }],
        error: 'It fails',
      },
    ],
  ])('are none for %s', (_, changes) => {
    expect(getTransactionWarnings(createSummary(changes), [ME, MINE_TOO])).toEqual([]);
  });

  it.each<[code: string, level: Warning['level'], text: string, changes: Partial<TransactionSummary>]>([
    [
      'empties-account',
      'danger',
      'This takes all SOL out of your account Me11…1111: 1.5 SOL.',
      { balanceChanges: [{ address: ME, before: (3n * SOL) / 2n, after: 0n }] },
    ],
    [
      'empties-account',
      'danger',
      'This takes almost all SOL out of your account Me11…1111: 9.99910912 SOL of 10 SOL.',
      { balanceChanges: [{ address: ME, before: 10n * SOL, after: 890_880n }] },
    ],
    [
      'empties-account',
      'danger',
      'This takes all SOL out of your account Me11…1111: 1 SOL.',
      {
        balanceChanges: [
          { address: ME, before: SOL, after: 0n },
          { address: MINE_TOO, before: 0n, after: SOL / 10n },
        ],
      },
    ],
    [
      'empties-token-account',
      'caution',
      'This takes all that your token account holds: 250 of token Mint…1111.',
      { instructions: [known], tokenChanges: [createToken({ before: 250_000_000n })] },
    ],
    [
      'large-priority-fee',
      'caution',
      'This pays the network 0.01 SOL to be faster. That is far more than usual.',
      { priorityFee: SOL / 100n },
    ],
    [
      'large-priority-fee',
      'danger',
      'This pays the network 1 SOL to be faster. That is far more than usual.',
      { priorityFee: SOL },
    ],
    [
      'unknown-program-takes-tokens',
      'caution',
      'A program that this wallet does not know takes tokens out of your account, and nothing comes back.',
      { instructions: [unknown], tokenChanges: [createToken({ before: 9n, after: 2n })] },
    ],
    [
      'never-expires',
      'caution',
      'This transaction never expires. Once you have signed it, the app can send it at any later time.',
      { instructions: [nonceAdvance, known] },
    ],
    [
      'unseen-effects',
      'caution',
      'A program that this wallet does not know gets control of your account, and the wallet cannot see what it does with it.',
      { instructions: [known, unknown], error: 'It fails' },
    ],
  ])('are “%s” (%s): %s', (code, level, text, changes) => {
    expect(getTransactionWarnings(createSummary(changes), [ME, MINE_TOO])).toEqual([{ code, level, text }]);
  });

  it('count an unknown program’s effects as unseen if the chain cannot tell token changes', () => {
    const { tokenChanges: _, ...summary } = createSummary({ instructions: [unknown] });
    expect(getTransactionWarnings(summary, [ME])[0]?.code).toBe('unseen-effects');
  });

  it('have those of instructions, also of inner ones, that concern an own account', () => {
    const createWarning = (code: string, signer: string, receiver?: string): Warning => ({
      code,
      level: 'danger',
      text: code,
      signers: [signer],
      ...(receiver && { receiver }),
    });
    const inner = createInstruction({ warnings: [createWarning('inner', ME)] });
    const warnings = [
      createWarning('mine', ME),
      createWarning('of others', OTHER),
      createWarning('for myself', ME, MINE_TOO),
    ];
    const instructions = [createInstruction({ programName: 'Token', warnings, inner: [inner] })];
    expect(getCodes({ instructions })).toEqual(['mine', 'inner']);
  });
});

describe('the warnings of a batch', () => {
  const ok = createSummary();
  const failing = createSummary({ error: 'It fails' });

  it('tell that later transactions would fail', () => {
    expect(getBatchWarnings([ok, failing, failing])).toEqual([
      {
        code: 'later-fail',
        level: 'caution',
        text: '2 of the 3 transactions would fail if all are sent in this order. The others would still be carried out.',
      },
    ]);
  });

  it('are none if nothing fails, or the first one already does', () => {
    for (const batch of [[], [ok], [ok, ok], [failing], [failing, failing]]) {
      expect(getBatchWarnings(batch)).toEqual([]);
    }
  });
});
