import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { createMobileWallet } from 'mobile-wallet-standard';
import type { OtherAnswer } from 'mock-mobile-wallet';
import { createLiteSvmChain, createRpcHandler } from 'mock-mobile-wallet/chains';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

declare global {
  interface ImportMetaEnv {
    /** Read by the guide's `src/rpc.ts`. */
    readonly VITE_RPC_URL?: string;
  }
}

// The file of the guide to errors that finds a payment by its reference.

const SHOP = address('11111111111111111111111111111112');
const chain = createLiteSvmChain();
const server = createServer(createRpcHandler(chain));
const stored = new Map<string, string>();

beforeAll(async () => {
  // `src/rpc.ts` reads the URL when it is loaded, which another file of tests may have done.
  vi.resetModules();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

beforeEach(() => {
  vi.stubEnv('VITE_RPC_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterAll(() => {
  vi.resetModules();
  server.close();
});

/** Pays with a wallet app that sends the payment, but answers nonsense, or that crashes in place of both. */
async function payWithoutAnswer(instead: OtherAnswer): Promise<void> {
  const { addReference } = await import('../../docs/example/src/find-payment.js');
  const { rpc } = await import('../../docs/example/src/rpc.js');
  const phone = await createTestWallet({ chain });
  const payer = address(phone.accounts[0]?.address ?? '');
  chain.airdrop(payer, lamports(1_000_000_000n));
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });
  const source = createNoopSigner(payer);
  const transfer = getTransferSolInstruction({ source, destination: SHOP, amount: 10_000_000 });
  const instruction = await addReference(transfer);
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstruction(instruction, timed),
  );
  const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  phone.answerNext({ approved: true, instead }, 'sign_and_send_transactions');
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const paying = transact(async (session) => {
    await session.authorize();
    return session.signAndSendTransactions({ transactions: [transaction] });
  });
  await expect(paying).toRejectWith('SUBMISSION_UNKNOWN');
  await phone.close();
}

test('a payment that was sent without an answer is found by its reference', async () => {
  const { findPayment, isPaymentUndecided } = await import('../../docs/example/src/find-payment.js');
  await payWithoutAnswer({ type: 'fault', name: 'no-result' });
  expect(isPaymentUndecided()).toBe(true);
  expect(await findPayment()).toBe('paid');
  expect(isPaymentUndecided()).toBe(false);
});

test('a payment that the chain does not show stays undecided', async () => {
  const { findPayment, forgetPayment, isPaymentUndecided } = await import(
    '../../docs/example/src/find-payment.js'
  );
  await payWithoutAnswer({ type: 'crash' });
  expect(await findPayment()).toBe('unknown');
  expect(isPaymentUndecided()).toBe(true);
  forgetPayment();
  expect(isPaymentUndecided()).toBe(false);
});
