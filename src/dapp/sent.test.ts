import { describe, expect, it } from 'vitest';
import { MobileWalletError } from '../errors.js';
import { createNotSubmittedError, createSent } from './sent.js';

const SIGNATURE = new Uint8Array(64).fill(7);
const own = new Error('mine');
const closed = new MobileWalletError('SESSION_CLOSED', 'closed');
const rejected = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
const unsent = createNotSubmittedError(own, [null], { rpcCode: -4 });
const unknown = createNotSubmittedError(own, [undefined], { rpcCode: -4 });
const reason = new Error('enough');

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
    ['as one of two sends, which failed', [rejected, unsent], [], unsent, [null, null]],
    ['after two sends, which the user refused', [rejected, rejected], [], closed, 'itself'],
    ['after a send of the wallet', [], [SIGNATURE], closed, undefined],
    ['with its own error after a send of the wallet', [], [SIGNATURE], own, 'itself'],
    ['after a send of the wallet, which the user refused', [], [rejected], closed, 'itself'],
    ['after a send of the wallet, which was not submitted', [], [unsent], closed, 'itself'],
    ['after a send of the wallet, of which nothing is known', [], [unknown], closed, undefined],
  ])('%s', async (_, sends, others, thrown, signatures) => {
    const sent = createSent();
    for (const outcome of sends) await sent.track([1], () => end(outcome)).catch(() => {});
    for (const outcome of others) {
      const sending = end(outcome);
      sent.noteOther(sending);
      await sending.catch(() => {});
    }
    const error = await sent.explain(thrown, AbortSignal.abort(reason));
    if (signatures === 'itself') return expect(error).toBe(thrown);
    const isSend = thrown === unknown || thrown === unsent;
    expect(error).toMatchObject({ code: 'NOT_SUBMITTED', cause: isSend ? own : thrown });
    expect((error as typeof unknown).context).toStrictEqual({
      ...(isSend && { rpcCode: -4 }),
      ...(signatures && { data: { signatures } }),
    });
  });
});
