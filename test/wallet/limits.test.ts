import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { error } from '../faults/replies.js';
import type { Phone } from '../support/phone.js';
import { countPayloads, countRequests } from '../support/requests.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransactionInputs, setUpConnected } from '../support/wallet.js';

const setUpSigns = async (
  count: number,
  onRequest?: (method: string, phone: Phone) => void,
  options: MockWalletOptions = {},
) => {
  let connected: Phone | undefined;
  const context = await setUpConnected({
    capabilities: { maxTransactionsPerRequest: 10, maxMessagesPerRequest: 10 },
    ...options,
    onRequest: (method) => connected && onRequest?.(method, connected),
  });
  connected = context.phone;
  const { wallet, account, phone } = context;
  const inputs = createTransactionInputs(
    account,
    Array.from({ length: count }, (_, index) => `number ${index}`),
  );
  return {
    ...context,
    sign: () => getSignTransaction(wallet.features).signTransaction(...inputs),
    transactions: inputs.map(({ transaction }) => transaction),
    getSizes: () => countPayloads(phone),
    countCapabilities: () => countRequests(phone, 'get_capabilities'),
  };
};

/** The message of a wire transaction with one signature. */
const getMessage = (wire: Uint8Array | undefined): Uint8Array | undefined => wire?.subarray(65);

describe('the wallet’s limits', () => {
  it('split transactions into requests of one launch', async () => {
    const { sign, transactions, getSizes, phone } = await setUpSigns(25);
    const outputs = await sign();
    expect(outputs.map(({ signedTransaction }) => getMessage(signedTransaction))).toEqual(
      transactions.map(getMessage),
    );
    expect(getSizes()).toEqual([10, 10, 5]);
    expect(phone.launches).toHaveLength(2);
  });

  it('split messages into requests', async () => {
    const { wallet, account, getSizes } = await setUpSigns(0);
    const messages = Array.from({ length: 12 }, (_, index) => encodeUtf8(`message ${index}`));
    const outputs = await wallet.features['solana:signMessage'].signMessage(
      ...messages.map((message) => ({ account, message })),
    );
    expect(outputs.map(({ signedMessage }) => signedMessage)).toEqual(messages);
    expect(getSizes()).toEqual([10, 2]);
  });

  it('are requested again if the wallet refuses a request as too large, which is then split again', async () => {
    const { sign, transactions, getSizes, countCapabilities, phone } = await setUpSigns(7);
    // Less than half of the request.
    phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 2 });
    const outputs = await sign();
    expect(outputs.map(({ signedTransaction }) => getMessage(signedTransaction))).toEqual(
      transactions.map(getMessage),
    );
    expect(getSizes()).toEqual([7, 2, 2, 2, 1]);
    // By the connect, by the session, and for the refusal.
    expect(countCapabilities()).toBe(3);
    expect(phone.launches).toHaveLength(2);
    await sign();
    expect(getSizes().slice(5)).toEqual([2, 2, 2, 1]);
  });

  it('are requested again, too, if the wallet says so by -5, as in the published JavaScript', async () => {
    const { sign, getSizes, phone } = await setUpSigns(3, undefined, { quirks: { tooManyPayloads: -5 } });
    phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 2 });
    expect(await sign()).toHaveLength(3);
    expect(getSizes()).toEqual([3, 2, 1]);
  });

  it('are requested again only once: a second refusal rejects the call', async () => {
    // It publishes a limit that it does not keep to.
    const { sign, getSizes, countCapabilities } = await setUpSigns(4, (method, phone) =>
      phone.wallet.changeCapabilities({ maxTransactionsPerRequest: method === 'get_capabilities' ? 2 : 1 }),
    );
    await expect(sign()).toRejectWith('TOO_MANY_PAYLOADS', { rpcCode: -6 });
    expect(getSizes()).toEqual([4, 2]);
    expect(countCapabilities()).toBe(3);
  });

  it('are updated in the next session if the wallet raises them, without a reload', async () => {
    const { sign, getSizes, phone } = await setUpSigns(12);
    phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 20 });
    await sign();
    await phone.whenIdle();
    await sign();
    expect(getSizes()).toEqual([10, 2, 12]);
  });
});

describe('a request within the limits that the wallet refuses as too large', () => {
  /** A limit of 0 is not published. */
  const refuse = (count: number, limit: number) =>
    setUpSigns(count, undefined, {
      capabilities: { maxTransactionsPerRequest: limit },
      faults: [error('sign_transactions', -6, undefined, { nth: 1 })],
    });

  it.each([10, 7, 0])(
    'is split, and never repeated unchanged (published limit, 0 for none: %i)',
    async (limit) => {
      const { sign, getSizes } = await refuse(7, limit);
      expect(await sign()).toHaveLength(7);
      expect(getSizes()).toEqual([7, 3, 3, 1]);
    },
  );

  it('fails if it has one payload', async () => {
    const { sign, getSizes } = await refuse(1, 10);
    await expect(sign()).toRejectWith('TOO_MANY_PAYLOADS');
    expect(getSizes()).toEqual([1]);
  });
});
