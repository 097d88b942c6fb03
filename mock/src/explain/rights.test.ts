import { createNoopSigner, type Instruction } from '@solana/kit';
import {
  getAuthorizeCheckedInstruction,
  getAuthorizeCheckedWithSeedInstruction,
  getAuthorizeInstruction,
  getAuthorizeWithSeedInstruction,
  getSetLockupInstruction,
  getWithdrawInstruction,
  StakeAuthorize,
} from '@solana-program/stake';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getAssignWithSeedInstruction,
  getAuthorizeNonceAccountInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system';
import {
  getApproveCheckedInstruction,
  getApproveInstruction,
  getCloseAccountInstruction,
  getRevokeInstruction,
  getWithdrawExcessLamportsInstruction,
} from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  createInstruction,
  describeWhole,
  ME,
  MINT,
  OTHER,
  PROGRAM,
  signer,
  THIEF,
  u32,
} from '../../../test/support/instructions.js';
import type { InstructionSummary, TransactionSummary } from './chain.js';
import {
  LOOKUP_TABLE_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  UPGRADEABLE_LOADER_ADDRESS,
} from './instructions/program-addresses.js';
import { fillText, getRightTexts, type Right } from './rights.js';
import { AUTHORITIES, OTHERS, type RightKind } from './rights-table.js';
import { getTransactionWarnings } from './warnings/transaction-warnings.js';

const ANY = 2n ** 64n - 1n;
const KINDS = [...AUTHORITIES.map(([kind]) => kind), ...Object.keys(OTHERS)] as readonly RightKind[];
const thief = createNoopSigner(THIEF);
const key = (byte: number) => [...new Uint8Array(32).fill(byte)];
const spend = { source: ACCOUNT, owner: signer };
const stake = { stake: ACCOUNT, stakeAuthorize: StakeAuthorize.Withdrawer };
const base = { base: signer, authoritySeed: 'seed', authorityOwner: PROGRAM };
const token2022 = (accounts: readonly string[], data: readonly number[]) =>
  createInstruction(TOKEN_2022_PROGRAM_ADDRESS, accounts, data);
const setAuthority = (type: number, to?: number) =>
  token2022([ACCOUNT, ME], [6, type, ...(to === undefined ? [0] : [1, ...key(to)])]);

/** An instruction that hands a right over to THIEF (the address of bytes of 2), or gives it up. */
const GIVING: readonly (readonly [Right, Instruction])[] = [
  [
    { kind: 'spend-all', over: ACCOUNT, to: THIEF },
    getApproveInstruction({ ...spend, delegate: THIEF, amount: ANY }),
  ],
  [
    { kind: 'spend-all', over: ACCOUNT, to: THIEF },
    getApproveCheckedInstruction({ ...spend, mint: MINT, delegate: THIEF, amount: ANY, decimals: 6 }),
  ],
  [
    { kind: 'spend-some', over: ACCOUNT, to: THIEF, amount: 7n },
    getApproveInstruction({ ...spend, delegate: THIEF, amount: 7n }),
  ],
  [
    { kind: 'spend-some', over: ACCOUNT, to: THIEF, amount: 7n, decimals: 6 },
    getApproveCheckedInstruction({ ...spend, mint: MINT, delegate: THIEF, amount: 7n, decimals: 6 }),
  ],
  ...AUTHORITIES.flatMap(([kind], type): (readonly [Right, Instruction])[] => [
    [
      { kind: kind === 'own-tokens' ? 'changed-owner' : kind, over: ACCOUNT, to: THIEF },
      setAuthority(type, 2),
    ],
    // To be the only one who can close an account is no loss.
    ...(kind === 'close' ? [] : [[{ kind, over: ACCOUNT }, setAuthority(type)] as const]),
  ]),
  [{ kind: 'take-everywhere', over: MINT, to: THIEF, isNew: true }, token2022([MINT], [35, ...key(2)])],
  [{ kind: 'secret-amount', over: ACCOUNT, to: THIEF }, token2022([ACCOUNT, MINT, THIEF, ME], [27, 7])],
  [{ kind: 'guard', over: ACCOUNT }, token2022([ACCOUNT, ME], [34, 1])],
  [
    { kind: 'closing', over: ACCOUNT, to: THIEF },
    getCloseAccountInstruction({ account: ACCOUNT, destination: THIEF, owner: signer }),
  ],
  [
    { kind: 'rest', over: ACCOUNT, to: THIEF },
    getWithdrawExcessLamportsInstruction({ source: ACCOUNT, destination: THIEF, authority: signer }),
  ],
  [
    { kind: 'own-account', over: ME, to: PROGRAM },
    getAssignInstruction({ account: signer, programAddress: PROGRAM }),
  ],
  [
    { kind: 'own-account', over: ACCOUNT, to: PROGRAM },
    getAssignWithSeedInstruction({
      account: ACCOUNT,
      base: ME,
      baseAccount: signer,
      seed: 'seed',
      programAddress: PROGRAM,
    }),
  ],
  [{ kind: 'fill-account', over: ME }, getAllocateInstruction({ newAccount: signer, space: 8n })],
  [
    { kind: 'nonce', over: ACCOUNT, to: THIEF },
    getAuthorizeNonceAccountInstruction({
      nonceAccount: ACCOUNT,
      nonceAuthority: signer,
      newNonceAuthority: THIEF,
    }),
  ],
  [
    { kind: 'withdrawal', over: ACCOUNT, to: THIEF, amount: 5n },
    getWithdrawNonceAccountInstruction({
      nonceAccount: ACCOUNT,
      recipientAccount: THIEF,
      nonceAuthority: signer,
      withdrawAmount: 5n,
    }),
  ],
  [
    { kind: 'withdrawal', over: ACCOUNT, to: THIEF, amount: 5n },
    getWithdrawInstruction({ stake: ACCOUNT, recipient: THIEF, withdrawAuthority: signer, args: 5n }),
  ],
  [
    { kind: 'stake-validator', over: ACCOUNT, to: THIEF },
    getAuthorizeInstruction({ stake: ACCOUNT, authority: signer, arg0: THIEF, arg1: StakeAuthorize.Staker }),
  ],
  ...[
    getAuthorizeInstruction({
      stake: ACCOUNT,
      authority: signer,
      arg0: THIEF,
      arg1: StakeAuthorize.Withdrawer,
    }),
    getAuthorizeCheckedInstruction({ ...stake, authority: signer, newAuthority: thief }),
    getAuthorizeWithSeedInstruction({ ...stake, ...base, newAuthorizedPubkey: THIEF }),
    getAuthorizeCheckedWithSeedInstruction({ ...stake, ...base, newAuthority: thief }),
  ].map((instruction): readonly [Right, Instruction] => [
    { kind: 'stake-withdrawer', over: ACCOUNT, to: THIEF },
    instruction,
  ]),
  [
    { kind: 'stake-lockup', over: ACCOUNT },
    getSetLockupInstruction({
      stake: ACCOUNT,
      authority: signer,
      unixTimestamp: 1n,
      epoch: null,
      custodian: null,
    }),
  ],
  ...[4, 7].map((kind): readonly [Right, Instruction] => [
    { kind: 'upgrade', over: ACCOUNT, to: THIEF },
    createInstruction(UPGRADEABLE_LOADER_ADDRESS, [ACCOUNT, ME, THIEF], u32(kind)),
  ]),
  [
    { kind: 'last-upgrade', over: ACCOUNT },
    createInstruction(UPGRADEABLE_LOADER_ADDRESS, [ACCOUNT, ME], u32(4)),
  ],
  [
    { kind: 'close-program', over: PROGRAM },
    createInstruction(UPGRADEABLE_LOADER_ADDRESS, [ACCOUNT, ME, ME, PROGRAM], u32(5)),
  ],
  [
    { kind: 'last-table-change', over: ACCOUNT },
    createInstruction(LOOKUP_TABLE_PROGRAM_ADDRESS, [ACCOUNT, ME], u32(1)),
  ],
  [
    { kind: 'describer', over: MINT, to: THIEF },
    token2022([MINT, ME], [0xd7, 0xe4, 0xa6, 0xe4, 0x54, 0x64, 0x56, 0x7b, ...key(2)]),
  ],
];

/** Returns the rights that leave ME by instructions of a transaction. */
function getRights(instructions: readonly Instruction[], asInner = false) {
  const summaries = instructions.map(
    (instruction): InstructionSummary => ({
      program: instruction.programAddress,
      accounts: [],
      data: new Uint8Array(),
      ...describeWhole(instruction),
    }),
  );
  const caller = { program: OTHER, programName: 'Caller', accounts: [], data: new Uint8Array() };
  const summary: TransactionSummary = {
    version: 0,
    feePayer: ME,
    instructions: asInner ? [{ ...caller, inner: summaries }] : summaries,
    balanceChanges: [],
    tokenChanges: [],
    logs: [],
  };
  return getTransactionWarnings(summary, [ME, OTHER]).flatMap(({ right }) => right ?? []);
}

describe('the right that leaves', () => {
  it.each(GIVING)('is %o', (right, instruction) => {
    expect(getRights([instruction])).toEqual([right]);
    expect(getRights([instruction], true)).toEqual([right]);
  });

  it('is every one of the table by some instruction', () => {
    const given = new Set(GIVING.map(([{ kind }]) => kind));
    expect(KINDS.filter((kind) => !given.has(kind))).toEqual([]);
  });

  it('is none if it goes to an account of one’s own', () => {
    for (const [{ to }, instruction] of GIVING) {
      if (to !== THIEF) continue;
      const toOwn = {
        ...instruction,
        accounts: instruction.accounts?.map((meta) =>
          meta.address === THIEF ? { ...meta, address: OTHER } : meta,
        ),
        data: Uint8Array.from(
          Buffer.from(
            Buffer.from(instruction.data ?? [])
              .toString('hex')
              .replace('02'.repeat(32), '05'.repeat(32)),
            'hex',
          ),
        ),
      } as Instruction;
      expect(getRights([toOwn])).toEqual([]);
    }
  });

  it('is each of several, in a transaction that gives away more than one', () => {
    const instructions = GIVING.map(([, instruction]) => instruction);
    expect(getRights(instructions)).toEqual(GIVING.map(([right]) => right));
  });

  it('is none where it is taken back', () => {
    const approve = getApproveInstruction({ ...spend, delegate: THIEF, amount: ANY });
    const revoke = getRevokeInstruction(spend);
    const approveNothing = getApproveInstruction({ ...spend, delegate: THIEF, amount: 0n });
    const other = getRevokeInstruction({ source: MINT, owner: signer });
    expect(getRights([revoke])).toEqual([]);
    expect(getRights([approve, revoke])).toEqual([]);
    expect(getRights([approve, approveNothing])).toEqual([]);
    expect(getRights([revoke, approve])).toHaveLength(1);
    expect(getRights([approve, other])).toHaveLength(1);
  });
});

describe('the texts of a right', () => {
  const values = { to: 'TO', over: 'OVER', token: 'GOLD', tokens: 'GOLDS', amount: '5 GOLD', held: '9' };
  const rights = KINDS.flatMap((kind): Right[] => [
    { kind, over: ACCOUNT },
    { kind, over: ACCOUNT, to: THIEF },
    { kind, over: ACCOUNT, to: THIEF, isNew: true },
  ]);

  it.each(rights)('are whole for $kind', (right) => {
    const { question, gives, now = '', warning, risk, thing, until } = getRightTexts(right);
    expect(question).toMatch(/^[A-Z].+\?$/);
    for (const sentence of [warning, risk]) expect(sentence).toMatch(/^[A-Z].+\.$/);
    for (const text of [question, gives, now, warning]) {
      expect(fillText(text, values)).not.toMatch(/[{}]|undefined/);
      for (const [, name] of text.matchAll(/\{(\w+)\}/g)) expect(Object.keys(values)).toContain(name);
    }
    expect(warning).toContain('{over}');
    for (const text of [gives, thing, until]) expect(text).not.toBe('');
  });

  it('differ in their questions', () => {
    const questions = KINDS.map((kind) => getRightTexts({ kind, over: ACCOUNT, to: THIEF }).question);
    expect(new Set(questions).size).toBe(questions.length);
  });
});
