import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { getError } from '../support/rejections.js';
import { sendError } from '../support/sends.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

const SIGNATURE = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);

/** A connected wallet that accepts two transactions in one request, and five transactions to send. */
async function setUpSends(phoneOptions: MockWalletOptions = {}) {
  const setup = await setUpConnected({
    approve: 'manually',
    chain: ACCEPTING_CHAIN,
    capabilities: { maxTransactionsPerRequest: 2 },
    ...phoneOptions,
  });
  const inputs = ['a', 'b', 'c', 'd', 'e'].map((text) => ({
    account: setup.account,
    transaction: createTransaction(setup.account.address, text),
    chain: 'solana:devnet' as const,
  }));
  return { ...setup, inputs };
}

/** Describes the result of each transaction in one word. */
const show = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'sent';
    const { transactions } = result.reason.context ?? {};
    return transactions ? transactions[0].status : result.reason.code;
  });

describe('sends that are ended in the middle', () => {
  it('by a disconnect report for each transaction whether it was sent, as far as is known', async () => {
    const setup = await setUpSends();
    const error = getError(setup.signAndSendTransaction(...setup.inputs));
    await setup.approveNext();
    await setup.person.next();
    await setup.disconnect();
    expect(await error).toMatchObject({
      ...sendError(SIGNATURE, SIGNATURE, undefined, undefined, null),
      cause: { code: 'SESSION_CLOSED' },
    });
    await setup.expectQuiet();
  });

  it('before any request was sent reject with another code', async () => {
    const setup = await setUpSends();
    setup.phone.wallet.revokeTokens();
    const error = getError(setup.signAndSendTransaction(...setup.inputs));
    // The fresh authorization.
    await setup.person.next();
    await setup.disconnect();
    expect(await error).toMatchObject({ code: 'SESSION_CLOSED' });
    expect(setup.phone.getMethods()).not.toContain('sign_and_send_transactions');
    await setup.expectQuiet();
  });

  it('do not delay the calls that wait for them', async () => {
    const setup = await setUpSends();
    const error = getError(setup.signAndSendTransaction(...setup.inputs));
    const [input] = setup.inputs;
    const signing = input && setup.signTransaction(input);
    await setup.approveNext();
    await setup.declineNext();
    expect(await error).toMatchObject(sendError(SIGNATURE, SIGNATURE, undefined, undefined, null));
    const { request, decide } = await setup.person.next();
    expect(request.type).toBe('sign-transactions');
    decide({ approved: true });
    expect(await signing).toHaveLength(1);
    await setup.expectQuiet();
  });

  it.each(['parallel', 'serial'] as const)('give a result for each input in mode %s', async (mode) => {
    const setup = await setUpSends();
    const sending = setup.signAndSendAllTransactions(setup.inputs, { mode });
    await setup.approveNext();
    await setup.person.next();
    setup.sockets.at(-1)?.close();
    expect(show(await sending)).toEqual(['sent', 'sent', 'unknown', 'unknown', 'not-submitted']);
    await setup.expectQuiet();
  });

  it('reject each with the reason if a disconnect comes before the first request', async () => {
    const setup = await setUpSends();
    setup.phone.wallet.revokeTokens();
    const sending = setup.signAndSendAllTransactions(setup.inputs);
    await setup.person.next();
    await setup.disconnect();
    const results = show(await sending);
    expect(new Set(results.slice(0, 2))).toEqual(new Set(['SESSION_CLOSED']));
    expect(results.slice(2)).not.toContain('unknown');
    expect(results).not.toContain('sent');
    await setup.expectQuiet();
  });
});

describe('a wallet that accepts fewer payloads than it published', () => {
  const getSizes = ({ phone }: Awaited<ReturnType<typeof setUpSends>>) =>
    phone.requests
      .filter(({ method }) => method === 'sign_and_send_transactions')
      .map(({ params }) => (params['payloads'] as unknown[]).length);

  it('does not make a call lose the results of earlier requests', async () => {
    let requests = 0;
    const setup = await setUpSends({
      approve: ({ type }) => {
        if (type === 'sign-and-send-transactions' && ++requests === 1) {
          setup.phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 1 });
        }
        return { approved: true };
      },
    });
    const outputs = await setup.signAndSendTransaction(...setup.inputs);
    expect(getSizes(setup)).toEqual([2, 2, 1, 1, 1]);
    expect(new Set(outputs.map(({ signature }) => signature.join())).size).toBe(5);
    await setup.expectQuiet();
  });
});
