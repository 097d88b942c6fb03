import { createNoopSigner } from '@solana/kit';
import {
  getAdvanceNonceAccountInstruction,
  getAllocateInstruction,
  getAllocateWithSeedInstruction,
  getAssignInstruction,
  getAssignWithSeedInstruction,
  getAuthorizeNonceAccountInstruction,
  getCreateAccountAllowPrefundInstruction,
  getCreateAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  getTransferSolWithSeedInstruction,
  getUpgradeNonceAccountInstruction,
  getWithdrawNonceAccountInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { expect, describe as group, it } from 'vitest';
import {
  ACCOUNT,
  describe,
  ME,
  OTHER,
  PROGRAM,
  shortenAll,
  signer,
  THIEF,
} from '../../../../test/support/instructions.js';

const newAccount = createNoopSigner(ACCOUNT);
const seed = { base: ME, baseAccount: signer, seed: 'seed' };

group('the System program', () => {
  it.each([
    [
      `Create account ${ACCOUNT} with 0.000000001 SOL and 165 bytes`,
      getCreateAccountInstruction({
        payer: signer,
        newAccount,
        lamports: 1n,
        space: 165n,
        programAddress: PROGRAM,
      }),
    ],
    [
      `Create account ${ACCOUNT} with 0.000000001 SOL and 0 bytes`,
      getCreateAccountWithSeedInstruction({
        payer: signer,
        newAccount: ACCOUNT,
        ...seed,
        amount: 1n,
        space: 0n,
        programAddress: PROGRAM,
      }),
    ],
    [
      `Assign account ${ME} to the program System`,
      getAssignInstruction({ account: signer, programAddress: SYSTEM_PROGRAM_ADDRESS }),
    ],
    [`Allocate 0 bytes for account ${ACCOUNT}`, getAllocateInstruction({ newAccount, space: 0n })],
    [
      `Allocate 8 bytes for account ${ACCOUNT}`,
      getAllocateWithSeedInstruction({ newAccount: ACCOUNT, ...seed, space: 8n, programAddress: PROGRAM }),
    ],
    [
      `Transfer 1.5 SOL to ${OTHER}`,
      getTransferSolInstruction({ source: signer, destination: OTHER, amount: 1_500_000_000n }),
    ],
    [
      `Transfer 0.000000001 SOL from derived account ${ACCOUNT} to ${ME}`,
      getTransferSolWithSeedInstruction({
        source: ACCOUNT,
        baseAccount: signer,
        destination: ME,
        amount: 1n,
        fromSeed: 'seed',
        fromOwner: PROGRAM,
      }),
    ],
    [
      `Set up nonce ${ACCOUNT} for ${ME}`,
      getInitializeNonceAccountInstruction({ nonceAccount: ACCOUNT, nonceAuthority: ME }),
    ],
    [
      `Advance nonce ${ACCOUNT}`,
      getAdvanceNonceAccountInstruction({ nonceAccount: ACCOUNT, nonceAuthority: signer }),
    ],
    [`Upgrade nonce ${ACCOUNT}`, getUpgradeNonceAccountInstruction({ nonceAccount: ACCOUNT })],
    [
      `Withdraw 0.000000005 SOL from nonce ${ACCOUNT} to ${ME}`,
      getWithdrawNonceAccountInstruction({
        nonceAccount: ACCOUNT,
        recipientAccount: ME,
        nonceAuthority: signer,
        withdrawAmount: 5n,
      }),
    ],
    [
      `Give ${ME} control of nonce ${ACCOUNT}`,
      getAuthorizeNonceAccountInstruction({
        nonceAccount: ACCOUNT,
        nonceAuthority: signer,
        newNonceAuthority: ME,
      }),
    ],
  ])('is described without a warning: %s', (text, instruction) => {
    expect(describe(instruction)).toEqual({ programName: 'System', text: shortenAll(text) });
  });

  const handOver = `This hands the account ACCOUNT over to the program ${PROGRAM}, which can then take all its SOL. You can no longer use the account yourself.`;

  it.each([
    [
      `Assign account ${ME} to the program ${PROGRAM}`,
      getAssignInstruction({ account: signer, programAddress: PROGRAM }),
      { code: 'assign', level: 'danger', text: handOver.replace('ACCOUNT', ME), signers: [ME] },
    ],
    [
      `Assign account ${ME} to the program Token`,
      getAssignInstruction({ account: signer, programAddress: TOKEN_PROGRAM_ADDRESS }),
      { code: 'assign', level: 'danger' },
    ],
    [
      `Assign account ${ACCOUNT} to the program ${PROGRAM}`,
      getAssignWithSeedInstruction({ account: ACCOUNT, ...seed, programAddress: PROGRAM }),
      { code: 'assign', level: 'danger', text: handOver.replace('ACCOUNT', ACCOUNT), signers: [ME] },
    ],
    [
      `Allocate 1,000 bytes for account ${ME}`,
      getAllocateInstruction({ newAccount: signer, space: 1_000n }),
      {
        code: 'allocate',
        level: 'danger',
        text: `This gives the account ${ME} data, and an account with data can never pay SOL again.`,
        signers: [ME],
      },
    ],
    [
      `Create account ${ME} with 0 SOL and 0 bytes`,
      getCreateAccountAllowPrefundInstruction({
        newAccount: signer,
        lamports: 0n,
        space: 0n,
        programAddress: PROGRAM,
      }),
      { code: 'assign', level: 'danger', text: handOver.replace('ACCOUNT', ME), signers: [ME] },
    ],
    [
      `Transfer 1 SOL from derived account ${ACCOUNT} to ${THIEF}`,
      getTransferSolWithSeedInstruction({
        source: ACCOUNT,
        baseAccount: signer,
        destination: THIEF,
        amount: 1_000_000_000n,
        fromSeed: 'seed',
        fromOwner: PROGRAM,
      }),
      {
        code: 'withdrawal',
        level: 'danger',
        text: `This moves 1 SOL out of ${ACCOUNT}, which is under your control, to ${THIEF}.`,
        signers: [ME],
        receiver: THIEF,
      },
    ],
    [
      `Withdraw 0.000000005 SOL from nonce ${ACCOUNT} to ${THIEF}`,
      getWithdrawNonceAccountInstruction({
        nonceAccount: ACCOUNT,
        recipientAccount: THIEF,
        nonceAuthority: signer,
        withdrawAmount: 5n,
      }),
      { code: 'withdrawal', signers: [ME], receiver: THIEF },
    ],
    [
      `Give ${THIEF} control of nonce ${ACCOUNT}`,
      getAuthorizeNonceAccountInstruction({
        nonceAccount: ACCOUNT,
        nonceAuthority: signer,
        newNonceAuthority: THIEF,
      }),
      {
        code: 'nonce-authority',
        level: 'danger',
        text: `This gives ${THIEF} control of nonce ${ACCOUNT}, and of the SOL in it. You lose both.`,
        signers: [ME],
        receiver: THIEF,
      },
    ],
  ])('is warned of: %s', (text, instruction, warning) => {
    const shortened = 'text' in warning ? { ...warning, text: shortenAll(warning.text ?? '') } : warning;
    const { warnings, ...description } = describe(instruction);
    expect(description).toEqual({ programName: 'System', text: shortenAll(text) });
    expect(warnings).toEqual([expect.objectContaining(shortened)]);
  });
});
