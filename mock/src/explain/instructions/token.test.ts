import type { Instruction } from '@solana/kit';
import {
  AuthorityType,
  getAmountToUiAmountInstruction,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBatchInstruction,
  getBurnCheckedInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getCreateAssociatedTokenInstruction,
  getFreezeAccountInstruction,
  getGetAccountDataSizeInstruction,
  getInitializeAccount2Instruction,
  getInitializeAccount3Instruction,
  getInitializeAccountInstruction,
  getInitializeImmutableOwnerInstruction,
  getInitializeMint2Instruction,
  getInitializeMintInstruction,
  getInitializeMultisig2Instruction,
  getInitializeMultisigInstruction,
  getMintToCheckedInstruction,
  getMintToInstruction,
  getRecoverNestedAssociatedTokenInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getSyncNativeInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  getUiAmountToAmountInstruction,
  getUnwrapLamportsInstruction,
  getWithdrawExcessLamportsInstruction,
} from '@solana-program/token';
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
  signer,
  THIEF,
  u64,
} from '../../../../test/support/instructions.js';
import type { Warning } from '../warnings.js';
import { TOKEN_2022_PROGRAM_ADDRESS } from './program-addresses.js';

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ANY = 2n ** 64n - 1n;
const setAuthority = (authorityType: AuthorityType, newAuthority: typeof ME | null) =>
  getSetAuthorityInstruction({ owned: ACCOUNT, owner: signer, authorityType, newAuthority });

group('the Token program', () => {
  it.each([
    [
      `Set up token ${MINT} with 6 decimals, made by ${ME}`,
      getInitializeMintInstruction({ mint: MINT, decimals: 6, mintAuthority: ME, freezeAuthority: null }),
    ],
    [
      `Set up token ${MINT} with 1 decimal, made by ${ME}`,
      getInitializeMint2Instruction({ mint: MINT, decimals: 1, mintAuthority: ME, freezeAuthority: ME }),
    ],
    [
      `Set up account ${ACCOUNT} for token ${MINT} of ${ME}`,
      getInitializeAccountInstruction({ account: ACCOUNT, mint: MINT, owner: ME }),
    ],
    [
      `Set up account ${ACCOUNT} for token ${MINT} of ${ME}`,
      getInitializeAccount2Instruction({ account: ACCOUNT, mint: MINT, owner: ME }),
    ],
    [
      `Set up account ${ACCOUNT} for token ${MINT} of ${ME}`,
      getInitializeAccount3Instruction({ account: ACCOUNT, mint: MINT, owner: ME }),
    ],
    [
      `Set up the shared account ${ACCOUNT}, of whose owners 2 must sign`,
      getInitializeMultisigInstruction({ multisig: ACCOUNT, m: 2, signers: [ME, OTHER] }),
    ],
    [
      `Set up the shared account ${ACCOUNT}, of whose owners 1 must sign`,
      getInitializeMultisig2Instruction({ multisig: ACCOUNT, m: 1, signers: [ME, OTHER] }),
    ],
    [
      `Keep the owner of token account ${ACCOUNT} for ever`,
      getInitializeImmutableOwnerInstruction({ account: ACCOUNT }),
    ],
    [
      `Transfer 1,000 units of a token to ${OTHER}`,
      getTransferInstruction({ source: ACCOUNT, destination: OTHER, authority: signer, amount: 1_000n }),
    ],
    [
      `Transfer 1.5 of token ${MINT} to ${OTHER}`,
      getTransferCheckedInstruction({
        source: ACCOUNT,
        mint: MINT,
        destination: OTHER,
        authority: signer,
        amount: 1_500_000n,
        decimals: 6,
      }),
    ],
    [
      `Let nobody else spend from token account ${ACCOUNT} any more`,
      getRevokeInstruction({ source: ACCOUNT, owner: signer }),
    ],
    [
      `Make 5 units of token ${MINT} for ${ACCOUNT}`,
      getMintToInstruction({ mint: MINT, token: ACCOUNT, mintAuthority: signer, amount: 5n }),
    ],
    [
      `Make 0.5 of token ${MINT} for ${ACCOUNT}`,
      getMintToCheckedInstruction({
        mint: MINT,
        token: ACCOUNT,
        mintAuthority: signer,
        amount: 5n,
        decimals: 1,
      }),
    ],
    [
      `Destroy 5 units of token ${MINT} in ${ACCOUNT}`,
      getBurnInstruction({ account: ACCOUNT, mint: MINT, authority: signer, amount: 5n }),
    ],
    [
      `Destroy 5 of token ${MINT} in ${ACCOUNT}`,
      getBurnCheckedInstruction({
        account: ACCOUNT,
        mint: MINT,
        authority: signer,
        amount: 5n,
        decimals: 0,
      }),
    ],
    [
      `Close token account ${ACCOUNT}`,
      getCloseAccountInstruction({ account: ACCOUNT, destination: ME, owner: signer }),
    ],
    [
      `Freeze token account ${ACCOUNT}`,
      getFreezeAccountInstruction({ account: ACCOUNT, mint: MINT, owner: signer }),
    ],
    [
      `Unfreeze token account ${ACCOUNT}`,
      getThawAccountInstruction({ account: ACCOUNT, mint: MINT, owner: signer }),
    ],
    [`Count the SOL in token account ${ACCOUNT} anew`, getSyncNativeInstruction({ account: ACCOUNT })],
    [`Ask for facts about token ${MINT}`, getGetAccountDataSizeInstruction({ mint: MINT })],
    [`Ask for facts about token ${MINT}`, getAmountToUiAmountInstruction({ mint: MINT, amount: 1n })],
    [`Ask for facts about token ${MINT}`, getUiAmountToAmountInstruction({ mint: MINT, uiAmount: '1' })],
    [
      `Move the SOL that ${ACCOUNT} does not need to ${ME}`,
      getWithdrawExcessLamportsInstruction({ source: ACCOUNT, destination: ME, authority: signer }),
    ],
    [
      `Unwrap all SOL of token account ${ACCOUNT} to ${ME}`,
      getUnwrapLamportsInstruction({ source: ACCOUNT, destination: ME, authority: signer, amount: null }),
    ],
    [
      `Unwrap 1 SOL of token account ${ACCOUNT} to ${ME}`,
      getUnwrapLamportsInstruction({
        source: ACCOUNT,
        destination: ME,
        authority: signer,
        amount: 1_000_000_000n,
      }),
    ],
    [
      // An approval of nothing is a revocation.
      `Allow ${OTHER} to spend 0 units of a token`,
      getApproveInstruction({ source: ACCOUNT, delegate: OTHER, owner: signer, amount: 0n }),
    ],
    [
      `Allow ${ME} to spend any amount of a token`,
      getApproveInstruction({ source: ACCOUNT, delegate: ME, owner: signer, amount: ANY }),
    ],
    [`Make ${ME} the owner of token account ${ACCOUNT}`, setAuthority(AuthorityType.AccountOwner, ME)],
    [
      `Let nobody close the account and take its SOL (${ACCOUNT}) any more`,
      setAuthority(AuthorityType.CloseAccount, null),
    ],
    [
      `2 instructions in one: Close token account ${ACCOUNT}; Transfer 7 units of a token to ${OTHER}`,
      createInstruction(TOKEN, [ACCOUNT, ME, ME, ACCOUNT, OTHER, ME], [255, 3, 1, 9, 3, 9, 3, ...u64(7n)]),
    ],
  ])('is described without a warning: %s', (text, instruction) => {
    const expected = { text: shortenAll(text) };
    expect(describe(instruction)).toEqual({ programName: 'Token', ...expected });
    const program2022 = { ...instruction, programAddress: TOKEN_2022_PROGRAM_ADDRESS as typeof ME };
    expect(describe(program2022)).toEqual({ programName: 'Token-2022', ...expected });
  });

  it.each<[text: string, instruction: Instruction, warning: Partial<Warning>]>([
    [
      `Allow ${THIEF} to spend any amount of a token`,
      getApproveInstruction({ source: ACCOUNT, delegate: THIEF, owner: signer, amount: ANY }),
      {
        code: 'unlimited-delegate',
        level: 'danger',
        text: `This lets ${THIEF} take all that your token account ${ACCOUNT} holds or will hold, at any later time and without asking you again.`,
        receiver: THIEF,
      },
    ],
    [
      `Allow ${THIEF} to spend any amount of token ${MINT}`,
      getApproveCheckedInstruction({
        source: ACCOUNT,
        mint: MINT,
        delegate: THIEF,
        owner: signer,
        amount: ANY - 1n,
        decimals: 6,
      }),
      { code: 'unlimited-delegate', level: 'danger', receiver: THIEF },
    ],
    [
      `Allow ${THIEF} to spend 1.5 of token ${MINT}`,
      getApproveCheckedInstruction({
        source: ACCOUNT,
        mint: MINT,
        delegate: THIEF,
        owner: signer,
        amount: 1_500_000n,
        decimals: 6,
      }),
      {
        code: 'delegate',
        level: 'caution',
        text: `This lets ${THIEF} take up to 1.5 of what your token account ${ACCOUNT} holds or will hold, at any later time and without asking you again.`,
        receiver: THIEF,
      },
    ],
    [
      `Make ${THIEF} the owner of token account ${ACCOUNT}`,
      setAuthority(AuthorityType.AccountOwner, THIEF),
      {
        code: 'change-owner',
        level: 'danger',
        text: `This makes ${THIEF} the owner of your token account ${ACCOUNT}. You lose all that it holds.`,
        receiver: THIEF,
      },
    ],
    [
      `Let ${THIEF} close the account and take its SOL (${ACCOUNT})`,
      setAuthority(AuthorityType.CloseAccount, THIEF),
      {
        code: 'change-authority',
        level: 'caution',
        text: `This lets ${THIEF} close the account and take its SOL (${ACCOUNT}) instead of you.`,
        receiver: THIEF,
      },
    ],
    [
      `Let nobody make more of the token (${ACCOUNT}) any more`,
      setAuthority(AuthorityType.MintTokens, null),
      {
        code: 'give-up-authority',
        level: 'caution',
        text: `After this, nobody can ever make more of the token again (${ACCOUNT}).`,
      },
    ],
    [
      `Close token account ${ACCOUNT}`,
      getCloseAccountInstruction({ account: ACCOUNT, destination: THIEF, owner: signer }),
      {
        code: 'close-account',
        level: 'caution',
        text: `This closes the account ${ACCOUNT} for good, and gives all its SOL to ${THIEF}.`,
        receiver: THIEF,
      },
    ],
    [
      `Move the SOL that ${ACCOUNT} does not need to ${THIEF}`,
      getWithdrawExcessLamportsInstruction({ source: ACCOUNT, destination: THIEF, authority: signer }),
      {
        code: 'withdrawal',
        level: 'caution',
        text: `This moves SOL out of ${ACCOUNT}, which is under your control, to ${THIEF}.`,
        receiver: THIEF,
      },
    ],
    [
      `1 instruction in one: Allow ${THIEF} to spend any amount of a token`,
      getBatchInstruction([
        getApproveInstruction({ source: ACCOUNT, delegate: THIEF, owner: signer, amount: ANY }),
      ]),
      { code: 'unlimited-delegate', level: 'danger', receiver: THIEF },
    ],
  ])('is warned of: %s', (text, instruction, warning) => {
    const { warnings = [], ...description } = describe(instruction);
    expect(description).toEqual({ programName: 'Token', text: shortenAll(text) });
    const { text: sentence = warnings[0]?.text ?? '', ...others } = warning;
    expect(warnings).toEqual([{ ...others, text: shortenAll(sentence), signers: [ME] }]);
  });

  it('is described in a batch beside unknown instructions and batches, with its warnings', () => {
    const accounts = [ACCOUNT, ME, ME, ACCOUNT, THIEF, ME];
    const data = [255, 3, 4, 255, 3, 1, 9, 0, 1, 200, 3, 9, 4, ...u64(ANY)];
    const { text, warnings = [] } = describe(createInstruction(TOKEN, accounts, data));
    expect(text).toBe(
      shortenAll(`3 instructions in one: 0xff030109; 0xc8; Allow ${THIEF} to spend any amount of a token`),
    );
    const unnamed = 'unnamed-instruction';
    expect(warnings.map(({ code }) => code)).toEqual([unnamed, unnamed, 'unlimited-delegate']);
  });

  it('names all signers of a shared account', () => {
    const accounts = [ACCOUNT, THIEF, PROGRAM, OTHER, ME];
    expect(describe(createInstruction(TOKEN, accounts, [4, ...u64(ANY)])).warnings?.[0]?.signers).toEqual([
      PROGRAM,
      OTHER,
      ME,
    ]);
  });

  it.each([
    ['an incomplete batch', [255, 3, 9, 3, 1]],
    ['an unknown authority', [6, 99, 0]],
    ['an incomplete authority', [6, 2, 1, 1, 1]],
    ['an instruction without accounts', [9]],
  ])('is shown as bytes: %s', (_, data) => {
    const hex = Buffer.from(data).toString('hex');
    expect(describe(createInstruction(TOKEN, [], data))).toMatchObject({
      programName: 'Token',
      text: `0x${hex}`,
      warnings: [{ code: 'unnamed-instruction', level: 'caution' }],
    });
  });
});

group('the Associated Token program', () => {
  const created = `Create account for token ${MINT} of ${ME}`;

  it.each([
    [created, getCreateAssociatedTokenInstruction({ payer: signer, ata: ACCOUNT, owner: ME, mint: MINT })],
    [
      created,
      getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: ACCOUNT, owner: ME, mint: MINT }),
    ],
    [
      `Recover token ${MINT} from a wrong account of ${ME}`,
      getRecoverNestedAssociatedTokenInstruction({
        nestedAssociatedAccountAddress: OTHER,
        nestedTokenMintAddress: MINT,
        destinationAssociatedAccountAddress: ACCOUNT,
        ownerAssociatedAccountAddress: PROGRAM,
        ownerTokenMintAddress: MINT,
        walletAddress: signer,
      }),
    ],
  ])('is described without a warning: %s', (text, instruction) => {
    expect(describe(instruction)).toEqual({ programName: 'Associated Token', text: shortenAll(text) });
  });
});
