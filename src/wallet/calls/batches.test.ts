import { describe, expect, it } from 'vitest';
import { sendError } from '../../../test/support/sends.js';
import { WALLET_RPC } from '../../protocol/json-rpc.js';
import { encodeBase64 } from '../../util/bytes.js';
import { MobileWalletError } from '../../util/errors.js';
import type { WalletSession } from './authorization.js';
import {
  type BatchResult,
  createBatchError,
  createBatches,
  createBatchSendError,
  getSendResult,
  runBatches,
} from './batches.js';

const getKey = (input: string): string => input.slice(0, 1);

describe('batches', () => {
  it('put inputs of one key together, up to the limit', () => {
    expect(createBatches(['a1', 'b1', 'a2', 'a3'], getKey, false, 2)).toEqual([['a1', 'a2'], ['b1'], ['a3']]);
  });

  it('keep the order where it counts', () => {
    expect(createBatches(['a1', 'a2', 'a3', 'b1', 'a4'], getKey, true, 2)).toEqual([
      ['a1', 'a2'],
      ['a3'],
      ['b1'],
      ['a4'],
    ]);
  });

  it('have no more bytes than allowed, unless one input alone has more', () => {
    const inputs = ['a23', 'a234', 'a23456789', 'a2', 'a3'];
    expect(createBatches(inputs, getKey, false, undefined, 7, ({ length }) => length)).toEqual([
      ['a23', 'a234'],
      ['a23456789'],
      ['a2', 'a3'],
    ]);
  });
});

describe('requests where the connection has a limit', () => {
  it('leave room for a wallet that writes each `/` as two characters', async () => {
    // Twice as many of the 64 characters as usual are a `/`.
    const payload = new Uint8Array(48).fill(1);
    payload.fill(255, 0, 2);
    const text = encodeBase64(payload);
    expect(text.match(/\//g)).toHaveLength(2);
    const withComma = `${JSON.stringify(text).replaceAll('/', '\\/')},`;
    const sizes: number[] = [];
    // Only these members of a session are used.
    const session = { maxTextBytes: 256 + 20 * withComma.length } as WalletSession;
    await runBatches(
      session,
      Array<Uint8Array>(45).fill(payload),
      {
        want: 'signature',
        limit: 'max_messages_per_request',
        getKey: () => '',
        getLength: ({ length }) => length,
        assertFits: () => {},
        createError: createBatchError,
        async send(_, inputs) {
          sizes.push(inputs.length);
          return inputs;
        },
      },
      () => undefined,
    );
    expect(sizes).toEqual([20, 20, 5]);
  });
});

describe('the outcome of a call', () => {
  const signature = new Uint8Array(64).fill(1);
  const sent: BatchResult<{ signature: Uint8Array }> = { status: 'fulfilled', value: { signature } };
  const fail = (reason: unknown, index?: number) => ({ status: 'rejected', reason, index }) as const;
  const wrong = new MobileWalletError('INVALID_PAYLOADS', 'wrong', {
    rpcCode: WALLET_RPC.INVALID_PAYLOADS,
    data: { valid: [true, false] },
  });
  const bare = new MobileWalletError('INVALID_PAYLOADS', 'wrong', { rpcCode: WALLET_RPC.INVALID_PAYLOADS });
  const lost = new MobileWalletError('SUBMISSION_UNKNOWN', 'lost', {}, { cause: 'why' });
  const declined = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });

  it('tells of each input whether it was wrong; those of no request or with no answer are not', () => {
    const error = createBatchError(wrong, [
      sent,
      fail(wrong, 0),
      fail(wrong, 1),
      fail(wrong, 2),
      fail(wrong),
    ]);
    expect(error).toMatchObject({
      code: 'INVALID_PAYLOADS',
      message: 'wrong',
      context: { rpcCode: WALLET_RPC.INVALID_PAYLOADS, data: { valid: [true, true, false, true, true] } },
      cause: wrong,
    });
  });

  it.each([bare, declined, new Error('other')])(
    'is the error itself if that tells of no input: %s',
    (error) => {
      expect(createBatchError(error, [fail(error, 0), fail(error)])).toBe(error);
    },
  );

  it.each<[what: string, result: ReturnType<typeof fail> | typeof sent, expected: unknown]>([
    ['was sent', sent, { status: 'fulfilled', value: { signature } }],
    ['was accepted beside a wrong one', fail(wrong, 0), { reason: { context: { data: { valid: [true] } } } }],
    ['was wrong', fail(wrong, 1), { reason: { context: { data: { valid: [false] } }, cause: wrong } }],
    ['got no answer', fail(wrong, 2), { reason: { context: { data: { valid: [true] } } } }],
    ['may have been sent', fail(lost, 0), { reason: { ...sendError(undefined), cause: 'why' } }],
    ['was never asked for', fail(declined), { reason: { ...sendError(null), cause: declined } }],
  ])('of one transaction among others: it %s', (_, result, expected) => {
    expect(getSendResult(result)).toMatchObject(expected as object);
  });

  it('of a send has each signature that is known', () => {
    expect(createBatchSendError(lost, [sent, fail(lost, 0), fail(lost)])).toMatchObject(
      sendError(signature, undefined, null),
    );
  });
});
