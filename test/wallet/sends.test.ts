import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import type { Phone } from '../support/phone.js';
import { sendError } from '../support/sends.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, MEMO, setUpConnected } from '../support/wallet.js';

/**
 * Five sends, two to a request, of which some fail: the wallet declines, its node refuses, or the app is
 * closed.
 */
const setUpSends = async (refuse: (request: number) => 'decline' | 'fail' | 'hang up' | undefined) => {
  let requests = 0;
  let phone: Phone | undefined;
  const context = await setUpConnected({
    capabilities: { maxTransactionsPerRequest: 2 },
    approve({ type }) {
      if (type === 'sign-and-send-transactions') requests++;
      if (refuse(requests) === 'hang up') phone?.leave();
      return { approved: type !== 'sign-and-send-transactions' || refuse(requests) !== 'decline' };
    },
    chain: {
      ...ACCEPTING_CHAIN,
      async sendTransaction(wire) {
        if (refuse(requests) === 'fail') throw new Error('refused');
        return { signature: wire.slice(1, 65) };
      },
    },
  });
  const { wallet, account } = context;
  phone = context.phone;
  const inputs = ['a', 'b', 'c', 'd', 'e'].map((text) => ({
    account,
    transaction: createTransaction(account.address, text),
    chain: 'solana:devnet' as const,
  }));
  const send = () => wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs);
  return { send, phone: context.phone, wallet, inputs };
};

describe('sends that were split into requests', () => {
  it('need one launch, and return signatures in the order of the inputs', async () => {
    const { send, phone } = await setUpSends(() => undefined);
    const outputs = await send();
    expect(outputs).toHaveLength(5);
    expect(new Set(outputs.map(({ signature }) => String(signature))).size).toBe(5);
    expect(phone.launches).toHaveLength(2);
    expect(phone.getMethods().filter((method) => method === 'sign_and_send_transactions')).toHaveLength(3);
  });

  it('report which were submitted if the user declines a later request', async () => {
    const { send } = await setUpSends((request) => (request === 2 ? 'decline' : undefined));
    const text = expect.any(String);
    await expect(send()).rejects.toMatchObject({
      ...sendError(text, text, undefined, undefined, null),
      message: expect.not.stringMatching(/reject|denied|cancel/i),
      cause: { code: 'USER_REJECTED', message: expect.stringContaining('User rejected') },
    });
  });

  it('report which were submitted if the wallet could not submit a later request', async () => {
    const { send } = await setUpSends((request) => (request === 2 ? 'fail' : undefined));
    const text = expect.any(String);
    await expect(send()).rejects.toMatchObject({
      ...sendError(text, text, null, null, null),
      cause: { code: 'WALLET_ERROR', context: { rpcCode: -4 } },
    });
  });

  it('report what may have been submitted if the user declines the first of several', async () => {
    const { send } = await setUpSends((request) => (request === 1 ? 'decline' : undefined));
    await expect(send()).rejects.toMatchObject({
      ...sendError(undefined, undefined, null, null, null),
      cause: { code: 'USER_REJECTED' },
    });
  });

  it('report unknown results if the wallet app is closed during a request', async () => {
    const { send } = await setUpSends((request) => (request === 2 ? 'hang up' : undefined));
    const text = expect.any(String);
    await expect(send()).rejects.toMatchObject({
      ...sendError(text, text, undefined, undefined, null),
      cause: { code: 'SESSION_CLOSED' },
    });
  });
});

describe('transactions of several accounts', () => {
  it('are sent in their order, and signed in as few requests as possible', async () => {
    const { wallet, signAndSendTransaction, phone } = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      accounts: [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) })),
      approve: (request) => ({
        approved: true,
        ...(request.type === 'authorize' && { accounts: request.accounts.map(({ address }) => address) }),
      }),
    });
    const [a, b] = wallet.accounts as readonly [WalletAccount, WalletAccount];
    const inputs = [a, b, a].map((account, index) => ({
      account,
      transaction: createTransaction(account.address, `${index}`),
      chain: 'solana:devnet' as const,
    }));
    expect(await getSignTransaction(wallet.features).signTransaction(...inputs)).toHaveLength(3);
    expect(await signAndSendTransaction(...inputs)).toHaveLength(3);
    const sizes = phone.requests.flatMap(({ params }) =>
      Array.isArray(params['payloads']) ? params['payloads'].length : [],
    );
    expect(sizes).toEqual([2, 1, 1, 1, 1]);
  });
});

describe('signAndSendAllTransactions', () => {
  const show = (results: readonly PromiseSettledResult<{ signature: Uint8Array }>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? 'sent' : result.reason));

  it('returns a signature for each input, in one launch', async () => {
    const { wallet, inputs, phone } = await setUpSends(() => undefined);
    const feature = wallet.features['solana:signAndSendAllTransactions'];
    const results = await feature.signAndSendAllTransactions(inputs);
    expect(show(results)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
    expect(phone.launches).toHaveLength(2);
    expect(await feature.signAndSendAllTransactions([])).toEqual([]);
  });

  it('continues after a request that the node refused, in parallel mode', async () => {
    const { wallet, inputs } = await setUpSends((request) => (request === 2 ? 'fail' : undefined));
    const results =
      await wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(inputs);
    expect(show(results)).toMatchObject(['sent', 'sent', sendError(null), sendError(null), 'sent']);
  });

  it('sends nothing after such a request in serial mode, in which the wallet waits for each commitment', async () => {
    const { wallet, inputs, phone } = await setUpSends((request) => (request === 2 ? 'fail' : undefined));
    const results = await wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(
      inputs,
      { mode: 'serial' },
    );
    const missing = sendError(null);
    expect(show(results)).toMatchObject(['sent', 'sent', missing, missing, missing]);
    const options = phone.requests.flatMap(({ method, params }) =>
      method === 'sign_and_send_transactions' ? [params['options']] : [],
    );
    expect(options).toEqual(Array(2).fill({ wait_for_commitment_to_send_next_transaction: true }));
  });

  it('does not ask again after the user has declined', async () => {
    const { wallet, inputs, phone } = await setUpSends((request) => (request === 2 ? 'decline' : undefined));
    const results =
      await wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(inputs);
    const cause = { code: 'USER_REJECTED' };
    const declined = { ...sendError(undefined), cause };
    const skipped = { ...sendError(null), cause };
    expect(show(results)).toMatchObject(['sent', 'sent', declined, declined, skipped]);
    // The wallet was not asked for the last one.
    expect((results[4] as PromiseRejectedResult).reason.context).not.toHaveProperty('rpcCode');
    expect(phone.getMethods().filter((method) => method === 'sign_and_send_transactions')).toHaveLength(2);
  });

  it('rejects each with the reason if no session can be opened', async () => {
    const { account, settings } = await setUpConnected();
    const failure = new Error('no');
    const launch = () => Promise.reject(failure);
    const { signAndSendAllTransactions } = createMobileWallet({ ...settings, launch }).features[
      'solana:signAndSendAllTransactions'
    ];
    const transaction = createTransaction(account.address, 'a');
    const input = { account, transaction, chain: 'solana:devnet' as const };
    expect(show(await signAndSendAllTransactions([input, input]))).toEqual([failure, failure]);
    const stranger = { ...account, address: MEMO };
    await expect(signAndSendAllTransactions([{ ...input, account: stranger }])).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
    );
  });

  it('refuses an array with a gap', async () => {
    const { wallet, inputs, phone } = await setUpSends(() => undefined);
    const withGap = [...inputs];
    delete withGap[1];
    await expect(
      wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(withGap),
    ).toRejectWith('INVALID_ARGUMENT', { argument: 'transaction' });
    expect(phone.launches).toHaveLength(1);
  });

  it('refuses an unknown mode', async () => {
    const { wallet, inputs } = await setUpSends(() => undefined);
    await expect(
      wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(inputs, {
        mode: 'sometimes' as never,
      }),
    ).toRejectWith('INVALID_ARGUMENT', { argument: 'options.mode' });
  });
});
