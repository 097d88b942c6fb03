import { createHash } from 'node:crypto';
import { address, createNoopSigner, type Instruction } from '@solana/kit';
import { AddressLookupTableProgram, Authorized, Lockup, PublicKey, StakeProgram } from '@solana/web3.js';
import * as budget from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import * as stake from '@solana-program/stake';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { expect, describe as group, it } from 'vitest';
import * as support from '../../../../test/support/instructions.js';
import type { TransactionSummary } from '../chain.js';
import { fillText, getRightTexts, type Right } from '../rights.js';
import { AUTHORITIES, OTHERS, type RightKind } from '../rights-table.js';
import { shortenAddress } from '../text.js';
import { getTransactionWarnings } from '../warnings/transaction-warnings.js';
import { TOKEN_2022_PROGRAM_ADDRESS, UPGRADEABLE_LOADER_ADDRESS } from './program-addresses.js';

const { ACCOUNT, createInstruction, describeWhole, ME, MINT, OTHER, PROGRAM, signer, THIEF } = support;
const { u16, u32, u64 } = support;
const NAMES: Readonly<Record<string, string>> = { ACCOUNT, ME, MINT, OTHER, PROGRAM, THIEF };
const ANY = 2n ** 64n - 1n;
const SOL = 1_000_000_000n;

/** Writes addresses for their names, as descriptions have them. */
const fill = (text: string) => text.replace(/\b[A-Z]+\b/g, (name) => shortenAddress(NAMES[name] ?? name));

/** What the clients' functions take, by name: each picks its own. */
const ARGS = {
  account: ACCOUNT,
  nonceAccount: ACCOUNT,
  multisig: ACCOUNT,
  stake: ACCOUNT,
  ata: ACCOUNT,
  token: ACCOUNT,
  source: ACCOUNT,
  sourceStake: ACCOUNT,
  splitStake: OTHER,
  vote: OTHER,
  destinationStake: OTHER,
  delinquentVote: OTHER,
  referenceVote: PROGRAM,
  stakeAuthority: signer,
  mint: MINT,
  decimals: 6,
  amount: 5n,
  m: 2,
  signers: [ME, OTHER],
  mintAuthority: signer,
  freezeAuthority: null,
  uiAmount: '1',
  owner: signer,
  authority: signer,
  nonceAuthority: signer,
  withdrawAuthority: signer,
  payer: signer,
  base: signer,
  baseAccount: signer,
  walletAddress: signer,
  destination: OTHER,
  delegate: THIEF,
  newAccount: createNoopSigner(ACCOUNT),
  programAddress: PROGRAM,
  lamports: 1n,
  space: 0n,
  fromSeed: 'seed',
  seed: 'seed',
  authoritySeed: 'seed',
  fromOwner: PROGRAM,
  authorityOwner: PROGRAM,
  recipientAccount: ME,
  recipient: ME,
  withdrawAmount: 5n,
  args: SOL,
  unixTimestamp: 1n,
  epoch: null,
  custodian: null,
  newAuthorizedPubkey: THIEF,
  newAuthority: createNoopSigner(THIEF),
  arg0: THIEF,
  arg1: 1,
  stakeAuthorize: 1,
  newNonceAuthority: ME,
} as const;

type Client = Readonly<Record<string, unknown>>;
/** Creates an instruction by a client's function. */
const build = (client: Client, name: string, args: object = {}): Instruction =>
  (client[`get${name}Instruction`] as (input: object) => Instruction)({ ...ARGS, ...args });
const by = (client: Client) => (name: string, args?: object) => build(client, name, args);
const [t, s, k, c] = [by(token), by(system), by(stake), by(budget)];
const key = (text: string) => new PublicKey(text);
const bytes = (byte: number) => [...new Uint8Array(32).fill(byte)];
const raw =
  (program: string) =>
  (accounts: readonly string[], ...data: readonly number[]) =>
    createInstruction(program, accounts, data);
const [classic, ext] = [raw(token.TOKEN_PROGRAM_ADDRESS), raw(TOKEN_2022_PROGRAM_ADDRESS)];
const loader = (kind: number, accounts: readonly string[], ...data: readonly number[]) =>
  createInstruction(UPGRADEABLE_LOADER_ADDRESS, accounts, [...u32(kind), ...data]);
/** Converts the last instruction of a transaction of web3.js, which lists accounts of the network, too. */
const old = (
  made: ReturnType<typeof StakeProgram.delegate> | ReturnType<typeof StakeProgram.initialize>,
): Instruction => {
  const { programId, keys, data } = 'instructions' in made ? (made.instructions.at(-1) as never) : made;
  return createInstruction(
    programId.toBase58(),
    keys.map(({ pubkey }: { pubkey: PublicKey }) => pubkey.toBase58()),
    data,
  );
};
const text = (value: string) => [...u32(encodeUtf8(value).length), ...encodeUtf8(value)];
const named = (name: string) => [...createHash('sha256').update(name).digest().subarray(0, 8)];
const metadata = (name: string) => named(`spl_token_metadata_interface:${name}`);
const grouped = (name: string) => named(`spl_token_group_interface:${name}`);
const table = { lookupTable: key(ACCOUNT), authority: key(ME) };
const [createTable, tableAddress] = AddressLookupTableProgram.createLookupTable({
  authority: key(ME),
  payer: key(ME),
  recentSlot: 5,
});
const keys = { stakePubkey: key(ACCOUNT), authorizedPubkey: key(ME) };
const setAuthority = (type: number, to?: number, over = ACCOUNT) =>
  ext([over, ME], 6, type, ...(to === undefined ? [0] : [1, ...bytes(to)]));
/** A right that leaves, over ACCOUNT and to THIEF unless it says otherwise. */
const right = (kind: RightKind, others: Partial<Right> = {}): Right => ({
  kind,
  over: ACCOUNT,
  to: THIEF,
  ...others,
});
/** One that nobody has afterwards. */
const end = (kind: RightKind, over = ACCOUNT): Right => ({ kind, over });
const fresh = (kind: RightKind): Right => ({ kind, over: MINT, to: THIEF, isNew: true });

type Case = readonly [text: string, instruction: Instruction, ...rights: Right[]];
const withdrawal = (amount: bigint) => right('withdrawal', { amount });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  Token: [
    ['Set up token MINT with 6 decimals, made by ME', t('InitializeMint', { mintAuthority: ME })],
    [
      'Set up token MINT with 1 decimal, made by ME',
      t('InitializeMint2', { decimals: 1, mintAuthority: ME, freezeAuthority: ME }),
    ],
    ['Set up account ACCOUNT for token MINT of ME', t('InitializeAccount', { owner: ME })],
    ['Set up account ACCOUNT for token MINT of ME', t('InitializeAccount2', { owner: ME })],
    ['Set up account ACCOUNT for token MINT of ME', t('InitializeAccount3', { owner: ME })],
    ['Set up the shared account ACCOUNT, of whose owners 2 must sign', t('InitializeMultisig')],
    ['Set up the shared account ACCOUNT, of whose owners 1 must sign', t('InitializeMultisig2', { m: 1 })],
    ['Keep the owner of token account ACCOUNT for ever', t('InitializeImmutableOwner')],
    ['Transfer 1,000 units of a token to OTHER', t('Transfer', { amount: 1_000n })],
    ['Transfer 1.5 of token MINT to OTHER', t('TransferChecked', { amount: 1_500_000n })],
    ['Let nobody else spend from token account ACCOUNT any more', t('Revoke')],
    ['Make 5 units of token MINT for ACCOUNT', t('MintTo')],
    ['Make 0.5 of token MINT for ACCOUNT', t('MintToChecked', { decimals: 1 })],
    ['Destroy 5 units of token MINT in ACCOUNT', t('Burn')],
    ['Destroy 5 of token MINT in ACCOUNT', t('BurnChecked', { decimals: 0 })],
    ['Close token account ACCOUNT', t('CloseAccount', { destination: ME })],
    ['Close token account ACCOUNT', t('CloseAccount', { destination: THIEF }), right('closing')],
    ['Freeze token account ACCOUNT', t('FreezeAccount')],
    ['Unfreeze token account ACCOUNT', t('ThawAccount')],
    ['Count the SOL in token account ACCOUNT anew', t('SyncNative')],
    ['Ask for facts about token MINT', t('GetAccountDataSize')],
    ['Ask for facts about token MINT', t('AmountToUiAmount')],
    ['Ask for facts about token MINT', t('UiAmountToAmount')],
    ['Move the SOL that ACCOUNT does not need to ME', t('WithdrawExcessLamports', { destination: ME })],
    [
      'Move the SOL that ACCOUNT does not need to THIEF',
      t('WithdrawExcessLamports', { destination: THIEF }),
      right('rest'),
    ],
    ['Unwrap all SOL of token account ACCOUNT to OTHER', t('UnwrapLamports', { amount: null })],
    ['Unwrap 1 SOL of token account ACCOUNT to OTHER', t('UnwrapLamports', { amount: SOL })],
    ['Allow THIEF to spend 0 units of a token', t('Approve', { amount: 0n })], // a revocation
    ['Allow ME to spend any amount of a token', t('Approve', { delegate: ME, amount: ANY })],
    ['Allow THIEF to spend any amount of a token', t('Approve', { amount: 2n ** 63n }), right('spend-all')],
    [
      'Allow THIEF to spend any amount of token MINT',
      t('ApproveChecked', { amount: ANY - 1n }),
      right('spend-all'),
    ],
    [
      'Allow THIEF to spend 7 units of a token',
      t('Approve', { amount: 7n }),
      right('spend-some', { amount: 7n }),
    ],
    [
      'Allow THIEF to spend 1.5 of token MINT',
      t('ApproveChecked', { amount: 1_500_000n }),
      right('spend-some', { amount: 1_500_000n, decimals: 6 }),
    ],
    [
      '2 instructions in one: Close token account ACCOUNT; Transfer 7 units of a token to OTHER',
      classic([ACCOUNT, ME, ME, ACCOUNT, OTHER, ME], 255, 3, 1, 9, 3, 9, 3, ...u64(7n)),
    ],
    [
      '1 instruction in one: Allow THIEF to spend any amount of a token',
      token.getBatchInstruction([t('Approve', { amount: ANY }) as never]),
      right('spend-all'),
    ],
  ],
  'Token-2022': [
    ...AUTHORITIES.flatMap(([kind, can], type): Case[] => [
      kind === 'own-tokens'
        ? ['Make THIEF the owner of token account ACCOUNT', setAuthority(type, 2), right('changed-owner')]
        : [`Let THIEF ${can} (ACCOUNT)`, setAuthority(type, 2), right(kind)],
      // To be the only one who can close an account is no loss.
      [`Let nobody ${can} (ACCOUNT) any more`, setAuthority(type), ...(kind === 'close' ? [] : [end(kind)])],
    ]),
    ['Make ME the owner of token account ACCOUNT', setAuthority(2, 1)],
    ['Set who can close token MINT', ext([MINT], 25, 0)],
    ['Set who can close token MINT', ext([MINT], 25, 1, ...bytes(2)), fresh('close-token')],
    ['Set up a fee for transfers of token MINT', ext([MINT], 26, 0, 0, 0, ...u16(50), ...u64(5n))],
    [
      'Set up a fee for transfers of token MINT',
      ext([MINT], 26, 0, 1, ...bytes(2), 1, ...bytes(2), ...u16(50), ...u64(5n)),
      fresh('fee'),
      fresh('withheld-fees'),
    ],
    [
      'Set up a fee for transfers of token MINT',
      ext([MINT], 26, 0, 0, 1, ...bytes(2), ...u16(50), ...u64(5n)),
      fresh('withheld-fees'),
    ],
    [
      'Transfer 1.5 of token MINT, less a fee of 0.01, to OTHER',
      ext([ACCOUNT, MINT, OTHER, ME], 26, 1, ...u64(1_500_000n), 6, ...u64(10_000n)),
    ],
    ['Withdraw withheld fees of token MINT', ext([MINT], 26, 2)],
    ['Withdraw withheld fees of token MINT', ext([MINT], 26, 3, 1)],
    ['Collect withheld fees of token MINT', ext([MINT], 26, 4)],
    ['Change the fee for transfers of token MINT', ext([MINT], 26, 5)],
    ['Set up secret transfers of token MINT', ext([MINT], 27, 0, ...bytes(0), 1, ...bytes(0))],
    [
      'Set up secret transfers of token MINT',
      ext([MINT], 27, 0, ...bytes(2), 1, ...bytes(0)),
      fresh('secret-transfers'),
    ],
    ['Change secret transfers of token MINT', ext([MINT], 27, 1)],
    ['Set up secret transfers for token account ACCOUNT', ext([ACCOUNT], 27, 2)],
    ['Approve secret transfers for token account ACCOUNT', ext([ACCOUNT], 27, 3)],
    ['Empty the secret balance of token account ACCOUNT', ext([ACCOUNT], 27, 4)],
    ['Move 7 of token MINT to the secret balance of ACCOUNT', ext([ACCOUNT, MINT], 27, 5, ...u64(7n), 0)],
    [
      'Move 0.7 of token MINT from the secret balance of ACCOUNT',
      ext([ACCOUNT, MINT], 27, 6, ...u64(7n), 1, 9, 9),
    ],
    [
      'Transfer a secret amount of token MINT to THIEF',
      ext([ACCOUNT, MINT, THIEF, ME], 27, 7),
      right('secret-amount'),
    ],
    ['Add what came to the secret balance of token account ACCOUNT', ext([ACCOUNT], 27, 8)],
    ['Accept secret transfers to token account ACCOUNT', ext([ACCOUNT], 27, 9)],
    ['Refuse secret transfers to token account ACCOUNT', ext([ACCOUNT], 27, 10)],
    ['Accept public transfers to token account ACCOUNT', ext([ACCOUNT], 27, 11)],
    ['Refuse public transfers to token account ACCOUNT', ext([ACCOUNT], 27, 12)],
    [
      'Transfer a secret amount of token MINT to THIEF',
      ext([ACCOUNT, MINT, THIEF, ME], 27, 13),
      right('secret-amount'),
    ],
    ['Set up secret transfers for token account ACCOUNT', ext([ACCOUNT], 27, 14)],
    ['Set whether new accounts of token MINT are frozen', ext([MINT], 28, 0, 2)],
    ['Change whether new accounts of token MINT are frozen', ext([MINT], 28, 1, 1)],
    ['Make token account ACCOUNT larger for more features', ext([ACCOUNT], 29, ...u16(7))],
    ['Demand a memo with each transfer to token account ACCOUNT', ext([ACCOUNT], 30, 0)],
    ['Demand no memo any more with transfers to token account ACCOUNT', ext([ACCOUNT], 30, 1)],
    ['Set up wrapped SOL', ext([ME], 31)],
    ['Make token MINT one that cannot be transferred', ext([MINT], 32)],
    ['Set up interest of token MINT', ext([MINT], 33, 0, ...bytes(0), ...u16(5))],
    ['Set up interest of token MINT', ext([MINT], 33, 0, ...bytes(2), ...u16(5)), fresh('interest')],
    ['Change the interest rate of token MINT', ext([MINT], 33, 1, ...u16(5))],
    ['Protect token account ACCOUNT from programs that act in its owner’s name', ext([ACCOUNT, ME], 34, 0)],
    [
      'Protect token account ACCOUNT no more from programs that act in its owner’s name',
      ext([ACCOUNT, ME], 34, 1),
      end('guard'),
    ],
    [
      'Set who can take token MINT out of every account',
      ext([MINT], 35, ...bytes(2)),
      fresh('take-everywhere'),
    ],
    [
      'Set up a program that each transfer of token MINT calls',
      ext([MINT], 36, 0, ...bytes(2), ...bytes(2)),
      fresh('hook'),
    ],
    ['Change the program that each transfer of token MINT calls', ext([MINT], 36, 1, ...bytes(2))],
    [
      'Set where the description of token MINT is',
      ext([MINT], 39, 0, ...bytes(2), ...bytes(4)),
      fresh('description'),
    ],
    ['Change where the description of token MINT is', ext([MINT], 39, 1)],
    ['Set the group of token MINT', ext([MINT], 40, 0, ...bytes(2), ...bytes(4)), fresh('group')],
    ['Change the group of token MINT', ext([MINT], 40, 1, ...bytes(4))],
    [
      'Set the group that token MINT belongs to',
      ext([MINT], 41, 0, ...bytes(2), ...bytes(4)),
      fresh('member'),
    ],
    ['Change the group that token MINT belongs to', ext([MINT], 41, 1)],
    [
      'Set the factor by which amounts of token MINT are shown',
      ext([MINT], 43, 0, ...bytes(2), ...u64(1n)),
      fresh('scale'),
    ],
    ['Change the factor by which amounts of token MINT are shown', ext([MINT], 43, 1)],
    ['Set who can stop all transfers of token MINT', ext([MINT], 44, 0, ...bytes(2)), fresh('pause')],
    ['Stop all transfers of token MINT', ext([MINT], 44, 1)],
    ['Allow transfers of token MINT again', ext([MINT], 44, 2)],
    ['Set who must allow that token MINT is destroyed', ext([MINT], 46, 0, ...bytes(2)), fresh('destroy')],
    [
      'Name token MINT “My <U+202E> token” (“MY”)',
      ext(
        [MINT, ME, MINT, ME],
        ...metadata('initialize_account'),
        ...text('My \u202e token'),
        ...text('MY'),
        ...text('https://x'),
      ),
    ],
    [
      'Change “symbol” of token MINT to “ABC”',
      ext([MINT, ME], ...metadata('updating_field'), 1, ...text('ABC')),
    ],
    [
      'Change “colour” of token MINT to “red”',
      ext([MINT, ME], ...metadata('updating_field'), 3, ...text('colour'), ...text('red')),
    ],
    [
      'Remove “colour” from the description of token MINT',
      ext([MINT, ME], ...metadata('remove_key_ix'), 1, ...text('colour')),
    ],
    ['Ask for the description of token MINT', ext([MINT], ...metadata('emitter'))],
    [
      'Let THIEF change the description or the group of token MINT',
      ext([MINT, ME], ...metadata('update_the_authority'), ...bytes(2)),
      right('describer', { over: MINT }),
    ],
    [
      'Let THIEF change the description or the group of token MINT',
      ext([MINT, ME], ...grouped('update_authority'), ...bytes(2)),
      right('describer', { over: MINT }),
    ],
    [
      'Let nobody change the description or the group of token MINT any more',
      ext([MINT, ME], ...metadata('update_the_authority'), ...bytes(0)),
      end('describer', MINT),
    ],
    [
      'Make a group of tokens of token MINT',
      ext([OTHER, MINT, ME], ...grouped('initialize_token_group'), ...bytes(1), ...u64(5n)),
    ],
    ['Change the size of group OTHER', ext([OTHER, ME], ...grouped('update_group_max_size'), ...u64(5n))],
    [
      'Put token MINT into group PROGRAM',
      ext([OTHER, MINT, ME, PROGRAM, ME], ...grouped('initialize_member')),
    ],
  ],
  'Associated Token': [
    ['Create account for token MINT of ME', t('CreateAssociatedToken', { owner: ME })],
    ['Create account for token MINT of ME', t('CreateAssociatedTokenIdempotent', { owner: ME })],
    [
      'Create account for token MINT of ME',
      { ...t('CreateAssociatedToken', { owner: ME }), data: new Uint8Array() },
    ],
    [
      'Recover token MINT from a wrong account of ME',
      t('RecoverNestedAssociatedToken', {
        nestedAssociatedAccountAddress: OTHER,
        nestedTokenMintAddress: MINT,
        destinationAssociatedAccountAddress: ACCOUNT,
        ownerAssociatedAccountAddress: PROGRAM,
        ownerTokenMintAddress: MINT,
      }),
    ],
  ],
  System: [
    ['Create account ACCOUNT with 0.000000001 SOL and 165 bytes', s('CreateAccount', { space: 165n })],
    [
      'Create account ACCOUNT with 0.000000001 SOL and 0 bytes',
      s('CreateAccountWithSeed', { newAccount: ACCOUNT, base: ME, amount: 1n }),
    ],
    [
      'Create account ME with 0 SOL and 0 bytes',
      s('CreateAccountAllowPrefund', { newAccount: signer, lamports: 0n, payer: undefined }),
      right('own-account', { over: ME, to: PROGRAM }),
    ],
    [
      'Assign account ME to the program System',
      s('Assign', { account: signer, programAddress: system.SYSTEM_PROGRAM_ADDRESS }),
    ],
    [
      'Assign account ME to the program Token',
      s('Assign', { account: signer, programAddress: token.TOKEN_PROGRAM_ADDRESS }),
      right('own-account', { over: ME, to: token.TOKEN_PROGRAM_ADDRESS }),
    ],
    [
      'Assign account ACCOUNT to the program PROGRAM',
      s('AssignWithSeed', { base: ME }),
      right('own-account', { to: PROGRAM }),
    ],
    ['Allocate 0 bytes for account ACCOUNT', s('Allocate')],
    [
      'Allocate 1,000 bytes for account ME',
      s('Allocate', { newAccount: signer, space: 1_000n }),
      end('fill-account', ME),
    ],
    [
      'Allocate 8 bytes for account ACCOUNT',
      s('AllocateWithSeed', { newAccount: ACCOUNT, base: ME, space: 8n }),
    ],
    ['Transfer 1.5 SOL to OTHER', s('TransferSol', { source: signer, amount: 1_500_000_000n })],
    [
      'Transfer 0.000000001 SOL from derived account ACCOUNT to ME',
      s('TransferSolWithSeed', { destination: ME, amount: 1n }),
    ],
    [
      'Transfer 1 SOL from derived account ACCOUNT to THIEF',
      s('TransferSolWithSeed', { destination: THIEF, amount: SOL }),
      withdrawal(SOL),
    ],
    ['Set up nonce ACCOUNT for ME', s('InitializeNonceAccount', { nonceAuthority: ME })],
    ['Advance nonce ACCOUNT', s('AdvanceNonceAccount')],
    ['Upgrade nonce ACCOUNT', s('UpgradeNonceAccount')],
    ['Withdraw 0.000000005 SOL from nonce ACCOUNT to ME', s('WithdrawNonceAccount')],
    [
      'Withdraw 0.000000005 SOL from nonce ACCOUNT to THIEF',
      s('WithdrawNonceAccount', { recipientAccount: THIEF }),
      withdrawal(5n),
    ],
    ['Give ME control of nonce ACCOUNT', s('AuthorizeNonceAccount')],
    [
      'Give THIEF control of nonce ACCOUNT',
      s('AuthorizeNonceAccount', { newNonceAuthority: THIEF }),
      right('nonce'),
    ],
  ],
  Stake: [
    [
      'Set up stake account ACCOUNT, from which ME can withdraw',
      k('Initialize', {
        arg0: { staker: OTHER, withdrawer: ME },
        arg1: { unixTimestamp: 0n, epoch: 0n, custodian: OTHER },
      }),
    ],
    [
      'Set up stake account ACCOUNT, from which ME can withdraw',
      old(
        StakeProgram.initialize({
          stakePubkey: key(ACCOUNT),
          authorized: new Authorized(key(OTHER), key(ME)),
          lockup: new Lockup(0, 0, PublicKey.default),
        }),
      ),
    ],
    [
      'Set up stake account ACCOUNT, from which ME can withdraw',
      k('InitializeChecked', { stakeAuthority: OTHER }),
    ],
    ['Stake account ACCOUNT with validator OTHER', k('DelegateStake')],
    [
      'Stake account ACCOUNT with validator OTHER',
      old(StakeProgram.delegate({ ...keys, votePubkey: key(OTHER) })),
    ],
    ['Move 1 SOL from stake account ACCOUNT to stake account OTHER', k('Split')],
    ['Move 1 SOL from stake account ACCOUNT to stake account OTHER', k('MoveStake')],
    ['Move 1 SOL from stake account ACCOUNT to stake account OTHER', k('MoveLamports')],
    ['Merge stake account ACCOUNT into OTHER', k('Merge')],
    [
      'Merge stake account OTHER into ACCOUNT',
      old(StakeProgram.merge({ ...keys, sourceStakePubKey: key(OTHER) })),
    ],
    ['Withdraw 1 SOL from stake account ACCOUNT to ME', k('Withdraw')],
    [
      'Withdraw 1 SOL from stake account ACCOUNT to ME',
      old(StakeProgram.withdraw({ ...keys, toPubkey: key(ME), lamports: Number(SOL) })),
    ],
    [
      'Withdraw 1 SOL from stake account ACCOUNT to THIEF',
      k('Withdraw', { recipient: THIEF }),
      withdrawal(SOL),
    ],
    ['Stop staking with account ACCOUNT', k('Deactivate')],
    ['Stop staking with account ACCOUNT', old(StakeProgram.deactivate(keys))],
    ['Stop staking with account ACCOUNT', k('DeactivateDelinquent')],
    ['Let ME withdraw from stake account ACCOUNT', k('Authorize', { arg0: ME })],
    ['Let THIEF withdraw from stake account ACCOUNT', k('Authorize'), right('stake-withdrawer')],
    [
      'Let THIEF withdraw from stake account ACCOUNT',
      old(
        StakeProgram.authorize({
          ...keys,
          newAuthorizedPubkey: key(THIEF),
          stakeAuthorizationType: { index: 1 },
        }),
      ),
      right('stake-withdrawer'),
    ],
    [
      'Let THIEF choose the validator of stake account ACCOUNT',
      k('Authorize', { arg1: 0 }),
      right('stake-validator'),
    ],
    ['Let THIEF withdraw from stake account ACCOUNT', k('AuthorizeChecked'), right('stake-withdrawer')],
    ['Let THIEF withdraw from stake account ACCOUNT', k('AuthorizeWithSeed'), right('stake-withdrawer')],
    [
      'Let THIEF choose the validator of stake account ACCOUNT',
      k('AuthorizeCheckedWithSeed', { stakeAuthorize: 0 }),
      right('stake-validator'),
    ],
    ['Change how long stake account ACCOUNT is locked', k('SetLockup'), end('stake-lockup')],
    ['Change how long stake account ACCOUNT is locked', k('SetLockupChecked'), end('stake-lockup')],
    ['Ask how much SOL can be staked at least', stake.getGetMinimumDelegationInstruction()],
  ],
  'Memo (version 4)': [
    ['Memo "Grüße\\n\\u0007"', getAddMemoInstruction({ memo: 'Grüße\n\u0007', signers: [signer] })],
  ],
  'Compute Budget': [
    ['Request a heap of 65,536 bytes', c('RequestHeapFrame', { bytes: 65_536 })],
    [
      'Limit compute units to 5,000, and pay 7 lamports more',
      c('RequestUnits', { units: 5_000, additionalFee: 7 }),
    ],
    ['Limit compute units to 200,000', c('SetComputeUnitLimit', { units: 200_000 })],
    ['Pay 1,000 micro-lamports per compute unit', c('SetComputeUnitPrice', { microLamports: 1_000n })],
    [
      'Limit loaded account data to 9,000 bytes',
      c('SetLoadedAccountsDataSizeLimit', { accountDataSizeLimit: 9_000 }),
    ],
  ],
  'Address Lookup Table': [
    [`Create lookup table ${shortenAddress(tableAddress.toBase58())} for ME`, old(createTable)],
    [
      'Add 2 addresses to lookup table ACCOUNT',
      old(AddressLookupTableProgram.extendLookupTable({ ...table, addresses: [key(ME), key(OTHER)] })),
    ],
    [
      'Add 1 address to lookup table ACCOUNT',
      old(AddressLookupTableProgram.extendLookupTable({ ...table, addresses: [key(ME)] })),
    ],
    ['Stop using lookup table ACCOUNT', old(AddressLookupTableProgram.deactivateLookupTable(table))],
    [
      'Close lookup table ACCOUNT',
      old(AddressLookupTableProgram.closeLookupTable({ ...table, recipient: key(ME) })),
    ],
    [
      'Close lookup table ACCOUNT',
      old(AddressLookupTableProgram.closeLookupTable({ ...table, recipient: key(THIEF) })),
      right('closing'),
    ],
    [
      'Let nobody change lookup table ACCOUNT any more',
      old(AddressLookupTableProgram.freezeLookupTable(table)),
      end('last-table-change'),
    ],
  ],
  'BPF Upgradeable Loader': [
    ['Set up buffer ACCOUNT for a program', loader(0, [ACCOUNT, ME])],
    [
      'Write 3 bytes of a program to buffer ACCOUNT',
      loader(1, [ACCOUNT, ME], ...u32(900), ...u64(3n), 1, 2, 3),
    ],
    [
      'Deploy program PROGRAM from buffer OTHER, which ME can upgrade',
      loader(2, [ME, ACCOUNT, PROGRAM, OTHER, OTHER, OTHER, OTHER, ME], ...u64(5n)),
    ],
    ['Upgrade program PROGRAM from buffer OTHER', loader(3, [ACCOUNT, PROGRAM, OTHER, ME, OTHER, OTHER, ME])],
    ['Let ME upgrade the program at ACCOUNT', loader(7, [ACCOUNT, ME, ME])],
    ['Let THIEF upgrade the program at ACCOUNT', loader(4, [ACCOUNT, ME, THIEF]), right('upgrade')],
    ['Let THIEF upgrade the program at ACCOUNT', loader(7, [ACCOUNT, ME, THIEF]), right('upgrade')],
    ['Let nobody upgrade the program at ACCOUNT any more', loader(4, [ACCOUNT, ME]), end('last-upgrade')],
    ['Close buffer ACCOUNT', loader(5, [ACCOUNT, ME, ME])],
    [
      'Close program PROGRAM',
      loader(5, [ACCOUNT, THIEF, ME, PROGRAM]),
      end('close-program', PROGRAM),
      right('closing'),
    ],
    ['Give program PROGRAM 1,000 bytes more', loader(6, [ACCOUNT, PROGRAM], ...u32(1_000))],
    ['Give program PROGRAM 1,000 bytes more', loader(9, [ACCOUNT, PROGRAM, ME], ...u32(1_000))],
    ['Move program PROGRAM to the next loader', loader(8, [ACCOUNT, PROGRAM, ME])],
  ],
};
const ALL = Object.entries(CASES).flatMap(([program, cases]) =>
  cases.map((each) => [program, ...each] as const),
);

/** Returns the rights that leave ME by instructions of a transaction. */
function getRights(instructions: readonly Instruction[], isInner = false): readonly Right[] {
  const empty = { program: OTHER, accounts: [], data: new Uint8Array() };
  const summaries = instructions.map((instruction) => ({ ...empty, ...describeWhole(instruction) }));
  const summary: TransactionSummary = {
    version: 0,
    feePayer: ME,
    instructions: isInner ? [{ ...empty, inner: summaries }] : summaries,
    balanceChanges: [],
    tokenChanges: [],
    logs: [],
  };
  return getTransactionWarnings(summary, [ME, OTHER]).flatMap((warning) => warning.right ?? []);
}

group('an instruction', () => {
  it.each(ALL.map((row) => [row[0], row[1], row] as const))('of %s: %s', (_program, _text, row) => {
    const [programName, sentence, instruction, ...rights] = row;
    const { warnings = [], ...others } = describeWhole(instruction);
    expect(others).toMatchObject({ programName, text: fill(sentence) });
    expect(warnings.map((warning) => warning.right)).toEqual(rights);
    for (const { right: given, signers, receiver, level } of warnings) {
      expect([signers, receiver]).toEqual([given?.isNew ? undefined : [ME], given?.to]);
      expect(level).toBe(given && getRightTexts(given).level);
    }
    expect(getRights([instruction])).toEqual(rights);
    expect(getRights([instruction], true)).toEqual(rights);
    if (programName !== 'Token') return;
    const program2022 = { ...instruction, programAddress: address(TOKEN_2022_PROGRAM_ADDRESS) };
    expect(describeWhole(program2022)).toMatchObject({ programName: 'Token-2022', text: fill(sentence) });
  });

  it('gives each right of the table away, and all of them in one transaction', () => {
    const giving = ALL.filter((each) => each.length > 3);
    const given = giving.flatMap(([, , , ...rights]) => rights);
    const kinds = new Set(given.map(({ kind }) => kind));
    expect(
      [...AUTHORITIES.map(([kind]) => kind), ...Object.keys(OTHERS)].filter(
        (kind) => !kinds.has(kind as never),
      ),
    ).toEqual([]);
    expect(getRights(giving.map(([, , instruction]) => instruction))).toEqual(given);
  });

  it('gives nothing away to an account of one’s own', () => {
    for (const [, sentence, instruction, ...rights] of ALL) {
      if (rights.length !== 1 || rights[0]?.to !== THIEF || /2 instr|1 instr/.test(sentence)) continue;
      const hex = Buffer.from(instruction.data ?? [])
        .toString('hex')
        .replace('02'.repeat(32), '05'.repeat(32));
      const accounts = instruction.accounts?.map((meta) =>
        meta.address === THIEF ? { ...meta, address: OTHER } : meta,
      );
      expect(
        getRights([
          { ...instruction, ...(accounts && { accounts }), data: Buffer.from(hex, 'hex') } as Instruction,
        ]),
        sentence,
      ).toEqual([]);
    }
  });

  it('takes a right back', () => {
    const [approve, revoke] = [t('Approve', { amount: ANY }), t('Revoke')];
    expect(getRights([revoke])).toEqual([]);
    expect(getRights([approve, revoke])).toEqual([]);
    expect(getRights([approve, t('Approve', { amount: 0n })])).toEqual([]);
    expect(getRights([revoke, approve])).toHaveLength(1);
    expect(getRights([approve, t('Revoke', { source: MINT })])).toHaveLength(1);
  });

  it('names all signers of a shared account', () => {
    const { warnings } = describeWhole(classic([ACCOUNT, THIEF, PROGRAM, OTHER, ME], 4, ...u64(ANY)));
    expect(warnings?.[0]?.signers).toEqual([PROGRAM, OTHER, ME]);
  });

  it('is described in a batch beside unknown instructions and batches', () => {
    const batch = classic(
      [ACCOUNT, ME, ME, ACCOUNT, THIEF, ME],
      255,
      3,
      4,
      255,
      3,
      1,
      9,
      0,
      1,
      200,
      3,
      9,
      4,
      ...u64(ANY),
    );
    const { text: sentence, warnings = [] } = describeWhole(batch);
    expect(sentence).toBe(
      fill('3 instructions in one: 0xff030109; 0xc8; Allow THIEF to spend any amount of a token'),
    );
    expect(warnings.map(({ code }) => code)).toEqual([
      'unnamed-instruction',
      'unnamed-instruction',
      'unlimited-delegate',
    ]);
  });

  it.each([
    ['an incomplete batch', classic([], 255, 3, 9, 3, 1)],
    ['an unknown authority', classic([], 6, 99, 0)],
    ['an incomplete authority', classic([], 6, 2, 1, 1, 1)],
    ['an instruction without accounts', classic([], 9)],
    ['an unknown extension', ext([MINT], 200)],
    ['an unknown instruction of an extension', ext([MINT], 26, 99)],
    ['an extension without its instruction', ext([MINT], 26)],
    ['an incomplete transfer', ext([ACCOUNT, MINT, OTHER, ME], 26, 1, 5)],
    ['an extension without accounts', ext([], 34, 1)],
    ['an incomplete name', ext([MINT, ME, MINT, ME], ...metadata('initialize_account'), 9, 0, 0, 0)],
    ['an unknown field', ext([MINT, ME], ...metadata('updating_field'), 4, 0, 0, 0, 0)],
  ])('is shown as bytes: %s', (_, instruction) => {
    const hex = Buffer.from(instruction.data ?? []).toString('hex');
    expect(describeWhole(instruction)).toMatchObject({
      text: `0x${hex}`,
      warnings: [{ code: 'unnamed-instruction', level: 'caution' }],
    });
  });
});

group('the texts of a right', () => {
  const values = { to: 'TO', over: 'OVER', token: 'GOLD', tokens: 'GOLDS', amount: '5 GOLD', held: '9' };
  const kinds = [...AUTHORITIES.map(([kind]) => kind), ...(Object.keys(OTHERS) as RightKind[])];
  const rights = [...kinds.map((kind) => right(kind)), end('mint'), end('close'), fresh('mint')];

  it('are these', async () => {
    const lines = rights.map((each) =>
      Object.values(getRightTexts(each))
        .map((value) => fillText(value, values))
        .join(' | '),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rights.txt');
  });

  it('differ in their questions, and have no other gaps', () => {
    const questions = rights
      .filter(({ to, isNew }) => to && !isNew)
      .map((each) => getRightTexts(each).question);
    expect(new Set(questions).size).toBe(questions.length);
    expect(
      rights.map((each) =>
        Object.values(getRightTexts(each))
          .map((value) => fillText(value, values))
          .join(),
      ),
    ).not.toContainEqual(expect.stringMatching(/[{}]|undefined/));
  });
});
