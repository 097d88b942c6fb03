import { describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { countRequests, getParams } from '../support/requests.js';
import { sendError } from '../support/sends.js';
import { createTransactionInputs, MEMO, setUpConnected } from '../support/wallet.js';

const SEND = 'sign_and_send_transactions';

/** How a request for sends fails: the user declines, the node refuses, or the app is closed. */
type Refusal = 'decline' | 'fail' | 'hang up';

/** Five sends, two to a request, of which the one with the number `at` may fail. */
async function setUpSends(how?: Refusal, at = 2) {
  let requests = 0;
  const isNow = (refusal: Refusal) => how === refusal && requests === at;
  const { wallet, account, phone } = await setUpConnected({
    capabilities: { maxTransactionsPerRequest: 2 },
    approve({ type }) {
      if (type !== 'sign-and-send-transactions') return { approved: true };
      requests++;
      if (isNow('hang up')) phone.leave();
      return { approved: !isNow('decline') };
    },
    chain: {
      ...ACCEPTING_CHAIN,
      async sendTransaction(wire) {
        if (isNow('fail')) throw new Error('refused');
        return { signature: wire.slice(1, 65) };
      },
    },
  });
  const inputs = createTransactionInputs(account, ['a', 'b', 'c', 'd', 'e']);
  const { signAndSendAllTransactions } = wallet.features['solana:signAndSendAllTransactions'];
  return {
    phone,
    inputs,
    send: () => wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs),
    sendAll: (given = inputs, ...options: readonly { mode: 'serial' }[]) =>
      signAndSendAllTransactions(given, ...options),
  };
}

describe('sends that were split into requests', () => {
  it('need one launch, and return signatures in the order of the inputs', async () => {
    const { send, phone } = await setUpSends();
    const outputs = await send();
    expect(outputs).toHaveLength(5);
    expect(new Set(outputs.map(({ signature }) => String(signature))).size).toBe(5);
    expect(phone.launches).toHaveLength(2);
    expect(countRequests(phone, SEND)).toBe(3);
  });

  const sent = expect.any(String);
  const rejected = { code: 'USER_REJECTED', message: expect.stringContaining('User rejected') };
  it.each<[what: string, how: Refusal, at: number, outcomes: readonly unknown[], cause: object]>([
    ['the user declines the second', 'decline', 2, [sent, sent, undefined, undefined, null], rejected],
    ['the user declines the first', 'decline', 1, [undefined, undefined, null, null, null], rejected],
    [
      'the wallet could not submit the second',
      'fail',
      2,
      [sent, sent, null, null, null],
      { code: 'WALLET_ERROR', context: { rpcCode: -4 } },
    ],
    [
      'the app is closed during the second',
      'hang up',
      2,
      [sent, sent, undefined, undefined, null],
      { code: 'SESSION_CLOSED' },
    ],
  ])('report what was and what may have been submitted if %s', async (_, how, at, outcomes, cause) => {
    const { send } = await setUpSends(how, at);
    await expect(send()).rejects.toMatchObject({
      ...sendError(...outcomes),
      message: expect.not.stringMatching(/reject|denied|cancel/i),
      cause,
    });
  });
});

describe('signAndSendAllTransactions', () => {
  const show = (results: readonly PromiseSettledResult<{ signature: Uint8Array }>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? 'sent' : result.reason));

  it('returns a signature for each input, in one launch', async () => {
    const { sendAll, phone } = await setUpSends();
    expect(show(await sendAll())).toEqual(Array(5).fill('sent'));
    expect(phone.launches).toHaveLength(2);
    expect(await sendAll([])).toEqual([]);
  });

  it('continues after a request that the node refused, in parallel mode', async () => {
    const { sendAll } = await setUpSends('fail');
    expect(show(await sendAll())).toMatchObject(['sent', 'sent', sendError(null), sendError(null), 'sent']);
  });

  it('sends nothing after such a request in serial mode, in which the wallet waits for each commitment', async () => {
    const { sendAll, inputs, phone } = await setUpSends('fail');
    const missing = sendError(null);
    const results = await sendAll(inputs, { mode: 'serial' });
    expect(show(results)).toMatchObject(['sent', 'sent', missing, missing, missing]);
    const options = getParams(phone, SEND).map((params) => params['options']);
    expect(options).toEqual(Array(2).fill({ wait_for_commitment_to_send_next_transaction: true }));
  });

  it('does not ask again after the user has declined', async () => {
    const { sendAll, phone } = await setUpSends('decline');
    const results = await sendAll();
    const cause = { code: 'USER_REJECTED' };
    const declined = { ...sendError(undefined), cause };
    const skipped = { ...sendError(null), cause };
    expect(show(results)).toMatchObject(['sent', 'sent', declined, declined, skipped]);
    // The wallet was not asked for the last one.
    expect((results[4] as PromiseRejectedResult).reason.context).not.toHaveProperty('rpcCode');
    expect(countRequests(phone, SEND)).toBe(2);
  });

  it('rejects each with the reason if no session can be opened', async () => {
    const { account, settings } = await setUpConnected();
    const failure = new Error('no');
    const launch = () => Promise.reject(failure);
    const { signAndSendAllTransactions } = createMobileWallet({ ...settings, launch }).features[
      'solana:signAndSendAllTransactions'
    ];
    const [input] = createTransactionInputs(account, ['a']);
    if (!input) throw new Error('no input');
    expect(show(await signAndSendAllTransactions([input, input]))).toEqual([failure, failure]);
    const stranger = { ...account, address: MEMO };
    await expect(signAndSendAllTransactions([{ ...input, account: stranger }])).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
    );
  });

  it('refuses an array with a gap, and an unknown mode', async () => {
    const { sendAll, inputs, phone } = await setUpSends();
    const mode = 'sometimes' as 'serial';
    await expect(sendAll(inputs, { mode })).toRejectWith('INVALID_ARGUMENT', { argument: 'options.mode' });
    delete inputs[1];
    await expect(sendAll()).toRejectWith('INVALID_ARGUMENT', { argument: 'transaction' });
    expect(phone.launches).toHaveLength(1);
  });
});
