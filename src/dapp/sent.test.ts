import { describe, expect, it } from 'vitest';
import { MobileWalletError } from '../errors.js';
import { createNotSubmittedError, markAbortReason, REFUSALS, toSendError } from './sent.js';
import { createSent } from './transact.js';

const SIGNATURE = new Uint8Array(64).fill(7);
const own = new Error('mine');
const closed = new MobileWalletError('SESSION_CLOSED', 'closed');
const rejected = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
const unsent = createNotSubmittedError(own, [null], { rpcCode: -4 });
const unknown = createNotSubmittedError(own, [undefined], { rpcCode: -4 });
const bare = createNotSubmittedError(own, undefined, { rpcCode: -4 });
const partial = createNotSubmittedError(own, [null, undefined], { rpcCode: -4 });
const wrapper = new Error('of another library', { cause: unknown });
const rejectedToo = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
const reason = new Error('enough');
/** The reason of a signal that ended a call of the session. */
const callReason = new Error('enough of this call');

/** How sends of one transaction each ended: with a signature, or with an error. */
type Ends = readonly (Uint8Array | Error)[];
type Row = [
  what: string,
  sends: Ends,
  others: Ends,
  thrown: Error,
  signatures: 'itself' | readonly unknown[] | undefined,
];

const end = async (outcome: Uint8Array | Error): Promise<Uint8Array[]> => {
  if (outcome instanceof Error) throw outcome;
  return [outcome];
};

describe('a callback that rejects', () => {
  it.each<Row>([
    ['with its own error', [SIGNATURE], [], own, 'itself'],
    ['before it has sent anything', [], [], closed, 'itself'],
    ['after a send', [SIGNATURE], [], closed, [SIGNATURE]],
    ['after a send, by the signal', [SIGNATURE], [], reason, [SIGNATURE]],
    ['by the signal, before it has sent anything', [], [], reason, 'itself'],
    ['as its only send', [unknown], [], unknown, 'itself'],
    ['as its only send, which the user refused', [rejected], [], rejected, 'itself'],
    ['as its second send', [SIGNATURE, rejected], [], rejected, [SIGNATURE, null]],
    [
      'as its second send, of which nothing is known',
      [SIGNATURE, unknown],
      [],
      unknown,
      [SIGNATURE, undefined],
    ],
    ['as its second send, without entries', [SIGNATURE, bare], [], bare, [SIGNATURE, undefined]],
    ['as its second send, in another error', [SIGNATURE, unknown], [], wrapper, [SIGNATURE, undefined]],
    ['as its second send, which the user refused, too', [rejected, rejectedToo], [], rejectedToo, 'itself'],
    ['as a send that is not its own', [], [], unknown, 'itself'],
    ['as a send that is not its own, after a send', [SIGNATURE], [], unknown, [SIGNATURE]],
    ['after a send, by the signal of a call', [SIGNATURE], [], callReason, [SIGNATURE]],
    ['as one of two sends, which failed', [rejected, unsent], [], unsent, [null, null]],
    ['after two sends, which the user refused', [rejected, rejected], [], closed, 'itself'],
    ['after a send of the wallet', [], [SIGNATURE], closed, undefined],
    ['with its own error after a send of the wallet', [], [SIGNATURE], own, 'itself'],
    ['after a send of the wallet, which the user refused', [], [rejected], closed, 'itself'],
    ['after a send of the wallet, which was not submitted', [], [unsent], closed, 'itself'],
    ['after a send of the wallet, of which nothing is known', [], [unknown], closed, undefined],
    ['after a send of the wallet, of which one part is not known', [], [partial], closed, undefined],
  ])('%s', async (_, sends, others, thrown, signatures) => {
    const sent = createSent();
    markAbortReason(callReason);
    for (const outcome of sends) await sent.track([1], () => end(outcome)).catch(() => {});
    for (const outcome of others) {
      const sending = end(outcome);
      sent.noteOther(sending);
      await sending.catch(() => {});
    }
    const error = await sent.explain(thrown, AbortSignal.abort(reason));
    if (signatures === 'itself') return expect(error).toBe(thrown);
    const isSend = sends.includes(thrown) && thrown !== rejected;
    expect(error).toMatchObject({ code: 'NOT_SUBMITTED', cause: isSend ? own : thrown });
    expect((error as typeof unknown).context).toStrictEqual({
      ...((isSend || thrown === wrapper) && { rpcCode: -4 }),
      ...(signatures && { data: { signatures } }),
    });
  });
});

it('a reason that is no object is not remembered', async () => {
  markAbortReason('enough');
  expect(await createSent().explain('enough', undefined)).toBe('enough');
});

it('the error codes that refuse a whole request are those of the specifications', () => {
  expect(REFUSALS).toEqual([-1, -2, -3, -6, -7, -100, -32_700, -32_600, -32_601, -32_602]);
});

it('an error response without entries leaves open what became of each transaction', () => {
  expect(toSendError(bare, -4, 2)).toMatchObject({
    code: 'NOT_SUBMITTED',
    cause: own,
    context: { rpcCode: -4, data: { signatures: [undefined, undefined] } },
  });
});
