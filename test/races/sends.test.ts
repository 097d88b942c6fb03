import { afterEach, describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import { createTransaction } from '../support/wallet.js';
import { createConnectedRig, expectNoUnhandledRejections, getError } from './races.js';

afterEach(expectNoUnhandledRejections);

const SIGNATURE = expect.objectContaining({ length: 64 });

/** Returns the signature of a signed transaction. */
const chain: NonNullable<MockWalletOptions['chain']> = {
  sendTransaction: async (wire) => ({ signature: wire.slice(1, 65) }),
  describeTransaction: async () => ({
    version: 0,
    feePayer: '',
    instructions: [],
    balanceChanges: [],
    logs: [],
  }),
};

/** A connected wallet that accepts two transactions in one request, and five transactions to send. */
async function setUpSends(phoneOptions: MockWalletOptions = {}) {
  const rig = await createConnectedRig({
    chain,
    capabilities: { maxTransactionsPerRequest: 2 },
    ...phoneOptions,
  });
  const inputs = ['a', 'b', 'c', 'd', 'e'].map((text) => ({
    account: rig.account,
    transaction: createTransaction(rig.account.address, text),
    chain: 'solana:devnet' as const,
  }));
  const sendAll = rig.wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions;
  return { ...rig, inputs, sendAll };
}

/** Describes the result of each transaction in one word. */
const show = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => {
    if (result.status === 'fulfilled') return 'sent';
    const { signatures } = result.reason.context?.data ?? {};
    return signatures ? (signatures[0] === null ? 'not sent' : 'unknown') : result.reason.code;
  });

const PARTLY = { code: 'NOT_SUBMITTED', context: { data: {} } };

describe('sends that are ended in the middle', () => {
  it.each([
    ['a disconnect', (rig: Awaited<ReturnType<typeof setUpSends>>) => rig.disconnect()],
    [
      'a wallet that closes the socket',
      async (rig: Awaited<ReturnType<typeof setUpSends>>) => rig.sockets.at(-1)?.close(),
    ],
  ])('by %s report for each transaction whether it was sent, as far as is known', async (_, end) => {
    const rig = await setUpSends();
    const error = getError(rig.signAndSend(...rig.inputs));
    await rig.approveNext();
    await rig.person.next();
    await end(rig);
    expect(await error).toMatchObject(PARTLY);
    expect(await error).toMatchObject({
      context: { data: { signatures: [SIGNATURE, SIGNATURE, undefined, undefined, null] } },
      cause: { code: 'SESSION_CLOSED' },
    });
    await rig.expectQuiet();
  });

  it('by the user report that the rest was not sent', async () => {
    const rig = await setUpSends();
    const error = getError(rig.signAndSend(...rig.inputs));
    await rig.approveNext();
    await rig.declineNext();
    expect(await error).toMatchObject({
      code: 'NOT_SUBMITTED',
      message: expect.stringContaining('User rejected'),
      context: { data: { signatures: [SIGNATURE, SIGNATURE, null, null, null] } },
    });
    await rig.expectQuiet();
  });

  it('before any request was sent reject with another code', async () => {
    const rig = await setUpSends();
    rig.phone.wallet.revokeTokens();
    const error = getError(rig.signAndSend(...rig.inputs));
    // The fresh authorization.
    await rig.person.next();
    await rig.disconnect();
    expect(await error).toMatchObject({ code: 'SESSION_CLOSED' });
    expect(rig.phone.getMethods()).not.toContain('sign_and_send_transactions');
    await rig.expectQuiet();
  });

  it('do not delay the calls that wait for them', async () => {
    const rig = await setUpSends();
    const error = getError(rig.signAndSend(...rig.inputs));
    const [input] = rig.inputs;
    const signing = input && rig.signTransaction(input);
    await rig.approveNext();
    await rig.declineNext();
    expect(await error).toMatchObject(PARTLY);
    const { request, decide } = await rig.person.next();
    expect(request.type).toBe('sign-transactions');
    decide({ approved: true });
    expect(await signing).toHaveLength(1);
    await rig.expectQuiet();
  });

  it.each(['parallel', 'serial'] as const)('give a result for each input in mode %s', async (mode) => {
    const rig = await setUpSends();
    const sending = rig.sendAll(rig.inputs, { mode });
    await rig.approveNext();
    await rig.person.next();
    rig.sockets.at(-1)?.close();
    expect(show(await sending)).toEqual(['sent', 'sent', 'unknown', 'unknown', 'not sent']);
    await rig.expectQuiet();
  });

  it('reject each with the reason if a disconnect comes before the first request', async () => {
    const rig = await setUpSends();
    rig.phone.wallet.revokeTokens();
    const sending = rig.sendAll(rig.inputs);
    await rig.person.next();
    await rig.disconnect();
    const results = show(await sending);
    expect(new Set(results.slice(0, 2))).toEqual(new Set(['SESSION_CLOSED']));
    expect(results.slice(2)).not.toContain('unknown');
    expect(results).not.toContain('sent');
    await rig.expectQuiet();
  });
});

describe('a wallet that accepts fewer payloads than it published', () => {
  const approve = () => ({ approved: true });
  const getSizes = ({ phone }: Awaited<ReturnType<typeof setUpSends>>) =>
    phone.requests
      .filter(({ method }) => method === 'sign_and_send_transactions')
      .map(({ params }) => (params['payloads'] as unknown[]).length);

  it('is asked for its limits again, and the refused request is split again', async () => {
    const rig = await setUpSends({ approve });
    rig.phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 1 });
    expect(await rig.signAndSend(...rig.inputs)).toHaveLength(5);
    expect(getSizes(rig)).toEqual([2, 1, 1, 1, 1, 1]);
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('does not make a call lose the results of earlier requests', async () => {
    let requests = 0;
    const rig = await setUpSends({
      approve: ({ type }) => {
        if (type === 'sign-and-send-transactions' && ++requests === 1) {
          rig.phone.wallet.changeCapabilities({ maxTransactionsPerRequest: 1 });
        }
        return { approved: true };
      },
    });
    const outputs = await rig.signAndSend(...rig.inputs);
    expect(getSizes(rig)).toEqual([2, 2, 1, 1, 1]);
    expect(new Set(outputs.map(({ signature }) => signature.join())).size).toBe(5);
    await rig.expectQuiet();
  });

  it('twice in one call is not asked a third time', async () => {
    const limits = [3, 2, 1];
    const rig = await setUpSends({
      approve,
      capabilities: { maxTransactionsPerRequest: 4 },
      onRequest(method) {
        const limit = method === 'sign_and_send_transactions' ? limits.shift() : undefined;
        if (limit) rig.phone.wallet.changeCapabilities({ maxTransactionsPerRequest: limit });
      },
    });
    expect(await getError(rig.signAndSend(...rig.inputs))).toMatchObject({ code: 'TOO_MANY_PAYLOADS' });
    expect(getSizes(rig)).toEqual([4, 3]);
    await rig.expectQuiet();
  });
});
