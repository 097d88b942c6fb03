import {
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithDurableNonceLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getTransactionEncoder,
  type Nonce,
  pipe,
  sendAndConfirmDurableNonceTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import {
  Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  getTransfer,
  SOL,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';

const running = await startChain();
const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
afterAll(async () => {
  stopReconnecting(connection);
  await running.close();
});

async function createPayer(): Promise<Keypair> {
  const payer = Keypair.generate();
  const latest = await connection.getLatestBlockhash();
  const signature = await connection.requestAirdrop(payer.publicKey, 5e9);
  await connection.confirmTransaction({ signature, ...latest });
  return payer;
}

/** Creates a nonce account of web3.js, which `payer` may advance. */
async function createNonce(payer: Keypair): Promise<Keypair> {
  const nonce = Keypair.generate();
  const create = SystemProgram.createNonceAccount({
    fromPubkey: payer.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: payer.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
  });
  await sendAndConfirmTransaction(connection, create, [payer, nonce]);
  return nonce;
}

describe('a transaction with a durable nonce', () => {
  it('is sent and confirmed by web3.js', async () => {
    const payer = await createPayer();
    const { publicKey: noncePubkey } = await createNonce(payer);
    const { context, value } = await connection.getNonceAndContext(noncePubkey);
    const recipient = Keypair.generate().publicKey;
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      minContextSlot: context.slot,
      nonceInfo: {
        nonce: value?.nonce ?? '',
        nonceInstruction: SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: payer.publicKey }),
      },
    }).add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: recipient, lamports: 1e9 }));
    await sendAndConfirmTransaction(connection, transaction, [payer]);
    expect(await connection.getBalance(recipient)).toBe(1e9);
    expect((await connection.getNonce(noncePubkey))?.nonce).not.toBe(value?.nonce);
  });

  it('is sent and confirmed by kit, once', async () => {
    const keypair = await createPayer();
    const payer = await createKeyPairSignerFromBytes(keypair.secretKey);
    const nonceAccount = address((await createNonce(keypair)).publicKey.toBase58());
    const recipient = await createAddress();
    const { rpc, wsUrl } = running;
    const nonce = (await connection.getNonce(new PublicKey(nonceAccount)))?.nonce as Nonce;
    const sign = (amount: bigint) =>
      signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayerSigner(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingDurableNonce(
              { nonce, nonceAccountAddress: nonceAccount, nonceAuthorityAddress: payer.address },
              message,
            ),
          (message) =>
            appendTransactionMessageInstruction(getTransfer(payer.address, recipient, amount), message),
        ),
      );
    const signed = await sign(SOL);
    assertIsTransactionWithDurableNonceLifetime(signed);
    const bytes = encodeBase64(Uint8Array.from(signed.messageBytes)) as TransactionMessageBytesBase64;
    expect((await rpc.getFeeForMessage(bytes).send()).value).toBe(5_000n);
    const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl);
    const sendAndConfirm = sendAndConfirmDurableNonceTransactionFactory({ rpc, rpcSubscriptions });
    await sendAndConfirm(signed, { commitment: 'confirmed' });
    for (const late of [signed, await sign(2n * SOL)]) {
      const wire = Uint8Array.from(getTransactionEncoder().encode(late));
      await expect(running.chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'expired' });
    }
    expect(running.chain.getBalance(recipient)).toBe(SOL);
  });
});

describe('a transaction that fails', () => {
  it('has its logs in the error of web3.js', async () => {
    const payer = await createPayer();
    const transfer = SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 9e9,
    });
    const error = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [payer]).catch(
      (reason: unknown) => reason,
    );
    if (!(error instanceof SendTransactionError)) throw error;
    expect(error.message).toContain('custom program error: 0x1');
    expect(await error.getLogs(connection)).toContainEqual(expect.stringContaining('insufficient lamports'));
  });
});
