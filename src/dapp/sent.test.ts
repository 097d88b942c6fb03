import { describe, expect, it } from 'vitest';
import { sendError, stateOf } from '../../test/support/sends.js';
import { readTransaction } from '../protocol/wire-transaction.js';
import { encodeBase64 } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';
import { createSent } from './run-callback.js';
import { getList, getSignatures, REFUSALS, readStates, toSendError } from './send-answer.js';
import { createSendError, isDoubtful, markAbortReason, markDoubtful } from './sent.js';
import { createSignatureReader } from './signature-list.js';

const SIGNATURE = new Uint8Array(64).fill(7);
/** Reads a list of signatures for so many transactions in an unknown format. */
const read = (answer: unknown, count: number) =>
  createSignatureReader()(Array(count).fill(readTransaction(new Uint8Array(1))))(answer, new Set());
const own = new Error('mine');
const closed = new MobileWalletError('SESSION_CLOSED', 'closed');
const rejected = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
const unsent = createSendError(own, [stateOf(null)], { rpcCode: -4 });
const sentBefore = createSendError(own, [stateOf(SIGNATURE)]);
const unknown = createSendError(own, [stateOf(undefined)], { rpcCode: -4 });
const bare = createSendError(own, undefined, { rpcCode: -4 });
const partial = createSendError(own, [null, undefined].map(stateOf), { rpcCode: -4 });
const wrapper = new Error('of another library', { cause: unknown });
const rejectedToo = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
/** The user’s refusal of a send of one transaction, by the wallet’s word. */
const declined = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
const declinedToo = new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 });
for (const refusal of [declined, declinedToo]) markDoubtful(refusal);
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
  outcomes: 'itself' | readonly unknown[] | undefined,
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
    ['as a send that is not its own, and may have sent, after a send', [SIGNATURE], [], unknown, undefined],
    ['as a send that is not its own, and has sent, after a send', [SIGNATURE], [], sentBefore, [SIGNATURE]],
    ['as a send that is not its own, and has not sent, after a send', [SIGNATURE], [], unsent, [SIGNATURE]],
    ['after a send, by the signal of a call', [SIGNATURE], [], callReason, [SIGNATURE]],
    ['as one of two sends, which failed', [rejected, unsent], [], unsent, [null, null]],
    ['in the session, after a send that the wallet calls unsent', [unsent], [], closed, [null]],
    [
      'in the session, after two sends of which it calls one unsent',
      [SIGNATURE, unsent],
      [],
      closed,
      [SIGNATURE, null],
    ],
    ['after two sends, which the user refused', [rejected, rejected], [], closed, 'itself'],
    ['after a send of the wallet', [], [SIGNATURE], closed, undefined],
    ['with its own error after a send of the wallet', [], [SIGNATURE], own, 'itself'],
    ['after a send of the wallet, which the user refused', [], [rejected], closed, 'itself'],
    ['after a send of the wallet, which it calls unsent', [], [unsent], closed, undefined],
    ['in the wallet, after a send of the wallet that it calls unsent', [], [unsent], rejected, 'itself'],
    ['after a send of the wallet, of which nothing is known', [], [unknown], closed, undefined],
    ['after a send of the wallet, of which one part is not known', [], [partial], closed, undefined],
    ['as its only send, which the wallet says was declined', [declined], [], declined, 'itself'],
    ['as its second send, which was declined, too', [declined, declinedToo], [], declinedToo, 'itself'],
    ['in the wallet, after a send that was declined', [declined], [], rejected, 'itself'],
    ['in the session, after a send that was declined', [declined], [], closed, [undefined]],
    ['as its second send, which was declined', [SIGNATURE, declined], [], declined, [SIGNATURE, undefined]],
    ['as a send of the wallet, which was declined', [], [declined], declined, 'itself'],
    ['in the session, after a send of the wallet that was declined', [], [declined], closed, undefined],
    [
      'as a send of the wallet, which was declined, after a send',
      [SIGNATURE],
      [declined],
      declined,
      undefined,
    ],
  ])('%s', async (_, sends, others, thrown, outcomes) => {
    const sent = createSent();
    markAbortReason(callReason);
    for (const outcome of sends) await sent.track([1], () => end(outcome)).catch(() => {});
    for (const outcome of others) {
      const sending = end(outcome);
      sent.noteOther(sending);
      await sending.catch(() => {});
    }
    const error = await sent.explain(thrown, AbortSignal.abort(reason));
    if (outcomes === 'itself') return expect(error).toBe(thrown);
    const isSend = sends.includes(thrown) && thrown.message !== 'no';
    const { code, context } = outcomes ? sendError(...outcomes) : { code: 'SUBMISSION_UNKNOWN', context: {} };
    expect(error).toMatchObject({ code, cause: isSend ? own : thrown });
    expect((error as typeof unknown).context).toStrictEqual({
      ...((isSend || thrown === wrapper || sends.includes(unsent)) && { rpcCode: -4 }),
      ...(thrown === declined && { rpcCode: -3 }),
      ...context,
    });
  });
});

describe('what is no object, and so may be the reason of a call’s signal', () => {
  it('stays as it is before a send', async () => {
    markAbortReason('enough');
    expect(await createSent().explain('enough', undefined)).toBe('enough');
  });

  it.each(['enough', 7, null])('becomes the error of a send after one: %s', async (thrown) => {
    const sent = createSent();
    await sent.track([1], () => end(SIGNATURE));
    expect(await sent.explain(thrown, undefined)).toMatchObject({ ...sendError(SIGNATURE), cause: thrown });
  });
});

it('the error codes that refuse a whole request are those that wallets answer before they send', () => {
  expect(REFUSALS).toEqual([-6, -7, -100, -32_700, -32_600, -32_601, -32_602]);
});

describe('an error response to a send', () => {
  const error = new MobileWalletError('WALLET_ERROR', 'why', { rpcCode: -4, walletMessage: 'no funds' });
  const base64 = encodeBase64(SIGNATURE);

  it.each<[rpcCode: number, data: unknown, code: string, outcomes: readonly unknown[]]>([
    [-4, { signatures: [null, ''] }, 'NOT_SUBMITTED', [null, null]],
    [-4, { signatures: [base64, null] }, 'ALREADY_SUBMITTED', [SIGNATURE, null]],
    [-4, JSON.stringify({ signatures: [null, base64] }), 'ALREADY_SUBMITTED', [null, SIGNATURE]],
    // Without an empty entry, these may be signatures that were only made.
    [-4, { signatures: [base64, base64] }, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-4, { signatures: [base64, 'AAAA'] }, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-4, { signatures: [7, null] }, 'SUBMISSION_UNKNOWN', [undefined, null]],
    [-4, { signatures: [null] }, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-4, { signatures: 'all' }, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-4, 'garbage', 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-4, undefined, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    // These do not say what became of each transaction, whatever their data.
    [-32_603, { signatures: [null] }, 'SUBMISSION_UNKNOWN', [undefined]],
    [-1, undefined, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-2, undefined, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
    [-3, undefined, 'SUBMISSION_UNKNOWN', [undefined, undefined]],
  ])('%i with the data %j is %s', async (rpcCode, data, code, outcomes) => {
    const list = getList({ error: { code: rpcCode, message: '', data } });
    expect(toSendError(error, rpcCode, await read(list, outcomes.length))).toMatchObject({
      code,
      cause: error,
      context: { rpcCode, walletMessage: 'no funds', transactions: outcomes.map(stateOf) },
    });
  });

  it.each(REFUSALS)('%i refuses the whole request, so the error stays the same', async (code) => {
    const refusal = new MobileWalletError('WALLET_ERROR', 'why', { rpcCode: code });
    expect(toSendError(refusal, code, await read(undefined, 2))).toBe(refusal);
    expect(isDoubtful(refusal), 'whether it is the wallet’s word alone').toBe(true);
  });

  it.each([
    [-3, 'USER_REJECTED', 'why'],
    [-1, 'NOT_AUTHORIZED', expect.stringMatching(/^The transaction may have been submitted: /)],
  ] as const)('%i keeps its code for one transaction, but proves nothing', async (rpcCode, code, message) => {
    const refusal = new MobileWalletError(code, 'why', { rpcCode });
    const told = toSendError(refusal, rpcCode, await read(undefined, 1));
    expect(told).toMatchObject({ code, message, context: { rpcCode } });
    expect(isDoubtful(told)).toBe(true);
  });
});

describe('a result of a send', () => {
  const base64 = encodeBase64(SIGNATURE);

  // An empty entry does not prove that its transaction was not submitted.
  it.each<[result: unknown, known: readonly unknown[]]>([
    [{ signatures: [base64, base64] }, [SIGNATURE, SIGNATURE]],
    [{ signatures: [base64, null] }, [SIGNATURE, undefined]],
    [{ signatures: [base64, null, ''] }, [SIGNATURE, undefined, undefined]],
    [{ signatures: [null] }, [undefined]],
    [{ signatures: [''] }, [undefined]],
    [null, [undefined]],
  ])('%j says of no transaction that it was not submitted', async (result, known) => {
    const entries = await read(result, known.length);
    expect(readStates(entries)).toEqual(known.map(stateOf));
    if (!known.includes(undefined)) return expect(getSignatures(entries)).toEqual(known);
    expect(() => getSignatures(entries)).toThrow(expect.objectContaining(sendError(...known)));
  });
});

describe('the message of an error of a send', () => {
  const cause = new Error('User rejected the request: denied, cancelled');

  it.each<[text: string, outcomes: readonly unknown[] | undefined]>([
    ['The transaction was not submitted: ', [null]],
    ['0 of 2 transactions were submitted: ', [null, null]],
    ['The transaction was submitted before', [SIGNATURE]],
    ['1 of 2 transactions was submitted before', [SIGNATURE, null]],
    ['3 of 3 transactions were submitted before', [SIGNATURE, SIGNATURE, SIGNATURE]],
    ['The transaction may have been submitted: ', [undefined]],
    ['1 of 3 transactions may have been submitted, and 1 was: ', [SIGNATURE, undefined, null]],
    [
      '2 of 4 transactions may have been submitted, and 2 were: ',
      [SIGNATURE, SIGNATURE, undefined, undefined],
    ],
    ['Transactions may have been submitted, and nobody can tell which', undefined],
  ])('begins with what happened to the money: %s', (text, outcomes) => {
    const { message } = createSendError(cause, outcomes?.map(stateOf));
    expect(message.slice(0, text.length)).toBe(text);
    const isUnsent = outcomes?.every((outcome) => outcome === null) ?? false;
    expect(/reject|denied|cancel/i.test(message)).toBe(isUnsent);
  });

  it.each<[cause: unknown, text: string]>([
    [new Error('No'), 'No'],
    ['text', 'text'],
    [new Error(''), 'the wallet gave no reason'],
    [{ message: 5 }, 'the wallet gave no reason'],
    [undefined, 'the wallet gave no reason'],
  ])('ends with the reason, if nothing was submitted: for the cause %j with %s', (cause, text) => {
    expect(createSendError(cause, [stateOf(null)]).message).toBe(
      `The transaction was not submitted: ${text}`,
    );
  });
});
