import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { generateKeyPairSigner } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
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
import { listen } from '../../../test/support/listen.js';
import { createToken, getTokenTransfer } from '../../../test/support/tokens.js';
import { createClusterChain } from './cluster-chain.js';
import { createClusterRpc, fetchAccounts } from './cluster-rpc.js';

// LiteSVM's JSON-RPC stands in for the cluster: the same bytes over a real connection.
const running = await startChain();
const cluster = createClusterChain(running.url);
afterAll(() => running.close());

describe('a chain behind a cluster’s JSON-RPC', () => {
  it('describes a transaction as the chain itself does, and sends it', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const instructions = [getTransfer(payer.address, recipient, SOL), getMemo('hi')];
    const unsigned = await createUnsigned(running.chain, payer.address, instructions);
    const summary = await cluster.describeTransaction(unsigned);
    expect(summary).toEqual(await running.chain.describeTransaction(unsigned));
    expect(summary.balanceChanges).toHaveLength(2);

    const wire = await createSigned(running.chain, payer, instructions);
    const { signature } = await cluster.sendTransaction(wire, { minContextSlot: 0, commitment: 'processed' });
    expect(signature).toEqual(wire.slice(1, 65));
    expect(running.chain.getBalance(recipient)).toBe(SOL);
    await expect(cluster.sendTransaction(wire)).rejects.toMatchObject({
      reason: 'replay',
      message: 'Transaction simulation failed: This transaction has already been processed',
    });
  });

  it('describes tokens as the chain itself does, and tells balances and tokens', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const { mint } = await createToken(running.chain, payer, 9n);
    const wire = await createSigned(running.chain, payer, await getTokenTransfer(payer, mint, recipient, 4n));
    const summary = await cluster.describeTransaction(wire);
    // Clusters simulate with the instructions of programs parsed already.
    const withoutInner = ({ instructions, ...rest }: typeof summary) => ({
      ...rest,
      instructions: instructions.map(({ inner: _, ...own }) => own),
    });
    const own = await running.chain.describeTransaction(wire);
    expect(withoutInner(summary)).toEqual(withoutInner(own));
    expect(summary.instructions[0]?.inner?.at(-1)?.text).toBe('initializeAccount3');
    expect(summary.tokenChanges).toHaveLength(2);
    expect(summary.instructions[0]?.inner).toHaveLength(4);
    await cluster.sendTransaction(wire);
    expect(await cluster.getTokens(recipient)).toMatchObject([{ mint, amount: 4n, decimals: 6 }]);
    await cluster.airdrop(recipient, SOL);
    expect(await cluster.getBalance(recipient)).toBe(SOL);
    expect(await cluster.getBalance(await createAddress())).toBe(0n);
  });

  it('does not say of a later transaction that it will fail, because it may need those before it', async () => {
    const payer = await createFundedSigner(running.chain);
    const second = await generateKeyPairSigner();
    const wires = [
      await createSigned(running.chain, payer, [getTransfer(payer.address, second.address, SOL)]),
      await createSigned(running.chain, second, [getMemo('paid by the first')]),
    ];
    const summaries = await cluster.describeTransactions?.(wires);
    expect(summaries?.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringMatching(/^The cluster cannot simulate it after .* By itself it fails: Attempt to debit/),
    ]);
    await expect(cluster.describeTransactions?.([new Uint8Array(3)])).rejects.toMatchObject({
      reason: 'malformed',
    });
  });

  it('tells why a transaction was refused', async () => {
    const payer = await createFundedSigner(running.chain);
    const instructions = [getTransfer(payer.address, await createAddress(), 5n * SOL)];
    const wire = await createSigned(running.chain, payer, instructions);
    await expect(cluster.sendTransaction(wire)).rejects.toMatchObject({
      reason: 'preflight',
      logs: expect.arrayContaining([expect.stringContaining('insufficient lamports')]),
    });
    expect(await cluster.describeTransaction(wire)).toEqual(await running.chain.describeTransaction(wire));
    const unsigned = await createUnsigned(running.chain, payer.address, instructions);
    await expect(cluster.sendTransaction(unsigned)).rejects.toMatchObject({ reason: 'signature' });
    await expect(cluster.sendTransaction(wire, { minContextSlot: 2 ** 50 })).rejects.toMatchObject({
      reason: 'behind',
    });
    await expect(cluster.sendTransaction(new Uint8Array(3))).rejects.toMatchObject({ reason: 'malformed' });
  });

  it('tells why a transaction was refused without a text of the cluster, if its URL may hold a key', async () => {
    const keyed = createClusterChain(`${running.url}/?api-key=secret-key`);
    const payer = await createFundedSigner(running.chain);
    const instructions = [getTransfer(payer.address, await createAddress(), 5n * SOL)];
    const wire = await createSigned(running.chain, payer, instructions);
    await expect(keyed.sendTransaction(wire)).rejects.toMatchObject({
      reason: 'preflight',
      message: expect.stringContaining('Error processing Instruction 0: custom program error: 0x1'),
      logs: [],
    });
    expect(await keyed.describeTransaction(wire)).toEqual(await running.chain.describeTransaction(wire));
    await expect(keyed.sendTransaction(wire, { minContextSlot: 2 ** 50 })).rejects.toMatchObject({
      reason: 'behind',
      message: expect.stringContaining('-32016'),
    });
  });

  it('fetches more accounts than a validator returns at once, in their order', async () => {
    const addresses = await Promise.all(Array.from({ length: 201 }, createAddress));
    const funded = [0, 99, 100, 199, 200];
    for (const index of funded) running.chain.airdrop(addresses[index] ?? '', SOL + BigInt(index));
    const accounts = await fetchAccounts(createClusterRpc(running.url), addresses);
    expect(accounts).toHaveLength(201);
    expect(
      accounts.flatMap((account, index) => (account ? [[index, account.address, account.lamports]] : [])),
    ).toEqual(funded.map((index) => [index, addresses[index], SOL + BigInt(index)]));
  });

  it.each([
    ['lamports', { value: [{ lamports: 'secret', data: ['', 'base64'], owner: 'a', executable: false }] }],
    ['an account', { value: 'secret' }],
    ['data', { value: [{ lamports: 1, data: 'secret', owner: 'a', executable: false }] }],
  ])('quotes nothing of a malformed result: %s', async (_, result) => {
    const cluster = createServer((_request, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result })),
    );
    const rpc = createClusterRpc(`http://127.0.0.1:${await listen(cluster)}/?secret`);
    const error = await fetchAccounts(rpc, ['a']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error)).not.toContain('secret');
  });

  it('resolves with a signature, not an outcome, when preflight is skipped', async () => {
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    const { signature } = await cluster.sendTransaction(wire, { skipPreflight: true });
    const [status] = (await running.rpc.getSignatureStatuses([encodeBase58(signature) as never]).send())
      .value;
    expect(status?.err).not.toBeNull();
  });

  it('refuses to send when it cannot be reached, but describes the bytes', async () => {
    const elsewhere = await startChain();
    const payer = await createFundedSigner(elsewhere.chain);
    const wire = await createSigned(elsewhere.chain, payer, [getMemo('anyone?')]);
    const gone = createClusterChain(`${elsewhere.url}/secret-path?api-key=secret-key`);
    await elsewhere.close();
    const refusal = await gone.sendTransaction(wire).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'unavailable' });
    // An error may be printed with its causes, so none of them may contain the key in the URL.
    expect(inspect(refusal, { depth: 10 })).not.toContain('secret');
    await expect(gone.describeTransaction(wire)).resolves.toMatchObject({
      feePayer: payer.address,
      instructions: [{ text: 'Memo "anyone?"' }],
      balanceChanges: [],
      error: expect.stringMatching(/^The cluster cannot be reached( \([A-Z_]+\))?$/),
    });
  });
});
