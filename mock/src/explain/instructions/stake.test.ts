import { createNoopSigner, type Instruction } from '@solana/kit';
import { Authorized, Lockup, PublicKey, StakeAuthorizationLayout, StakeProgram } from '@solana/web3.js';
import {
  getAuthorizeCheckedInstruction,
  getAuthorizeCheckedWithSeedInstruction,
  getAuthorizeInstruction,
  getAuthorizeWithSeedInstruction,
  getDeactivateDelinquentInstruction,
  getDeactivateInstruction,
  getDelegateStakeInstruction,
  getGetMinimumDelegationInstruction,
  getInitializeCheckedInstruction,
  getInitializeInstruction,
  getMergeInstruction,
  getMoveLamportsInstruction,
  getMoveStakeInstruction,
  getSetLockupCheckedInstruction,
  getSetLockupInstruction,
  getSplitInstruction,
  getWithdrawInstruction,
  StakeAuthorize,
} from '@solana-program/stake';
import { expect, describe as group, it } from 'vitest';
import {
  ACCOUNT,
  createInstruction,
  describe,
  ME,
  OTHER,
  PROGRAM,
  shortenAll,
  signer,
  THIEF,
} from '../../../../test/support/instructions.js';
import type { Warning } from '../warnings.js';

const SOL = 1_000_000_000n;
const stake = ACCOUNT;
const thief = createNoopSigner(THIEF);
const key = (text: string) => new PublicKey(text);
const keys = { stakePubkey: key(ACCOUNT), authorizedPubkey: key(ME) };
const seed = { authoritySeed: 'seed', authorityOwner: PROGRAM };
const unlocked = { unixTimestamp: 0n, epoch: 0n, custodian: OTHER };
const change = { unixTimestamp: 1n, epoch: null };

/** Returns the last instruction of a transaction of web3.js, which lists accounts of the network, too. */
function getLast({ instructions }: ReturnType<typeof StakeProgram.delegate>): Instruction {
  const instruction = instructions.at(-1);
  if (!instruction) throw new Error('It has no instruction');
  const accounts = instruction.keys.map(({ pubkey }) => pubkey.toBase58());
  return createInstruction(instruction.programId.toBase58(), accounts, instruction.data);
}

group('the Stake program', () => {
  it.each([
    [
      `Set up stake account ${ACCOUNT}, from which ${ME} can withdraw`,
      getInitializeInstruction({ stake, arg0: { staker: OTHER, withdrawer: ME }, arg1: unlocked }),
    ],
    [
      `Set up stake account ${ACCOUNT}, from which ${ME} can withdraw`,
      StakeProgram.initialize({
        stakePubkey: key(ACCOUNT),
        authorized: new Authorized(key(OTHER), key(ME)),
        lockup: new Lockup(0, 0, PublicKey.default),
      }),
    ],
    [
      `Set up stake account ${ACCOUNT}, from which ${ME} can withdraw`,
      getInitializeCheckedInstruction({ stake, stakeAuthority: OTHER, withdrawAuthority: signer }),
    ],
    [
      `Stake account ${ACCOUNT} with validator ${OTHER}`,
      getDelegateStakeInstruction({ stake, vote: OTHER, stakeAuthority: signer }),
    ],
    [
      `Stake account ${ACCOUNT} with validator ${OTHER}`,
      getLast(StakeProgram.delegate({ ...keys, votePubkey: key(OTHER) })),
    ],
    [
      `Move 1 SOL from stake account ${ACCOUNT} to stake account ${OTHER}`,
      getSplitInstruction({ stake, splitStake: OTHER, stakeAuthority: signer, args: SOL }),
    ],
    [
      `Move 1 SOL from stake account ${ACCOUNT} to stake account ${OTHER}`,
      getMoveStakeInstruction({
        sourceStake: stake,
        destinationStake: OTHER,
        stakeAuthority: signer,
        args: SOL,
      }),
    ],
    [
      `Move 1 SOL from stake account ${ACCOUNT} to stake account ${OTHER}`,
      getMoveLamportsInstruction({
        sourceStake: stake,
        destinationStake: OTHER,
        stakeAuthority: signer,
        args: SOL,
      }),
    ],
    [
      `Merge stake account ${OTHER} into ${ACCOUNT}`,
      getMergeInstruction({ destinationStake: stake, sourceStake: OTHER, stakeAuthority: signer }),
    ],
    [
      `Merge stake account ${OTHER} into ${ACCOUNT}`,
      getLast(StakeProgram.merge({ ...keys, sourceStakePubKey: key(OTHER) })),
    ],
    [
      `Withdraw 1 SOL from stake account ${ACCOUNT} to ${ME}`,
      getWithdrawInstruction({ stake, recipient: ME, withdrawAuthority: signer, args: SOL }),
    ],
    [
      `Withdraw 1 SOL from stake account ${ACCOUNT} to ${ME}`,
      getLast(StakeProgram.withdraw({ ...keys, toPubkey: key(ME), lamports: Number(SOL) })),
    ],
    [`Stop staking with account ${ACCOUNT}`, getDeactivateInstruction({ stake, stakeAuthority: signer })],
    [`Stop staking with account ${ACCOUNT}`, getLast(StakeProgram.deactivate(keys))],
    [
      `Stop staking with account ${ACCOUNT}`,
      getDeactivateDelinquentInstruction({ stake, delinquentVote: OTHER, referenceVote: PROGRAM }),
    ],
    [
      `Let ${ME} withdraw from stake account ${ACCOUNT}`,
      getAuthorizeInstruction({ stake, authority: signer, arg0: ME, arg1: StakeAuthorize.Withdrawer }),
    ],
    ['Ask how much SOL can be staked at least', getGetMinimumDelegationInstruction()],
  ])('is described without a warning: %s', (text, instruction) => {
    const read = 'keys' in instruction ? getLast({ instructions: [instruction] } as never) : instruction;
    expect(describe(read)).toEqual({ programName: 'Stake', text: shortenAll(text) });
  });

  const withdrawer: Partial<Warning> = {
    code: 'stake-authority',
    level: 'danger',
    text: `This lets ${THIEF} withdraw from stake account ${ACCOUNT} instead of you. You lose all SOL in it.`,
    receiver: THIEF,
  };
  const staker: Partial<Warning> = {
    code: 'stake-authority',
    level: 'caution',
    text: `This lets ${THIEF} choose the validator of stake account ${ACCOUNT} instead of you.`,
    receiver: THIEF,
  };
  const lockup: Partial<Warning> = {
    code: 'stake-lockup',
    level: 'caution',
    text: `This can lock the stake account ${ACCOUNT}, so that nobody can withdraw from it for a long time.`,
  };
  const withdrawal: Partial<Warning> = {
    code: 'withdrawal',
    level: 'danger',
    text: `This moves 1 SOL out of ${ACCOUNT}, which is under your control, to ${THIEF}.`,
    receiver: THIEF,
  };
  const canWithdraw = `Let ${THIEF} withdraw from stake account ${ACCOUNT}`;
  const canChoose = `Let ${THIEF} choose the validator of stake account ${ACCOUNT}`;
  const locks = `Change how long stake account ${ACCOUNT} is locked`;
  const withdraws = `Withdraw 1 SOL from stake account ${ACCOUNT} to ${THIEF}`;

  it.each<[text: string, instruction: Instruction, warning: Partial<Warning>]>([
    [
      canWithdraw,
      getAuthorizeInstruction({ stake, authority: signer, arg0: THIEF, arg1: StakeAuthorize.Withdrawer }),
      withdrawer,
    ],
    [
      canWithdraw,
      getLast(
        StakeProgram.authorize({
          ...keys,
          newAuthorizedPubkey: key(THIEF),
          stakeAuthorizationType: StakeAuthorizationLayout.Withdrawer,
        }),
      ),
      withdrawer,
    ],
    [
      canChoose,
      getAuthorizeInstruction({ stake, authority: signer, arg0: THIEF, arg1: StakeAuthorize.Staker }),
      staker,
    ],
    [
      canWithdraw,
      getAuthorizeCheckedInstruction({
        stake,
        authority: signer,
        newAuthority: thief,
        stakeAuthorize: StakeAuthorize.Withdrawer,
      }),
      withdrawer,
    ],
    [
      canWithdraw,
      getAuthorizeWithSeedInstruction({
        stake,
        base: signer,
        newAuthorizedPubkey: THIEF,
        stakeAuthorize: StakeAuthorize.Withdrawer,
        ...seed,
      }),
      withdrawer,
    ],
    [
      canChoose,
      getAuthorizeCheckedWithSeedInstruction({
        stake,
        base: signer,
        newAuthority: thief,
        stakeAuthorize: StakeAuthorize.Staker,
        ...seed,
      }),
      staker,
    ],
    [locks, getSetLockupInstruction({ stake, authority: signer, ...change, custodian: null }), lockup],
    [locks, getSetLockupCheckedInstruction({ stake, authority: signer, ...change }), lockup],
    [
      withdraws,
      getWithdrawInstruction({ stake, recipient: THIEF, withdrawAuthority: signer, args: SOL }),
      withdrawal,
    ],
    [
      withdraws,
      getLast(StakeProgram.withdraw({ ...keys, toPubkey: key(THIEF), lamports: Number(SOL) })),
      withdrawal,
    ],
  ])('is warned of: %s', (text, instruction, warning) => {
    expect(describe(instruction)).toEqual({
      programName: 'Stake',
      text: shortenAll(text),
      warnings: [{ ...warning, text: shortenAll(warning.text ?? ''), signers: [ME] }],
    });
  });
});
