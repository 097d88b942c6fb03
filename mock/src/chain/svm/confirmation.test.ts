import {
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { Connection, Keypair, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createFundedSigner,
  getTransfer,
  SOL,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';

const FEE = 5_000;

const running = await startChain();
afterAll(() => running.close());

describe('Connection of web3.js', () => {
  const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
  afterAll(() => stopReconnecting(connection));

  function createPayer(): Keypair {
    const payer = Keypair.generate();
    running.chain.airdrop(payer.publicKey.toBase58(), 2n * SOL);
    return payer;
  }

  function createTransfer(payer: Keypair, amount: number): Transaction {
    const recipient = Keypair.generate().publicKey;
    const transfer = { fromPubkey: payer.publicKey, toPubkey: recipient, lamports: amount };
    return new Transaction().add(SystemProgram.transfer(transfer));
  }

  it('sends and confirms', async () => {
    const payer = createPayer();
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      const transfer = createTransfer(payer, 1e8);
      const signature = await sendAndConfirmTransaction(connection, transfer, [payer], { commitment });
      const { value } = await connection.getSignatureStatus(signature);
      expect(value).toMatchObject({ err: null, confirmationStatus: 'finalized' });
    }
  });

  it('confirms by a last valid block height, by a time-out, and by a subscription alone', async () => {
    const payer = createPayer();
    for (const strategy of ['height', 'time', 'subscription'] as const) {
      const latest = await connection.getLatestBlockhash();
      const transfer = createTransfer(payer, 1e8);
      transfer.recentBlockhash = latest.blockhash;
      const signature = await connection.sendTransaction(transfer, [payer]);
      if (strategy === 'subscription') {
        expect(await new Promise((resolve) => connection.onSignature(signature, resolve))).toEqual({
          err: null,
        });
      } else {
        const confirmation =
          strategy === 'height'
            ? connection.confirmTransaction({ signature, ...latest })
            : connection.confirmTransaction(signature);
        expect((await confirmation).value).toMatchObject({ err: null });
      }
    }
  });

  it('reports a transaction that was never sent as expired', async () => {
    let time = Date.now();
    const { url, wsUrl, close } = await startChain({ now: () => time, slotDuration: 10 });
    const other = new Connection(url, { commitment: 'confirmed', wsEndpoint: wsUrl });
    const latest = await other.getLatestBlockhash();
    time += 151 * 10;
    const signature = getBase58Decoder().decode(new Uint8Array(64).fill(1));
    await expect(other.confirmTransaction({ signature, ...latest })).rejects.toThrow('block height exceeded');
    stopReconnecting(other);
    await close();
  });

  it('is notified of accounts, programs, logs, slots and roots', async () => {
    const payer = createPayer();
    const stops: (() => Promise<void>)[] = [];
    const account = new Promise((resolve) => {
      const id = connection.onAccountChange(payer.publicKey, resolve);
      stops.push(() => connection.removeAccountChangeListener(id));
    });
    const program = new Promise((resolve) => {
      const id = connection.onProgramAccountChange(SystemProgram.programId, resolve, {
        commitment: 'confirmed',
        filters: [{ dataSize: 0 }],
      });
      stops.push(() => connection.removeProgramAccountChangeListener(id));
    });
    const logs = new Promise((resolve) => {
      const id = connection.onLogs(payer.publicKey, resolve);
      stops.push(() => connection.removeOnLogsListener(id));
    });
    const slot = new Promise((resolve) => {
      const id = connection.onSlotChange(resolve);
      stops.push(() => connection.removeSlotChangeListener(id));
    });
    const root = new Promise((resolve) => {
      const id = connection.onRootChange(resolve);
      stops.push(() => connection.removeRootChangeListener(id));
    });
    // Subscriptions start one after the other, and slot notifications arrive without a transaction.
    expect(await root).toEqual(expect.any(Number));
    expect(await slot).toMatchObject({ slot: expect.any(Number), parent: expect.any(Number) });
    const signature = await sendAndConfirmTransaction(connection, createTransfer(payer, 1e8), [payer]);
    expect(await account).toMatchObject({ lamports: 2e9 - 1e8 - FEE, owner: SystemProgram.programId });
    expect(await program).toMatchObject({ accountInfo: { owner: SystemProgram.programId } });
    expect(await logs).toMatchObject({ signature, err: null });
    await Promise.all(stops.map((stop) => stop()));
  });
});

describe('kit', () => {
  it('sends and confirms, by block height', async () => {
    const { rpc, chain, wsUrl } = running;
    const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl);
    const payer = await createFundedSigner(chain);
    const recipient = await generateKeyPairSigner();
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const signed = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
        (message) =>
          appendTransactionMessageInstruction(
            getTransfer(payer.address, recipient.address, SOL / 10n),
            message,
          ),
      ),
    );
    assertIsTransactionWithBlockhashLifetime(signed);
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
    await sendAndConfirm(signed, { commitment: 'finalized' });
    const { value } = await rpc.getSignatureStatuses([getSignatureFromTransaction(signed)]).send();
    expect(value[0]).toMatchObject({ err: null });
    expect(chain.getBalance(recipient.address)).toBe(SOL / 10n);
  });

  it('airdrops and confirms', async () => {
    const { rpc, chain, wsUrl } = running;
    const airdrop = airdropFactory({ rpc, rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl) });
    const { address: recipientAddress } = await generateKeyPairSigner();
    await airdrop({ commitment: 'confirmed', lamports: lamports(SOL), recipientAddress });
    expect(chain.getBalance(recipientAddress)).toBe(SOL);
  });

  it('is notified of slots', async () => {
    const controller = new AbortController();
    const slots = await createSolanaRpcSubscriptions(running.wsUrl)
      .slotNotifications()
      .subscribe({ abortSignal: controller.signal });
    for await (const notification of slots) {
      expect(notification).toEqual({
        slot: expect.any(BigInt),
        parent: expect.any(BigInt),
        root: expect.any(BigInt),
      });
      break;
    }
    controller.abort();
  });

  it("is notified of an account's changes", async () => {
    const controller = new AbortController();
    const { address: account } = await generateKeyPairSigner();
    const changes = await createSolanaRpcSubscriptions(running.wsUrl)
      .accountNotifications(address(account), { encoding: 'base64' })
      .subscribe({ abortSignal: controller.signal });
    running.chain.airdrop(account, SOL);
    for await (const { value } of changes) {
      expect(value).toMatchObject({ lamports: SOL, data: ['', 'base64'] });
      break;
    }
    controller.abort();
  });
});
