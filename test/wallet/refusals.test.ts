import type { WalletAccount } from '@wallet-standard/base';
import { expect, it, onTestFinished } from 'vitest';
import { findMobileWalletError } from '../../src/index.js';
import { getError } from '../support/rejections.js';
import { setUp } from '../support/wallet.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';

const CALLS = [
  'connect',
  'signIn',
  'signMessage',
  'signTransaction',
  'signAndSendTransaction',
  'signAndSendAllTransactions',
  'signOffchainMessage',
] as const;

const DECISION_MS = 200;

it.each(CALLS)('a refusal of %s says how long the wallet took', async (name) => {
  const isFirst = name === 'connect' || name === 'signIn';
  const refuse = async (ms: number) => {
    let isReady = false;
    const { wallet, phone, connect } = await setUp({
      async approve({ type }) {
        if (!isReady || (type === 'authorize' && !isFirst)) return { approved: true };
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { approved: false };
      },
    });
    onTestFinished(phone.leave);
    if (!isFirst) await connect();
    isReady = true;
    const start = performance.now();
    const error = await getError(WALLET_CALLS[name](wallet, wallet.accounts[0] as WalletAccount));
    const total = performance.now() - start;
    const { tookMs = -1 } = findMobileWalletError(error, 'USER_REJECTED')?.context ?? {};
    return { tookMs, isInteger: Number.isInteger(tookMs), isWithinCall: tookMs <= Math.ceil(total) };
  };
  const [instant, decided] = await Promise.all([refuse(0), refuse(DECISION_MS)]);
  const right = { tookMs: expect.any(Number), isInteger: true, isWithinCall: true };
  expect([instant, decided]).toEqual([right, right]);
  expect(instant.tookMs).toBeGreaterThanOrEqual(0);
  // A timer may end within the millisecond before its time.
  expect(decided.tookMs).toBeGreaterThanOrEqual(DECISION_MS - 1);
});
