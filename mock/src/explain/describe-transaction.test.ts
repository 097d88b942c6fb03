import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  createUnsigned,
  fetchBlockhash,
  getComputeUnitLimit,
  getMemo,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../../../test/support/chain.js';
import { isChainError } from './chain.js';
import { decodeTransaction } from './describe-transaction.js';

const FEE = 5_000n;

const running = await startChain();
afterAll(() => running.close());

describe('describeTransaction', () => {
  it.each(['legacy', 0] as const)('describes a transfer, signed or not (%s)', async (version) => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const instructions = [getTransfer(payer.address, recipient, SOL / 2n)];
    for (const wire of [
      await createUnsigned(running.chain, payer.address, instructions, version),
      await createSigned(running.chain, payer, instructions, version),
    ]) {
      expect(await running.chain.describeTransaction(wire)).toEqual({
        version,
        feePayer: payer.address,
        instructions: [
          {
            program: SYSTEM_PROGRAM,
            programName: 'System',
            accounts: [payer.address, recipient],
            data: instructions[0]?.data,
            text: `Transfer 0.5 SOL to ${recipient.slice(0, 4)}…${recipient.slice(-4)}`,
          },
        ],
        balanceChanges: [
          { address: payer.address, before: 2n * SOL, after: 2n * SOL - SOL / 2n - FEE },
          { address: recipient, before: 0n, after: SOL / 2n },
        ],
        tokenChanges: [],
        accounts: [
          { address: payer.address, isSigner: true, isWritable: true },
          { address: recipient, isSigner: false, isWritable: true },
          { address: SYSTEM_PROGRAM, isSigner: false, isWritable: false },
        ],
        fee: FEE,
        priorityFee: 0n,
        computeUnits: 150n,
        logs: [
          'Program 11111111111111111111111111111111 invoke [1]',
          'Program 11111111111111111111111111111111 success',
        ],
      });
    }
    expect(running.chain.getBalance(recipient)).toBe(0n);
  });

  it('shows memos and budgets as text, and unknown programs as bytes', async () => {
    const payer = await createFundedSigner(running.chain);
    const stranger = await createAddress();
    const wire = await createUnsigned(running.chain, payer.address, [
      getComputeUnitLimit(200_000),
      getMemo('For lunch'),
      { programAddress: stranger, data: Uint8Array.from([1, 2, 255]) },
    ]);
    const { instructions, error, balanceChanges } = await running.chain.describeTransaction(wire);
    expect(instructions).toMatchObject([
      { programName: 'Compute Budget', text: 'Limit compute units to 200,000' },
      { program: MEMO_PROGRAM, programName: 'Memo', text: 'Memo "For lunch"' },
      { program: stranger, text: '0x0102ff' },
    ]);
    expect(instructions[2]).not.toHaveProperty('programName');
    expect([error, balanceChanges]).toEqual(['This program may not be used for executing instructions', []]);
  });

  it('says why a transfer would fail', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createUnsigned(running.chain, payer.address, [
      getTransfer(payer.address, await createAddress(), 3n * SOL),
    ]);
    expect(await running.chain.describeTransaction(wire)).toMatchObject({
      error: 'Error processing Instruction 0: custom program error: 0x1',
      balanceChanges: [],
      logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
    });
  });

  it('reports a payer without lamports and a transaction that was processed', async () => {
    const poor = await generateKeyPairSigner();
    const unpaid = await createUnsigned(running.chain, poor.address, [getMemo('x')]);
    expect((await running.chain.describeTransaction(unpaid)).error).toContain('no record of a prior credit');
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [getMemo('x')]);
    await running.chain.sendTransaction(wire);
    expect(await running.chain.describeTransaction(wire)).toMatchObject({
      error: 'This transaction has already been processed',
      balanceChanges: [],
    });
  });

  it('refuses bytes that are not a transaction', async () => {
    await expect(running.chain.describeTransaction(new Uint8Array(5))).rejects.toMatchObject({
      reason: 'malformed',
    });
  });
});

describe('decodeTransaction', () => {
  it('throws only a ChainError for changed and truncated bytes', async () => {
    const payer = await createFundedSigner(running.chain);
    const instructions = [getTransfer(payer.address, await createAddress(), SOL), getMemo('x')];
    const wire = await createSigned(running.chain, payer, instructions);
    const mutate = fc.tuple(fc.nat(wire.length - 1), fc.integer({ min: 0, max: 255 }), fc.nat(wire.length));
    await fc.assert(
      fc.asyncProperty(mutate, async ([index, byte, length]) => {
        const changed = Uint8Array.from(wire);
        changed[index] = byte;
        for (const bytes of [changed, changed.slice(0, length)]) {
          try {
            decodeTransaction(bytes);
            await running.chain.describeTransaction(bytes);
          } catch (error) {
            expect(isChainError(error, 'malformed')).toBe(true);
          }
        }
      }),
    );
  });

  it('refuses a version 1 config mask with undefined bits, which would crash LiteSVM', async () => {
    const payer = await createFundedSigner(running.chain);
    const message = pipe(
      createTransactionMessage({ version: 1 }),
      (draft) => setTransactionMessageFeePayer(payer.address, draft),
      (draft) => appendTransactionMessageInstruction(getMemo('x'), draft),
      (draft) => setTransactionMessageConfig({ computeUnitLimit: 1_000 }, draft),
    );
    const recent = { blockhash: await fetchBlockhash(running.chain), lastValidBlockHeight: 0n };
    const transaction = compileTransaction(setTransactionMessageLifetimeUsingBlockhash(recent, message));
    const wire = Uint8Array.from(getTransactionEncoder().encode(transaction));
    expect(decodeTransaction(wire).message.version).toBe(1);
    // After the version and the three counts of the header.
    expect(wire[4]).toBe(0b100);
    wire[4] = 0b1;
    expect(() => decodeTransaction(wire)).toThrow(/not a Solana transaction/);
  });

  it('refuses a transaction that is too large for the network', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [getMemo('x'.repeat(1_100))]);
    expect(wire.length).toBeGreaterThan(1_232);
    expect(() => decodeTransaction(wire)).toThrow(/1232/);
  });
});
