import { generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import {
  getDelegateStakeInstruction,
  getInitializeInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '@solana-program/stake';
import { getAssignInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  AuthorityType,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getSyncNativeInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getComputeUnitLimit,
  getComputeUnitPrice,
  getCreateAccount,
  getMemo,
  getTransfer,
  SOL,
  startChain,
} from '../../../../test/support/chain.js';
import {
  createToken,
  getCreateTokenAccount,
  getTokenAddress,
  getTokenTransfer,
} from '../../../../test/support/tokens.js';
import { getTransactionWarnings } from './transaction-warnings.js';

const NATIVE_MINT = 'So11111111111111111111111111111111111111112' as KeyPairSigner['address'];
const ANY = 2n ** 64n - 1n;

const running = await startChain();
afterAll(() => running.close());

/** Returns the codes of what the owner of `payer` is warned of. The transaction would succeed. */
async function getCodes(payer: KeyPairSigner, instructions: readonly Instruction[]) {
  const wire = await createSigned(running.chain, payer, instructions);
  const summary = await running.chain.describeTransaction(wire);
  expect(summary.error).toBeUndefined();
  return getTransactionWarnings(summary, [payer.address]).map(({ code }) => code);
}

async function createOwner() {
  const payer = await createFundedSigner(running.chain);
  return { payer, ...(await createToken(running.chain, payer, 250_000_000n)) };
}

describe('the warnings of an ordinary transaction', () => {
  it('are none for a transfer with a memo and a small priority fee', async () => {
    const payer = await createFundedSigner(running.chain);
    const instructions = [
      getComputeUnitLimit(20_000),
      getComputeUnitPrice(10_000n),
      getTransfer(payer.address, await createAddress(), SOL / 2n),
      getMemo('For lunch'),
    ];
    expect(await getCodes(payer, instructions)).toEqual([]);
  });

  it('are none for a token that is made, for a new token account, and for a transfer', async () => {
    const payer = await createFundedSigner(running.chain);
    const mint = await generateKeyPairSigner();
    const token = await getTokenAddress(mint.address, payer.address);
    const making = [
      await getCreateAccount(running.chain, payer.address, mint, getMintSize(), TOKEN_PROGRAM_ADDRESS),
      getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: payer.address }),
      await getCreateTokenAccount(payer, mint.address, payer.address),
      getMintToInstruction({ mint: mint.address, token, mintAuthority: payer, amount: 5n }),
    ];
    expect(await getCodes(payer, making)).toEqual([]);
    const owner = await createOwner();
    const transfer = await getTokenTransfer(owner.payer, owner.mint, await createAddress(), 1_000_000n);
    expect(await getCodes(owner.payer, transfer)).toEqual([]);
  });

  it('are none for a token account whose address has SOL already', async () => {
    const { payer, mint } = await createOwner();
    const recipient = await createAddress();
    // The program then does not create it but takes it over: transfer, allocate, assign.
    running.chain.airdrop(await getTokenAddress(mint, recipient), SOL);
    expect(await getCodes(payer, [await getCreateTokenAccount(payer, mint, recipient)])).toEqual([]);
  });

  it('are none for an empty token account that gives its rent back', async () => {
    const payer = await createFundedSigner(running.chain);
    const { account } = await createToken(running.chain, payer, 0n);
    const close = getCloseAccountInstruction({ account, destination: payer.address, owner: payer });
    expect(await getCodes(payer, [close])).toEqual([]);
  });

  it('are none for SOL that is wrapped and unwrapped', async () => {
    const payer = await createFundedSigner(running.chain);
    const account = await getTokenAddress(NATIVE_MINT, payer.address);
    const wrap = [
      await getCreateTokenAccount(payer, NATIVE_MINT, payer.address),
      getTransferSolInstruction({ source: payer, destination: account, amount: SOL }),
      getSyncNativeInstruction({ account }),
    ];
    expect(await getCodes(payer, wrap)).toEqual([]);
    await running.chain.sendTransaction(await createSigned(running.chain, payer, wrap));
    const unwrap = getCloseAccountInstruction({ account, destination: payer.address, owner: payer });
    expect(await getCodes(payer, [unwrap])).toEqual([]);
  });

  it('are none for a new stake account', async () => {
    const payer = await createFundedSigner(running.chain);
    const stake = await generateKeyPairSigner();
    const instructions = [
      await getCreateAccount(running.chain, payer.address, stake, 200, STAKE_PROGRAM_ADDRESS),
      getInitializeInstruction({
        stake: stake.address,
        arg0: { staker: payer.address, withdrawer: payer.address },
        arg1: { unixTimestamp: 0n, epoch: 0n, custodian: NATIVE_MINT },
      }),
    ];
    expect(await getCodes(payer, instructions)).toEqual([]);
    // A validator's account would be needed to run it, but not to read it.
    const delegate = getDelegateStakeInstruction({
      stake: stake.address,
      vote: await createAddress(),
      stakeAuthority: payer,
    });
    const wire = await createSigned(running.chain, payer, [delegate]);
    const summary = await running.chain.describeTransaction(wire);
    expect(getTransactionWarnings(summary, [payer.address])).toEqual([]);
  });
});

describe('the warnings of a dangerous transaction', () => {
  it('tell that all SOL leaves', async () => {
    const payer = await createFundedSigner(running.chain, 2n * SOL);
    const transfer = getTransfer(payer.address, await createAddress(), 2n * SOL - 5_000n);
    expect(await getCodes(payer, [transfer])).toEqual(['empties-account']);
  });

  it('tell that all tokens leave', async () => {
    const { payer, mint } = await createOwner();
    const transfer = await getTokenTransfer(payer, mint, await createAddress(), 250_000_000n);
    expect(await getCodes(payer, transfer)).toEqual(['empties-token-account']);
  });

  it('tell that tokens are destroyed and their account’s SOL is given away', async () => {
    const { payer, mint, account } = await createOwner();
    const instructions = [
      getBurnInstruction({ account, mint, authority: payer, amount: 250_000_000n }),
      getCloseAccountInstruction({ account, destination: await createAddress(), owner: payer }),
    ];
    expect(await getCodes(payer, instructions)).toEqual(['close-account', 'empties-token-account']);
  });

  it('tell that somebody else may spend everything', async () => {
    const { payer, account } = await createOwner();
    const delegate = await createAddress();
    const approve = getApproveInstruction({ source: account, delegate, owner: payer, amount: ANY });
    expect(await getCodes(payer, [approve])).toEqual(['unlimited-delegate']);
  });

  it('come with what the account holds, of which somebody else may spend', async () => {
    const { payer, mint, account } = await createOwner();
    const delegate = await createAddress();
    const approve = getApproveInstruction({ source: account, delegate, owner: payer, amount: 7n });
    const close = getSetAuthorityInstruction({
      owned: mint,
      owner: payer,
      authorityType: AuthorityType.MintTokens,
      newAuthority: delegate,
    });
    const wire = await createSigned(running.chain, payer, [approve, close]);
    const summary = await running.chain.describeTransaction(wire);
    expect(getTransactionWarnings(summary, [payer.address]).map(({ right }) => right)).toEqual([
      { kind: 'spend-some', over: account, to: delegate, amount: 7n },
      { kind: 'mint', over: mint, to: delegate },
    ]);
    expect(summary.tokens).toEqual([
      { address: account, mint, amount: 250_000_000n, decimals: 6 },
      { address: mint, mint, amount: 0n, decimals: 6 },
    ]);
  });

  it('tell that the account itself is given away', async () => {
    const payer = await createFundedSigner(running.chain);
    const assign = getAssignInstruction({ account: payer, programAddress: TOKEN_PROGRAM_ADDRESS });
    expect(await getCodes(payer, [assign])).toEqual(['assign']);
  });

  it('tell of a large priority fee', async () => {
    const payer = await createFundedSigner(running.chain);
    const instructions = [getComputeUnitLimit(1_000_000), getComputeUnitPrice(50_000_000n)];
    expect(await getCodes(payer, instructions)).toEqual(['large-priority-fee']);
  });

  it('are only for the account that loses something', async () => {
    const { payer, account } = await createOwner();
    const feePayer = await createFundedSigner(running.chain);
    const delegate = await createAddress();
    const approve = getApproveInstruction({ source: account, delegate, owner: payer, amount: ANY });
    const transfer = getTransferInstruction({
      source: account,
      destination: account,
      authority: payer,
      amount: 1n,
    });
    expect(await getCodes(feePayer, [approve, transfer])).toEqual([]);
  });
});
