import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromBytes,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  fetchAddressesForLookupTables,
  getSignatureFromTransaction,
  type Instruction,
  isSignerRole,
  isWritableRole,
  type KeyPairSigner,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { getApproveInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';
import { createLookupTable } from '../../../../test/support/lookup-table.js';
import { readProgram } from '../../../../test/support/programs.js';
import { createToken, getTokenAddress, getTokenTransfer } from '../../../../test/support/tokens.js';
import { createLiteSvmChain } from '../litesvm-chain.js';

const folder = mkdtempSync(join(tmpdir(), 'program-'));
const file = join(folder, 'program.so');
writeFileSync(file, await readProgram(createLiteSvmChain(), MEMO_PROGRAM));
const program = await createAddress();
const running = await startChain({ programs: [{ address: program, file }] });
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

describe('web3.js', () => {
  const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
  afterAll(() => stopReconnecting(connection));

  /** A payer for web3.js, and the same for kit's instructions. */
  async function createPayer() {
    const keypair = Keypair.generate();
    const signer = await createKeyPairSignerFromBytes(keypair.secretKey);
    running.chain.airdrop(signer.address, 5n * SOL);
    return { keypair, signer };
  }

  async function send(keypair: Keypair, instructions: readonly Instruction[]): Promise<string> {
    const transaction = new Transaction().add(...instructions.map(convert));
    return sendAndConfirmTransaction(connection, transaction, [keypair]);
  }

  it('pays tokens and sees their balances before and after', async () => {
    const { keypair, signer } = await createPayer();
    const recipient = await createAddress();
    const { mint } = await createToken(running.chain, signer, 1_000_000n);
    const signature = await send(keypair, await getTokenTransfer(signer, mint, recipient, 250_000n));
    const account = new PublicKey(await getTokenAddress(mint, recipient));
    const { value } = await connection.getTokenAccountBalance(account);
    expect(value).toMatchObject({ amount: '250000', uiAmountString: '0.25' });
    const owned = await connection.getParsedTokenAccountsByOwner(new PublicKey(recipient), {
      mint: new PublicKey(mint),
    });
    expect(owned.value).toMatchObject([{ account: { data: { parsed: { info: { owner: recipient } } } } }]);
    const { meta } =
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })) ?? {};
    const paid = { mint, programId: TOKEN_PROGRAM_ADDRESS };
    expect(meta?.preTokenBalances).toMatchObject([
      { ...paid, owner: signer.address, uiTokenAmount: { amount: '1000000', decimals: 6, uiAmount: 1 } },
    ]);
    expect(meta?.postTokenBalances).toHaveLength(2);
    expect(meta?.postTokenBalances).toContainEqual(
      expect.objectContaining({
        ...paid,
        owner: recipient,
        uiTokenAmount: { amount: '250000', decimals: 6, uiAmount: 0.25, uiAmountString: '0.25' },
      }),
    );
  });

  it('calls a program from a file', async () => {
    const { keypair } = await createPayer();
    const signature = await send(keypair, [{ programAddress: program, data: encodeUtf8('hello') }]);
    const { meta } =
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })) ?? {};
    expect(meta?.logMessages).toContain(`Program ${program} success`);
    expect((await connection.getAccountInfo(new PublicKey(program)))?.executable).toBe(true);
  });

  it('creates a lookup table and sends version 0 with it', async () => {
    const { keypair } = await createPayer();
    const payer = keypair.publicKey;
    const recipient = Keypair.generate().publicKey;
    const recentSlot = await connection.getSlot();
    const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
      authority: payer,
      payer,
      recentSlot,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable,
      authority: payer,
      payer,
      addresses: [recipient, SystemProgram.programId],
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [keypair]);
    const { value: table } = await connection.getAddressLookupTable(lookupTable);
    expect(table?.state.addresses).toContainEqual(recipient);
    const latest = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: latest.blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: payer, toPubkey: recipient, lamports: 1e9 })],
    }).compileToV0Message(table ? [table] : []);
    expect(message.staticAccountKeys).not.toContainEqual(recipient);
    const transaction = new VersionedTransaction(message);
    transaction.sign([keypair]);
    expect((await connection.simulateTransaction(transaction)).value.err).toBeNull();
    const signature = await connection.sendTransaction(transaction);
    const { value } = await connection.confirmTransaction({ signature, ...latest });
    expect(value.err).toBeNull();
    expect(await connection.getBalance(recipient)).toBe(1e9);
  });
});

describe('kit', () => {
  async function send(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    tables: AddressesByLookupTableAddress = {},
  ) {
    const { rpc, wsUrl } = running;
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const signed = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => appendTransactionMessageInstructions(instructions, message),
        (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
      ),
    );
    assertIsTransactionWithBlockhashLifetime(signed);
    const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: 'confirmed' });
    return getSignatureFromTransaction(signed);
  }

  it('pays tokens', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const { mint } = await createToken(running.chain, payer, 9n);
    const signature = await send(payer, await getTokenTransfer(payer, mint, recipient, 4n));
    const account = await getTokenAddress(mint, recipient);
    expect((await running.rpc.getTokenAccountBalance(account).send()).value.amount).toBe('4');
    const { value: largest } = await running.rpc.getTokenLargestAccounts(mint).send();
    expect(largest.map(({ amount }) => amount)).toEqual(['5', '4']);
    expect(largest[1]).toMatchObject({ address: account, decimals: 6, uiAmountString: '0.000004' });
    const found = await running.rpc
      .getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send();
    expect(found?.meta?.postTokenBalances).toHaveLength(2);
  });

  it('finds token accounts by their delegate', async () => {
    const payer = await createFundedSigner(running.chain);
    const delegate = await createAddress();
    const { mint, account } = await createToken(running.chain, payer, 9n);
    const { rpc } = running;
    const find = async () =>
      (await rpc.getTokenAccountsByDelegate(delegate, { mint }, { encoding: 'jsonParsed' }).send()).value;
    expect(await find()).toEqual([]);
    await send(payer, [getApproveInstruction({ source: account, delegate, owner: payer, amount: 3n })]);
    expect(await find()).toMatchObject([
      { pubkey: account, account: { data: { parsed: { info: { delegate, owner: payer.address } } } } },
    ]);
  });

  it('calls a program from a file', async () => {
    const payer = await createFundedSigner(running.chain);
    const signature = await send(payer, [{ programAddress: program, data: encodeUtf8('hello') }]);
    const found = await running.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(found?.meta?.logMessages).toContain(`Program ${program} success`);
  });

  it('sends version 0 with a lookup table', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const table = await createLookupTable(running.chain, payer, [recipient]);
    const tables = await fetchAddressesForLookupTables([table], running.rpc);
    await send(payer, [getTransfer(payer.address, recipient, SOL)], tables);
    expect(running.chain.getBalance(recipient)).toBe(SOL);
  });
});

function convert({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  return new TransactionInstruction({
    programId: new PublicKey(programAddress),
    keys: accounts.map((account) => ({
      pubkey: new PublicKey(account.address),
      isSigner: isSignerRole(account.role),
      isWritable: isWritableRole(account.role),
    })),
    data: Buffer.from(data),
  });
}
