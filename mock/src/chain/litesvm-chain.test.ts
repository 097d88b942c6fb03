import {
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  getBase58Decoder,
  getSolanaErrorFromTransactionError,
  isSolanaError,
  lamports,
  type Signature,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
} from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  createUnsigned,
  getMemo,
  getTransfer,
  SOL,
  startChain,
} from '../../../test/support/chain.js';
import { getError } from '../../../test/support/rejections.js';

const FEE = 5_000n;
const encode = (wire: Uint8Array) => encodeBase64(wire) as Base64EncodedWireTransaction;

const running = await startChain();
afterAll(() => running.close());

async function sendEncoded(wire: Uint8Array, options: object = {}): Promise<Signature> {
  return running.rpc.sendTransaction(encode(wire), { encoding: 'base64', ...options }).send();
}

describe('a transfer through kit', () => {
  it('moves lamports from airdrop to recipient, and the payer pays the fee', async () => {
    const { rpc } = running;
    const payer = await generateKeyPairSigner();
    const recipient = await createAddress();
    await rpc.requestAirdrop(payer.address, lamports(2n * SOL)).send();
    expect((await rpc.getBalance(payer.address).send()).value).toBe(2n * SOL);

    const wire = await createSigned(running.chain, payer, [getTransfer(payer.address, recipient, SOL / 2n)]);
    const signature = await sendEncoded(wire);

    expect(signature).toBe(getBase58Decoder().decode(wire.subarray(1, 65)));
    expect((await rpc.getBalance(recipient).send()).value).toBe(SOL / 2n);
    expect((await rpc.getBalance(payer.address).send()).value).toBe(2n * SOL - SOL / 2n - FEE);
    expect(running.chain.getBalance(recipient)).toBe(SOL / 2n);
  });

  it('is confirmed by polling its status until its blockhash would expire', async () => {
    const { rpc } = running;
    const payer = await createFundedSigner(running.chain);
    const { lastValidBlockHeight } = (await rpc.getLatestBlockhash().send()).value;
    const signature = await sendEncoded(
      await createSigned(running.chain, payer, [getTransfer(payer.address, await createAddress(), SOL)]),
    );
    let status = null;
    while (!status && (await rpc.getBlockHeight().send()) <= lastValidBlockHeight) {
      status = (await rpc.getSignatureStatuses([signature]).send()).value[0] ?? null;
    }
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized', confirmations: null });
  });
});

describe('a transfer of more than there is', () => {
  it('fails in preflight with the error and logs of the program, at no cost', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    const error = await getError(sendEncoded(wire));
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) {
      throw error;
    }
    expect(isSolanaError(error.cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
    expect(error.cause).toMatchObject({ context: { code: 1, index: 0 } });
    expect(error.context.logs).toContain('Transfer: insufficient lamports 1999995000, need 5000000000');
    expect(running.chain.getBalance(payer.address)).toBe(2n * SOL);
    expect((await running.rpc.getSignatureStatuses([getSignature(wire)]).send()).value).toEqual([null]);
  });

  it('is executed with skipPreflight: it has a signature and an error status, and costs the fee', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    const signature = await sendEncoded(wire, { skipPreflight: true });
    const look = async () => (await running.rpc.getSignatureStatuses([signature]).send()).value[0];
    // What failed is seen some slots later.
    await expect.poll(look, { timeout: 5_000 }).not.toBeNull();
    const status = await look();
    const cause = status?.err && getSolanaErrorFromTransactionError(status.err);
    expect(isSolanaError(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
    expect(running.chain.getBalance(payer.address)).toBe(2n * SOL - FEE);
    const transaction = await running.rpc
      .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send();
    expect(transaction?.meta).toMatchObject({ fee: FEE, err: status?.err });
    expect(transaction?.transaction).toEqual([encodeBase64(wire), 'base64']);
  });

  it('is an execution error to the wallet, with the signature that is on the chain', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    await expect(running.chain.sendTransaction(wire, { skipPreflight: true })).rejects.toMatchObject({
      name: 'ChainError',
      reason: 'execution',
      message: 'Transaction failed: Error processing Instruction 0: custom program error: 0x1',
      signature: wire.slice(1, 65),
    });
  });

  it('is a preflight error to the wallet, with the logs', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({
      reason: 'preflight',
      logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
      signature: undefined,
    });
  });
});

describe('transactions that must not be executed', () => {
  it('refuses a replay of the same bytes, and reports it to the wallet', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const wire = await createSigned(running.chain, payer, [getTransfer(payer.address, recipient, SOL)]);
    const { signature } = await running.chain.sendTransaction(wire);
    expect(signature).toEqual(wire.slice(1, 65));

    const error = await getError(sendEncoded(wire));
    expect(
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
    ).toBe(true);
    expect(isSolanaError((error as Error).cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(
      true,
    );
    await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'replay' });
    await expect(running.chain.sendTransaction(wire, { skipPreflight: true })).rejects.toMatchObject({
      reason: 'replay',
    });
    expect(await sendEncoded(wire, { skipPreflight: true })).toBe(getSignature(wire));
    expect(running.chain.getBalance(recipient)).toBe(SOL);
  });

  it('refuses a missing or wrong signature', async () => {
    const payer = await createFundedSigner(running.chain);
    const instructions = [getTransfer(payer.address, await createAddress(), SOL)];
    const unsigned = await createUnsigned(running.chain, payer.address, instructions);
    const forged = await createSigned(running.chain, payer, instructions);
    forged.fill(7, 1, 65);
    for (const wire of [unsigned, forged]) {
      const error = await getError(sendEncoded(wire));
      expect(
        isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE),
      ).toBe(true);
      await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'signature' });
      await expect(running.chain.sendTransaction(wire, { skipPreflight: true })).rejects.toMatchObject({
        reason: 'signature',
      });
    }
  });

  it('refuses a payer without lamports before it reaches a block', async () => {
    const payer = await generateKeyPairSigner();
    const wire = await createSigned(running.chain, payer, [getMemo('hello')]);
    const signature = await sendEncoded(wire, { skipPreflight: true });
    expect((await running.rpc.getSignatureStatuses([signature]).send()).value).toEqual([null]);
    await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({
      reason: 'preflight',
      message:
        'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    });
  });

  it('refuses bytes that are not a transaction', async () => {
    for (const wire of [new Uint8Array(), new Uint8Array(10), Uint8Array.from([1, 2, 3])]) {
      await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'malformed' });
      const error = await getError(sendEncoded(wire));
      expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
    }
  });

  it('refuses to run before minContextSlot', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [getMemo('later')]);
    const slot = await running.rpc.getSlot().send();
    const error = await getError(sendEncoded(wire, { minContextSlot: slot + 1_000n }));
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)).toBe(
      true,
    );
    await expect(
      running.chain.sendTransaction(wire, { minContextSlot: Number(slot) + 1_000 }),
    ).rejects.toMatchObject({ reason: 'behind' });
    await running.chain.sendTransaction(wire, { minContextSlot: Number(slot) });
  });
});

function getSignature(wire: Uint8Array): Signature {
  return getBase58Decoder().decode(wire.subarray(1, 65)) as Signature;
}
