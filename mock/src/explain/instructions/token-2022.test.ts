import { createHash } from 'node:crypto';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { expect, describe as group, it } from 'vitest';
import {
  ACCOUNT,
  createInstruction,
  describe,
  ME,
  MINT,
  OTHER,
  PROGRAM,
  shortenAll,
  THIEF,
  u16,
  u32,
  u64,
} from '../../../../test/support/instructions.js';
import type { Warning } from '../warnings.js';
import { TOKEN_2022_PROGRAM_ADDRESS } from './program-addresses.js';

const create = (accounts: readonly string[], data: readonly number[]) =>
  createInstruction(TOKEN_2022_PROGRAM_ADDRESS, accounts, data);
const text = (value: string) => [...u32(encodeUtf8(value).length), ...encodeUtf8(value)];
const getName = (name: string) => [...createHash('sha256').update(name).digest().subarray(0, 8)];
const metadata = (name: string) => getName(`spl_token_metadata_interface:${name}`);
const tokenGroup = (name: string) => getName(`spl_token_group_interface:${name}`);
const key = (byte: number) => [...new Uint8Array(32).fill(byte)];
const MINT_ACCOUNTS = [MINT, ME];
const OWNED = [ACCOUNT, ME];

group('Token-2022', () => {
  it.each<[text: string, accounts: readonly string[], data: readonly number[]]>([
    [`Set who can close token ${MINT}`, [MINT], [25, 0]],
    [`Set up a fee for transfers of token ${MINT}`, [MINT], [26, 0, 0, 0, ...u16(50), ...u64(5n)]],
    [
      `Transfer 1.5 of token ${MINT}, less a fee of 0.01, to ${OTHER}`,
      [ACCOUNT, MINT, OTHER, ME],
      [26, 1, ...u64(1_500_000n), 6, ...u64(10_000n)],
    ],
    [`Withdraw withheld fees of token ${MINT}`, [MINT, ACCOUNT, ME], [26, 2]],
    [`Withdraw withheld fees of token ${MINT}`, [MINT, ACCOUNT, ME, OTHER], [26, 3, 1]],
    [`Collect withheld fees of token ${MINT}`, [MINT, ACCOUNT], [26, 4]],
    [`Change the fee for transfers of token ${MINT}`, MINT_ACCOUNTS, [26, 5, ...u16(50), ...u64(5n)]],
    [`Set up secret transfers of token ${MINT}`, [MINT], [27, 0, ...key(0), 1, ...key(0)]],
    [`Change secret transfers of token ${MINT}`, MINT_ACCOUNTS, [27, 1]],
    [`Set up secret transfers for token account ${ACCOUNT}`, [ACCOUNT, MINT], [27, 2]],
    [`Approve secret transfers for token account ${ACCOUNT}`, [ACCOUNT, MINT, ME], [27, 3]],
    [`Empty the secret balance of token account ${ACCOUNT}`, OWNED, [27, 4]],
    [
      `Move 7 of token ${MINT} to the secret balance of ${ACCOUNT}`,
      [ACCOUNT, MINT, ME],
      [27, 5, ...u64(7n), 0],
    ],
    [
      `Move 0.7 of token ${MINT} from the secret balance of ${ACCOUNT}`,
      [ACCOUNT, MINT, ME],
      [27, 6, ...u64(7n), 1, 9, 9],
    ],
    [`Add what came to the secret balance of token account ${ACCOUNT}`, OWNED, [27, 8]],
    [`Accept secret transfers to token account ${ACCOUNT}`, OWNED, [27, 9]],
    [`Refuse secret transfers to token account ${ACCOUNT}`, OWNED, [27, 10]],
    [`Accept public transfers to token account ${ACCOUNT}`, OWNED, [27, 11]],
    [`Refuse public transfers to token account ${ACCOUNT}`, OWNED, [27, 12]],
    [`Set whether new accounts of token ${MINT} are frozen`, [MINT], [28, 0, 2]],
    [`Change whether new accounts of token ${MINT} are frozen`, MINT_ACCOUNTS, [28, 1, 1]],
    [`Make token account ${ACCOUNT} larger for more features`, [ACCOUNT, ME, OTHER, ME], [29, ...u16(7)]],
    [`Demand a memo with each transfer to token account ${ACCOUNT}`, OWNED, [30, 0]],
    [`Demand no memo any more with transfers to token account ${ACCOUNT}`, OWNED, [30, 1]],
    ['Set up wrapped SOL', [ME, MINT, OTHER], [31]],
    [`Make token ${MINT} one that cannot be transferred`, [MINT], [32]],
    [`Set up interest of token ${MINT}`, [MINT], [33, 0, ...key(0), ...u16(5)]],
    [`Change the interest rate of token ${MINT}`, MINT_ACCOUNTS, [33, 1, ...u16(5)]],
    [`Protect token account ${ACCOUNT} from programs that act in its owner’s name`, OWNED, [34, 0]],
    [`Set who can take token ${MINT} out of every account`, [MINT], [35, ...key(0)]],
    [`Set up a program that each transfer of token ${MINT} calls`, [MINT], [36, 0, ...key(0), ...key(2)]],
    [`Change the program that each transfer of token ${MINT} calls`, MINT_ACCOUNTS, [36, 1, ...key(2)]],
    [`Set where the description of token ${MINT} is`, [MINT], [39, 0, ...key(0), ...key(4)]],
    [`Change the group of token ${MINT}`, MINT_ACCOUNTS, [40, 1, ...key(4)]],
    [`Set the group that token ${MINT} belongs to`, [MINT], [41, 0, ...key(0), ...key(4)]],
    [`Change the factor by which amounts of token ${MINT} are shown`, MINT_ACCOUNTS, [43, 1]],
    [`Stop all transfers of token ${MINT}`, MINT_ACCOUNTS, [44, 1]],
    [`Allow transfers of token ${MINT} again`, MINT_ACCOUNTS, [44, 2]],
    [`Set who must allow that token ${MINT} is destroyed`, [MINT], [46, 0, ...key(0)]],
    [
      `Name token ${MINT} “My <U+202E> token” (“MY”)`,
      [MINT, ME, MINT, ME],
      [...metadata('initialize_account'), ...text('My \u202e token'), ...text('MY'), ...text('https://x')],
    ],
    [
      `Change “symbol” of token ${MINT} to “ABC”`,
      [MINT, ME],
      [...metadata('updating_field'), 1, ...text('ABC')],
    ],
    [
      `Change “colour” of token ${MINT} to “red”`,
      [MINT, ME],
      [...metadata('updating_field'), 3, ...text('colour'), ...text('red')],
    ],
    [
      `Remove “colour” from the description of token ${MINT}`,
      [MINT, ME],
      [...metadata('remove_key_ix'), 1, ...text('colour')],
    ],
    [`Ask for the description of token ${MINT}`, [MINT], metadata('emitter')],
    [
      `Make a group of tokens of token ${MINT}`,
      [OTHER, MINT, ME],
      [...tokenGroup('initialize_token_group'), ...key(1), ...u64(5n)],
    ],
    [`Change the size of group ${OTHER}`, [OTHER, ME], [...tokenGroup('update_group_max_size'), ...u64(5n)]],
    [
      `Put token ${MINT} into group ${PROGRAM}`,
      [OTHER, MINT, ME, PROGRAM, ME],
      tokenGroup('initialize_member'),
    ],
  ])('is described without a warning: %s', (description, accounts, data) => {
    expect(describe(create(accounts, data))).toEqual({
      programName: 'Token-2022',
      text: shortenAll(description),
    });
  });

  it.each<[text: string, accounts: readonly string[], data: readonly number[], warning: Partial<Warning>]>([
    [
      `Protect token account ${ACCOUNT} no more from programs that act in its owner’s name`,
      OWNED,
      [34, 1],
      {
        code: 'guard-removal',
        level: 'caution',
        text: `This removes the protection of your token account ${ACCOUNT} from programs that act in your name.`,
      },
    ],
    ...[7, 13].map((kind): [string, string[], number[], Partial<Warning>] => [
      `Transfer a secret amount of token ${MINT} to ${THIEF}`,
      [ACCOUNT, MINT, THIEF, ME],
      [27, kind],
      {
        code: 'secret-amount',
        level: 'caution',
        text: `This transfers a secret amount of a token out of your token account ${ACCOUNT}. The wallet cannot show how much.`,
        receiver: THIEF,
      },
    ]),
    [
      `Let ${THIEF} take the token out of every account (${MINT})`,
      MINT_ACCOUNTS,
      [6, 8, 1, ...key(2)],
      {
        code: 'change-authority',
        level: 'caution',
        text: `This lets ${THIEF} take the token out of every account (${MINT}) instead of you.`,
        receiver: THIEF,
      },
    ],
    [
      `Let ${THIEF} change the description or the group of token ${MINT}`,
      MINT_ACCOUNTS,
      [...metadata('update_the_authority'), ...key(2)],
      {
        code: 'change-authority',
        level: 'caution',
        text: `After this, you can no longer change the description or the group of token ${MINT}.`,
        receiver: THIEF,
      },
    ],
    [
      `Let ${THIEF} change the description or the group of token ${MINT}`,
      MINT_ACCOUNTS,
      [...tokenGroup('update_authority'), ...key(2)],
      { code: 'change-authority', level: 'caution', receiver: THIEF },
    ],
    [
      `Let nobody change the description or the group of token ${MINT} any more`,
      MINT_ACCOUNTS,
      [...metadata('update_the_authority'), ...key(0)],
      { code: 'change-authority', level: 'caution' },
    ],
  ])('is warned of: %s', (description, accounts, data, { text: sentence, ...warning }) => {
    const { warnings = [], ...others } = describe(create(accounts, data));
    expect(others).toEqual({ programName: 'Token-2022', text: shortenAll(description) });
    const expected = sentence === undefined ? warnings[0]?.text : shortenAll(sentence);
    expect(warnings).toEqual([{ ...warning, text: expected, signers: [ME] }]);
  });

  it.each<[text: string, data: readonly number[], ...rights: readonly string[]]>([
    [`Set who can close token ${MINT}`, [25, 1, ...key(2)], 'close the token'],
    [`Set up interest of token ${MINT}`, [33, 0, ...key(2), ...u16(5)], 'change the interest rate'],
    [
      `Set who can take token ${MINT} out of every account`,
      [35, ...key(2)],
      'take the token out of every account',
    ],
    [
      `Set up a program that each transfer of token ${MINT} calls`,
      [36, 0, ...key(2), ...key(2)],
      'change the program that each transfer calls',
    ],
    [
      `Set where the description of token ${MINT} is`,
      [39, 0, ...key(2), ...key(4)],
      'change where the token’s description is',
    ],
    [
      `Set the group that token ${MINT} belongs to`,
      [41, 0, ...key(2), ...key(4)],
      'change the membership of the token in a group',
    ],
    [
      `Set who must allow that token ${MINT} is destroyed`,
      [46, 0, ...key(2)],
      'allow tokens to be destroyed',
    ],
    [
      `Set up secret transfers of token ${MINT}`,
      [27, 0, ...key(2), 1, ...key(0)],
      'approve accounts for secret transfers',
    ],
    [`Set the group of token ${MINT}`, [40, 0, ...key(2), ...key(4)], 'change the group of the token'],
    [
      `Set the factor by which amounts of token ${MINT} are shown`,
      [43, 0, ...key(2), ...u64(1n)],
      'change the factor by which amounts are shown',
    ],
    [
      `Set who can stop all transfers of token ${MINT}`,
      [44, 0, ...key(2)],
      'stop all transfers of the token',
    ],
    [
      `Set up a fee for transfers of token ${MINT}`,
      [26, 0, 1, ...key(2), 1, ...key(2), ...u16(50), ...u64(5n)],
      'change the fee of transfers',
      'withdraw withheld fees',
    ],
    [
      `Set up a fee for transfers of token ${MINT}`,
      [26, 0, 0, 1, ...key(2), ...u16(50), ...u64(5n)],
      'withdraw withheld fees',
    ],
  ])('warns of who gets a right over a new token: %s', (description, data, ...rights) => {
    expect(describe(create([MINT], data))).toEqual({
      programName: 'Token-2022',
      text: shortenAll(description),
      warnings: rights.map((right) => ({
        code: 'change-authority',
        level: 'caution',
        text: shortenAll(`This lets ${THIEF} ${right} (${MINT}).`),
        receiver: THIEF,
      })),
    });
  });

  it.each<[what: string, accounts: readonly string[], data: readonly number[]]>([
    ['an unknown extension', [MINT], [200]],
    ['an unknown instruction of an extension', [MINT], [26, 99]],
    ['an extension without its instruction', [MINT], [26]],
    ['an incomplete transfer', [ACCOUNT, MINT, OTHER, ME], [26, 1, 5]],
    ['an extension without accounts', [], [34, 1]],
    ['an incomplete name', [MINT, ME, MINT, ME], [...metadata('initialize_account'), 9, 0, 0, 0]],
    ['an unknown field', [MINT, ME], [...metadata('updating_field'), 4, 0, 0, 0, 0]],
  ])('is shown as bytes: %s', (_, accounts, data) => {
    const hex = Buffer.from(data).toString('hex');
    expect(describe(create(accounts, data))).toMatchObject({
      programName: 'Token-2022',
      text: `0x${hex}`,
      warnings: [{ code: 'unnamed-instruction' }],
    });
  });
});
