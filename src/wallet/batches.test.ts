import { describe, expect, it } from 'vitest';
import { createAdjacentBatches, createBatches } from './batches.js';
import { createTransaction, setUpConnected } from './wallet.test-support.js';

const getKey = (input: string): string => input.slice(0, 1);
const show = (batches: ReturnType<typeof createBatches<string>>) =>
  batches.map(({ inputs, indexes }) => [inputs, indexes]);

describe('batches', () => {
  it('put inputs of one key together, up to the limit', () => {
    expect(show(createBatches(['a1', 'b1', 'a2', 'a3'], getKey, 2))).toEqual([
      [
        ['a1', 'a2'],
        [0, 2],
      ],
      [['b1'], [1]],
      [['a3'], [3]],
    ]);
  });

  it('keep the order where it counts', () => {
    expect(show(createAdjacentBatches(['a1', 'a2', 'a3', 'b1', 'a4'], getKey, 2))).toEqual([
      [
        ['a1', 'a2'],
        [0, 1],
      ],
      [['a3'], [2]],
      [['b1'], [3]],
      [['a4'], [4]],
    ]);
  });
});

describe('sends that were cut into requests', () => {
  const setUpSends = async (refuse: (request: number) => 'decline' | 'fail' | undefined) => {
    let requests = 0;
    const { wallet, account, phone } = await setUpConnected({
      capabilities: { maxTransactionsPerRequest: 2 },
      approve({ type }) {
        if (type === 'sign-and-send-transactions') requests++;
        return { approved: type !== 'sign-and-send-transactions' || refuse(requests) !== 'decline' };
      },
      chain: {
        async sendTransaction(wire) {
          if (refuse(requests) === 'fail') throw new Error('refused');
          return { signature: wire.slice(1, 65) };
        },
        describeTransaction: async () => ({
          version: 0,
          feePayer: '',
          instructions: [],
          balanceChanges: [],
          logs: [],
        }),
      },
    });
    const inputs = ['a', 'b', 'c', 'd', 'e'].map((text) => ({
      account,
      transaction: createTransaction(account.address, text),
      chain: 'solana:devnet' as const,
    }));
    const send = () => wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs);
    return { send, phone };
  };

  it('are one launch, and their signatures stand in the order of the inputs', async () => {
    const { send, phone } = await setUpSends(() => undefined);
    const outputs = await send();
    expect(outputs).toHaveLength(5);
    expect(new Set(outputs.map(({ signature }) => String(signature))).size).toBe(5);
    expect(phone.launches).toHaveLength(2);
    expect(phone.getMethods().filter((method) => method === 'sign_and_send_transactions')).toHaveLength(3);
  });

  it('tell which were submitted when the person declines a later request', async () => {
    const { send } = await setUpSends((request) => (request === 2 ? 'decline' : undefined));
    const bytes = expect.any(Uint8Array);
    await expect(send()).rejects.toMatchObject({
      code: 'NOT_SUBMITTED',
      message: expect.stringContaining('User rejected'),
      context: { rpcCode: -3, data: { signatures: [bytes, bytes, null, null, null] } },
      cause: { code: 'USER_REJECTED' },
    });
  });

  it('tell which were submitted when the wallet could not submit a later request', async () => {
    const { send } = await setUpSends((request) => (request === 2 ? 'fail' : undefined));
    const bytes = expect.any(Uint8Array);
    await expect(send()).rejects.toMatchObject({
      code: 'NOT_SUBMITTED',
      context: { rpcCode: -4, data: { signatures: [bytes, bytes, null, null, null] } },
    });
  });

  it('reject with the wallet’s own error when nothing was submitted before', async () => {
    const { send } = await setUpSends((request) => (request === 1 ? 'decline' : undefined));
    await expect(send()).rejects.toMatchObject({ code: 'USER_REJECTED', context: { rpcCode: -3 } });
  });
});
