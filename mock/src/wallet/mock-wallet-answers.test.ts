import {
  createRpcClient,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  type JsonObject,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  connect,
  connectAuthorized,
  createPerson,
  getError,
  getErrorCode,
  getResult,
  IDENTITY,
  isSilent,
  KEY,
  shakeHands,
} from '../../../test/support/mock-wallet.js';
import { createTransaction } from '../../../test/support/wallet.js';
import type { ApprovalDecision, OtherAnswer } from './approval.js';

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };
const YES: ApprovalDecision = { approved: true };
const NO: ApprovalDecision = { approved: false };
const instead = (answer: OtherAnswer): ApprovalDecision => ({ instead: answer });

/** Creates an unsigned transaction of the wallet's account, as a payload. */
const createMemo = (text: string): string =>
  encodeBase64(createTransaction(encodeBase58(decodeBase64(KEY)), text));

describe('answerNext', () => {
  it('decides the next requests in the order of the calls, without asking, and then no more', async () => {
    const person = createPerson();
    const { dapp, wallet } = await connect({ approve: person.approve });
    wallet.answerNext(YES);
    wallet.answerNext(NO);
    await getResult(dapp, 'authorize');
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
    expect(person.asked).toEqual([]);
    const signed = getResult(dapp, 'sign_messages', SIGN);
    (await person.next()).decide(YES);
    expect(await signed).toHaveProperty('signed_payloads');
  });

  it('keeps a decision for another method', async () => {
    const { dapp, wallet } = await connect();
    wallet.answerNext(NO, 'sign_messages');
    wallet.answerNext({ instead: { type: 'error', code: -7 } });
    expect(await getErrorCode(dapp, 'authorize')).toBe(-7);
    await getResult(dapp, 'authorize');
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });

  it('does not count requests that ask nobody, or that the wallet refuses by itself', async () => {
    const { dapp, wallet, token } = await connectAuthorized({ capabilities: { maxMessagesPerRequest: 1 } });
    wallet.answerNext(NO);
    await getResult(dapp, 'get_capabilities');
    await getResult(dapp, 'authorize', { auth_token: token });
    expect(await getErrorCode(dapp, 'sign_messages', { ...SIGN, payloads: ['YWJj', 'YWJj'] })).toBe(-6);
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
  });

  it.each([
    ['authorize', (token: string) => ({ auth_token: token })],
    ['reauthorize', (token: string) => ({ auth_token: token })],
    ['deauthorize', (token: string) => ({ auth_token: token })],
    ['get_capabilities', () => ({})],
    ['clone_authorization', () => ({})],
  ] as const)('decides %s, which asks nobody, if it is named', async (method, getParams) => {
    const { dapp, wallet, token } = await connectAuthorized({
      capabilities: { features: ['solana:cloneAuthorization'] },
    });
    wallet.answerNext(NO, method);
    wallet.answerNext(instead({ type: 'error', code: 5, message: 'Five' }), method);
    wallet.answerNext(YES, method);
    const params: JsonObject = getParams(token);
    expect(await getErrorCode(dapp, method, params)).toBe(-1);
    if (method === 'authorize' || method === 'reauthorize') {
      expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
    }
    expect(await getError(dapp, method, params)).toMatchObject({ code: 5, message: 'Five' });
    if (method === 'clone_authorization') await getResult(dapp, 'authorize', { auth_token: token });
    await getResult(dapp, method, params);
  });

  it('grants the accounts that it names', async () => {
    const { dapp, wallet } = await connect();
    const { address } = await wallet.addAccount({ label: 'Second' });
    wallet.answerNext({ approved: true, accounts: [address] });
    expect(await getResult(dapp, 'authorize')).toMatchObject({ accounts: [{ label: 'Second' }] });
    wallet.answerNext({ approved: true, accounts: ['unknown'] });
    expect(await getErrorCode(dapp, 'authorize')).toBe(-32603);
  });

  it('is not given up by a session that ends before', async () => {
    const { dapp, wallet, association, ended } = await connect({ quirks: { deafAfterSession: false } });
    wallet.answerNext({ ...NO, afterMs: 0 });
    dapp.close();
    await ended;
    const second = createRpcClient((await shakeHands(wallet, association)).secure);
    expect(await getErrorCode(second, 'authorize')).toBe(-1);
  });
});

describe('an answer after a while', () => {
  it('comes no sooner, and its request waits until then', async () => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.answerNext({ ...NO, afterMs: 100 });
    const start = performance.now();
    const waited: unknown[] = [];
    wallet.watch(() => waited.push(...wallet.getWaiting()));
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
    expect(waited).toMatchObject([{ method: 'sign_messages', decision: 'declined' }]);
    // Timers may be a little early by this clock.
    expect(performance.now() - start).toBeGreaterThan(98);
    expect(wallet.getWaiting()).toEqual([]);
  });

  it.each([3_600_000, Number.MAX_VALUE])('ends with the session, also after %s ms', async (afterMs) => {
    const { dapp, wallet, ended } = await connectAuthorized();
    wallet.answerNext({ ...YES, afterMs });
    const call = dapp.call('sign_messages', SIGN);
    await getResult(dapp, 'get_capabilities');
    dapp.close();
    await expect(call).toRejectWith('SESSION_CLOSED');
    expect(await ended).toEqual({ established: true });
    expect(wallet.getActivity().find(({ method }) => method === 'sign_messages')).toMatchObject({
      outcome: { unanswered: 'session-ended' },
    });
  });

  it('takes its time from the decision rather than the settings', async () => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.changeSettings({ delayMs: 3_600_000 });
    wallet.answerNext({ ...NO, afterMs: 0 });
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-3);
  });
});

describe('other answers', () => {
  it.each([
    [-1, 'auth_token not valid for signing'],
    [-2, 'payloads invalid for signing'],
    [-3, 'sign request declined'],
    [-6, 'number of payloads provided for signing exceeds implementation limit'],
    [-7, 'invalid or unsupported cluster for authorization request'],
    [99, 'Error while processing sign_messages'],
  ])('error %i has the message of the reference library', async (code, message) => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.answerNext(instead({ type: 'error', code }));
    expect(await getError(dapp, 'sign_messages', SIGN)).toEqual({ code, message, data: undefined });
  });

  it('an error has the message and data that it is given', async () => {
    const { dapp, wallet } = await connectAuthorized({ quirks: { errorDataIsText: false } });
    const error = { code: -2, message: 'No', data: { valid: [false] } };
    wallet.answerNext(instead({ type: 'error', ...error }));
    expect(await getError(dapp, 'sign_messages', SIGN)).toEqual(error);
  });

  it('marks the invalid payloads by their indexes', async () => {
    const { dapp, wallet } = await connectAuthorized({ quirks: { errorDataIsText: false } });
    wallet.answerNext(instead({ type: 'invalid-payloads', indexes: [1, 7] }));
    const params = { ...SIGN, payloads: ['YWJj', 'YWJj', 'YWJj'] };
    expect(await getError(dapp, 'sign_messages', params)).toMatchObject({
      code: -2,
      data: { valid: [true, false, true] },
    });
  });

  it.each([false, true])('sends all but those that are not to be submitted (in turn: %s)', async (waits) => {
    const sent: Uint8Array[] = [];
    const chain = {
      sendTransaction: async (wire: Uint8Array) => {
        sent.push(wire);
        return { signature: wire.slice(1, 65) };
      },
      describeTransaction: () => Promise.reject(new Error('This chain describes nothing')),
    };
    const { dapp, wallet } = await connectAuthorized({ chain, quirks: { errorDataIsText: false } });
    const payloads = [createMemo('1'), createMemo('2'), createMemo('3')];
    const options = { wait_for_commitment_to_send_next_transaction: waits };
    wallet.answerNext(instead({ type: 'not-submitted', indexes: [1] }));
    expect(await getError(dapp, 'sign_and_send_transactions', { payloads, options })).toMatchObject({
      code: -4,
      data: { signatures: [expect.any(String), null, expect.any(String)] },
    });
    expect(sent).toHaveLength(2);
    expect(wallet.getActivity().at(-1)?.signatures).toHaveLength(2);
  });

  it('answers -4 without signatures to a request that sends nothing', async () => {
    const { dapp, wallet } = await connectAuthorized({ quirks: { errorDataIsText: false } });
    wallet.answerNext(instead({ type: 'not-submitted', indexes: [] }));
    expect(await getError(dapp, 'sign_transactions', { payloads: [createMemo('1')] })).toMatchObject({
      code: -4,
      data: { signatures: [null] },
    });
  });

  it('stays silent', async () => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.answerNext(instead({ type: 'silence' }));
    expect(await isSilent(dapp, 'sign_messages', SIGN)).toBe(true);
    expect(wallet.getActivity().find(({ method }) => method === 'sign_messages')).toMatchObject({
      decision: 'silence',
      outcome: { unanswered: 'silence' },
    });
  });

  it.each([
    ['close', 'closed'],
    ['crash', 'crashed'],
  ] as const)('ends the connection: %s', async (type, unanswered) => {
    const { dapp, wallet, ended } = await connectAuthorized();
    wallet.answerNext(instead({ type }));
    await expect(dapp.call('sign_messages', SIGN)).toRejectWith('SESSION_CLOSED');
    expect(await ended).toEqual({ established: true });
    expect(wallet.getActivity().at(-1)).toMatchObject({ decision: type, outcome: { unanswered } });
  });

  it('forgets the tokens of this dapp only', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    await getResult(dapp, 'authorize', { identity: IDENTITY, chain: 'solana:testnet' });
    const other = createRpcClient((await shakeHands(wallet)).secure);
    await getResult(other, 'authorize', { identity: { name: 'Another' } });
    wallet.answerNext(instead({ type: 'forget-token' }));
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
    expect(wallet.getApps()).toMatchObject([{ identity: { name: 'Another' } }]);
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
    expect(await getResult(other, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });

  it('forgets the token with which a dapp authorizes', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    wallet.answerNext(instead({ type: 'forget-token' }), 'authorize');
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
    expect(wallet.getApps()).toEqual([]);
  });

  it('replies twice', async () => {
    const { secure, wallet } = await connectRaw();
    wallet.answerNext(instead({ type: 'twice' }));
    await secure.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'authorize', params: {} }));
    const replies = [await secure.read(), await secure.read()];
    expect(replies[0]).toBe(replies[1]);
    expect(JSON.parse(replies[0] ?? '')).toMatchObject({ id: 1, result: { auth_token: expect.any(String) } });
  });

  it('is what the option `approve` decides, too', async () => {
    const { dapp } = await connect({ approve: () => instead({ type: 'error', code: -7 }) });
    expect(await getErrorCode(dapp, 'authorize')).toBe(-7);
  });

  it('answers -32603 to an answer that it does not know, and approves nothing', async () => {
    const unknown = { instead: { type: 'approve' } as unknown as OtherAnswer };
    const { dapp, wallet } = await connect({ approve: () => unknown });
    expect(() => wallet.answerNext(unknown)).toThrow(TypeError);
    expect(await getErrorCode(dapp, 'authorize')).toBe(-32603);
    expect(wallet.getApps()).toEqual([]);
  });
});

describe('a session with its own `approve`', () => {
  it('asks that instead of the wallet’s', async () => {
    const { wallet, association } = await connect({
      approve: () => NO,
      quirks: { deafAfterSession: false },
    });
    const session = await shakeHands(wallet, association, { approve: () => YES });
    expect(await getResult(createRpcClient(session.secure), 'authorize')).toHaveProperty('auth_token');
  });
});

async function connectRaw() {
  const { wallet, association } = await connect({ quirks: { deafAfterSession: false } });
  return { wallet, ...(await shakeHands(wallet, association)) };
}
