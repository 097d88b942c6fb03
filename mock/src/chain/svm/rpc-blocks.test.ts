import { isSolanaError, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE } from '@solana/kit';
import { Connection } from '@solana/web3.js';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { afterAll, expect, it } from 'vitest';
import {
  createFundedSigner,
  createSigned,
  getMemo,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';

const running = await startChain();
afterAll(() => running.close());

/** Sends a memo; returns its signature and the slot of its block. */
async function sendMemo() {
  const payer = await createFundedSigner(running.chain);
  const wire = await createSigned(running.chain, payer, [getMemo('block')]);
  const signature = encodeBase58((await running.chain.sendTransaction(wire)).signature);
  const { slot } = (await running.chain.rpc('getTransaction', [
    signature,
    { maxSupportedTransactionVersion: 0 },
  ])) as { slot: bigint };
  return { signature, slot };
}

it('has blocks with their transactions, for kit', async () => {
  const { rpc } = running;
  const { signature, slot } = await sendMemo();
  const block = await rpc.getBlock(slot, { maxSupportedTransactionVersion: 0 }).send();
  expect(block?.transactions).toMatchObject([
    { transaction: { signatures: [signature] }, meta: { err: null }, version: 0 },
  ]);
  const parent = await rpc.getBlock(block?.parentSlot ?? 0n, { transactionDetails: 'none' }).send();
  expect(parent?.blockhash).toBe(block?.previousBlockhash);
  const named = await rpc.getBlock(slot, { transactionDetails: 'signatures', rewards: false }).send();
  expect(named).toMatchObject({ signatures: [signature], blockTime: expect.any(BigInt) });
  const first = await rpc.getFirstAvailableBlock().send();
  const blocks = await rpc.getBlocks(first).send();
  expect(blocks).toContain(slot);
  expect(await rpc.getBlocks(slot, slot).send()).toEqual([slot]);
  expect(await rpc.getBlocksWithLimit(first, 2).send()).toEqual(blocks.slice(0, 2));
  expect(await rpc.minimumLedgerSlot().send()).toBe(first);
  expect((await rpc.getEpochSchedule().send()).slotsPerEpoch).toBe(432_000n);
  const missing = await rpc
    .getBlock(slot + 10_000n)
    .send()
    .catch((error: unknown) => error);
  expect(isSolanaError(missing, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE)).toBe(true);
});

it('has blocks that web3.js can read', async () => {
  const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
  const { signature, slot } = await sendMemo();
  const block = await connection.getBlock(Number(slot), { maxSupportedTransactionVersion: 0 });
  expect(block?.transactions[0]?.transaction.signatures).toEqual([signature]);
  const { signatures } = await connection.getBlockSignatures(Number(slot));
  expect(signatures).toEqual([signature]);
  expect((await connection.getEpochSchedule()).slotsPerEpoch).toBe(432_000);
  stopReconnecting(connection);
});

it('answers what libraries ask of the node when they start', async () => {
  const connection = new Connection(running.url, { commitment: 'confirmed', wsEndpoint: running.wsUrl });
  const { signature, slot } = await sendMemo();
  const config = { maxSupportedTransactionVersion: 0, transactionDetails: 'accounts' } as const;
  const block = await connection.getBlock(Number(slot), config);
  expect(block?.transactions).toMatchObject([{ transaction: { signatures: [signature] }, version: 0 }]);
  expect(await connection.getVoteAccounts()).toEqual({ current: [], delinquent: [] });
  expect((await connection.getSupply()).value.total).toBeGreaterThan(0);
  expect(await connection.getRecentPerformanceSamples(1)).toMatchObject([{ samplePeriodSecs: 60 }]);
  expect((await connection.getStakeMinimumDelegation()).value).toBe(1);
  const leader = await connection.getSlotLeader();
  expect((await connection.getSlotLeaders(Number(slot), 2)).map(String)).toEqual([leader, leader]);
  expect(await connection.getClusterNodes()).toMatchObject([{ pubkey: leader }]);
  // Only kit asks for it.
  expect(await running.rpc.getIdentity().send()).toEqual({ identity: leader });
  const update = await new Promise((resolve) => connection.onSlotUpdate(resolve));
  expect(update).toMatchObject({ type: 'createdBank', slot: expect.any(Number) });
  stopReconnecting(connection);
});
