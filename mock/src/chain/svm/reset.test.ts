import { createSolanaRpcSubscriptions } from '@solana/kit';
import { afterAll, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getMemo,
  getTransfer,
  SOL,
  startChain,
} from '../../../../test/support/chain.js';

const running = await startChain();
afterAll(() => running.close());

it('forgets accounts and transactions, and takes none that was made before', async () => {
  const { chain, rpc } = running;
  const payer = await createFundedSigner(chain);
  const recipient = await createAddress();
  const sent = await createSigned(chain, payer, [getTransfer(payer.address, recipient, SOL)]);
  const unsent = await createSigned(chain, payer, [getMemo('later')]);
  await chain.sendTransaction(sent);
  const slot = await rpc.getSlot().send();
  chain.reset();
  expect(await rpc.getSlot().send()).toBeGreaterThan(slot);
  expect(await rpc.getTransactionCount().send()).toBe(0n);
  expect([chain.getBalance(payer.address), chain.getBalance(recipient)]).toEqual([0n, 0n]);
  chain.airdrop(payer.address, 2n * SOL);
  for (const wire of [sent, unsent]) {
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'expired' });
  }
  const repeated = await createSigned(chain, payer, [getTransfer(payer.address, recipient, SOL)]);
  expect(repeated.subarray(1, 65)).not.toEqual(sent.subarray(1, 65));
  await chain.sendTransaction(repeated);
  expect(chain.getBalance(recipient)).toBe(SOL);
});

it('goes on with the sequence of which durable nonces are made', async () => {
  const { chain } = running;
  const readSysvar = async () =>
    chain.rpc('getAccountInfo', ['SysvarRecentB1ockHashes11111111111111111111', { encoding: 'base64' }]);
  const seen = new Set<string>();
  for (let round = 0; round < 5; round++) {
    chain.reset();
    const { value } = (await readSysvar()) as { value: { data: [string, string] } };
    seen.add(value.data[0]);
  }
  expect(seen.size).toBe(5);
});

it('tells those who watch', async () => {
  const { chain, wsUrl } = running;
  const payer = await createFundedSigner(chain);
  let changes = 0;
  const stop = chain.watch(() => {
    changes += 1;
  });
  const controller = new AbortController();
  const notifications = await createSolanaRpcSubscriptions(wsUrl)
    .accountNotifications(payer.address)
    .subscribe({ abortSignal: controller.signal });
  chain.reset();
  for await (const { value } of notifications) {
    expect(value.lamports).toBe(0n);
    break;
  }
  controller.abort();
  chain.airdrop(payer.address, SOL);
  expect(changes).toBe(2);
  stop();
  chain.airdrop(payer.address, SOL);
  expect(changes).toBe(2);
});
