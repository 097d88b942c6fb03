import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSigner } from '@solana/kit';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createLiteSvmChain, createRpcHandler } from 'mock-mobile-wallet/chains';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const chain = createLiteSvmChain();
const server = createServer(createRpcHandler(chain));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('VITE_RPC_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

test('a user connects and pays in one visit to the wallet', async () => {
  // Imported here, because `src/rpc.ts` reads the URL when it is loaded.
  const { buildPayment } = await import('../src/build-payment');
  const { findPayment } = await import('../src/find-payment');
  const phone = await createTestWallet({ chain }); // the wallet sends to the same chain
  chain.airdrop(phone.accounts[0].address, BigInt(1_000_000_000)); // lamports
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });

  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const { address: reference } = await generateKeyPairSigner();
  await transact(async (session) => {
    await session.authorize();
    const [account] = wallet.accounts;
    const { transaction, minContextSlot } = await buildPayment(account.address, reference);
    return session.signAndSendTransactions({ transactions: [transaction], minContextSlot });
  });

  expect(await findPayment(reference)).toBe('paid');
  expect(phone.launches).toHaveLength(1);
  await phone.close();
});
