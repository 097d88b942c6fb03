import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { address, createSolanaRpc } from '@solana/kit';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createLiteSvmChain, createRpcHandler } from 'mock-mobile-wallet/chains';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShop, type Order } from '../server/orders';

const chain = createLiteSvmChain();
const server = createServer(createRpcHandler(chain));

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

test('a user connects and pays in one visit to the wallet', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = createShop(createSolanaRpc(url));
  const order: Order = { amount: BigInt(10_000_000), tries: [], arrived: [] };
  const phone = await createTestWallet({ chain }); // the wallet sends to the same chain
  chain.airdrop(phone.accounts[0].address, BigInt(1_000_000_000)); // lamports
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });

  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  await transact(async (session) => {
    await session.authorize();
    const offer = await shop.offer(order, address(wallet.accounts[0].address));
    if (!offer) throw new Error('Nothing is offered');
    const transaction = new Uint8Array(Buffer.from(offer.transaction, 'base64'));
    const { minContextSlot } = offer;
    return session.signAndSendTransactions({ transactions: [transaction], minContextSlot });
  });

  expect(await shop.checkOrder(order)).toMatchObject({ status: 'paid', giveBack: [] });
  expect(phone.launches).toHaveLength(1);
  await phone.close();
});
