import { getErrorText, sortSend } from 'mobile-wallet-standard';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { error, result } from '../faults/replies.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { countRequests, getAuthorizations } from '../support/requests.js';
import { getErrors, getTold, SEND_LEVELS, type SendLevel } from '../support/send-levels.js';
import { stateOf } from '../support/sends.js';
import { createTransaction, createTransactionInputs, setUpConnected } from '../support/wallet.js';

// What a dapp is told of a wallet's answer to a send, at every level. The guide to errors has the same table.

const SEND = 'sign_and_send_transactions';
const SIGNATURE = new Uint8Array(64).fill(7);
const BASE64 = encodeBase64(SIGNATURE);

/** The code of an error, or what became of each transaction: see `sendError`. */
type Told = string | readonly unknown[];
type Row = [answer: string, code: number, forOne: Told, forTwo: Told, data?: (count: number) => unknown];

const ONE_UNKNOWN = [undefined];
const UNKNOWN = [undefined, undefined];
const list = (first: unknown, second: unknown) => (count: number) => ({
  signatures: [first, second].slice(0, count),
});

const ANSWERS: readonly Row[] = [
  ['-1', -1, 'NOT_AUTHORIZED', UNKNOWN],
  ['-2', -2, ONE_UNKNOWN, UNKNOWN],
  ['-2 that calls all valid', -2, ONE_UNKNOWN, UNKNOWN, (count) => ({ valid: Array(count).fill(true) })],
  ['-2 that calls none valid', -2, ONE_UNKNOWN, UNKNOWN, (count) => ({ valid: Array(count).fill(false) })],
  ['-3', -3, 'USER_REJECTED', UNKNOWN],
  ['-4 without data', -4, ONE_UNKNOWN, UNKNOWN],
  ['-4 with a signature for each', -4, ONE_UNKNOWN, UNKNOWN, list(BASE64, BASE64)],
  ['-4 with no signature', -4, [null], [null, null], list(null, null)],
  ['-4 with an empty signature, and one', -4, [null], [null, SIGNATURE], list('', BASE64)],
  ['-4 with an empty signature, and garbage', -4, [null], [null, undefined], list(null, 'AA==')],
  ['-4 with garbage', -4, ONE_UNKNOWN, UNKNOWN, list('AA==', 'AA==')],
  ['-5', -5, ONE_UNKNOWN, UNKNOWN],
  ['-6', -6, 'TOO_MANY_PAYLOADS', 'TOO_MANY_PAYLOADS'],
  ['-7', -7, 'CHAIN_NOT_SUPPORTED', 'CHAIN_NOT_SUPPORTED'],
  ['-100', -100, 'WALLET_ERROR', 'WALLET_ERROR'],
  ['-32601', -32_601, 'METHOD_NOT_SUPPORTED', 'METHOD_NOT_SUPPORTED'],
  ['-32602', -32_602, 'WALLET_ERROR', 'WALLET_ERROR'],
  ['-32603', -32_603, ONE_UNKNOWN, UNKNOWN],
  ['4001', 4001, ONE_UNKNOWN, UNKNOWN],
];

/** Sends transactions at a level, of one account if not said otherwise. */
async function send(
  level: SendLevel,
  options: MockWalletOptions,
  count: number,
  create = (payer: string, name: string) => createTransaction(payer, name),
) {
  const phone = await createPhone({ chain: ACCEPTING_CHAIN, ...options });
  const names = ['a', 'b', 'c'].slice(0, count);
  const ended = await level.send(phone, async (payer) => names.map((name) => create(payer, name)));
  await phone.whenIdle();
  return { ended, sends: countRequests(phone, SEND) };
}

const toTold = (told: Told, count: number): readonly unknown[] =>
  typeof told === 'string' ? Array(count).fill(told) : told.map(stateOf);

// The first run loads the code.
beforeAll(async () => {
  for (const level of SEND_LEVELS) await send(level, {}, 1);
});

describe.each([1, 2])('a send of %i, answered with', (count) => {
  it.each<Row>(ANSWERS)('%s', async (_, code, forOne, forTwo, data) => {
    const faults = [error(SEND, code, data?.(count))];
    const check = async (level: SendLevel): Promise<void> => {
      const { ended } = await send(level, { faults }, count);
      expect(getTold(ended, count), level.name).toEqual(toTold(count === 1 ? forOne : forTwo, count));
      for (const thrown of getErrors(ended)) {
        expect((thrown as { context: object }).context, level.name).toHaveProperty('rpcCode', code);
        // Whatever the wallet says, nothing may be sent again before a look at the chain.
        expect(sortSend(['a'], thrown).unsent, level.name).toEqual([]);
      }
    };
    await Promise.all(SEND_LEVELS.map(check));
  });
});

it.each<[what: string, answer: unknown, ofTwo: Told]>([
  ['no signature', { signatures: [null, null] }, UNKNOWN],
  ['empty signatures', { signatures: ['', ''] }, UNKNOWN],
  ['one signature', { signatures: [BASE64, null] }, [SIGNATURE, undefined]],
  ['no list', {}, UNKNOWN],
  ['nothing', null, UNKNOWN],
])('a success with %s does not say that a transaction was not submitted', async (_, answer, ofTwo) => {
  for (const level of SEND_LEVELS) {
    const { ended, sends } = await send(level, { faults: [result(SEND, () => answer)] }, 2);
    expect(getTold(ended, 2), level.name).toEqual(toTold(ofTwo, 2));
    expect(sends, level.name).toBe(1);
  }
});

it('nothing that a wallet calls unauthorized is sent again', async () => {
  const faults = [error(SEND, -1, undefined, { nth: 1 })];
  for (const count of [1, 2]) {
    for (const level of SEND_LEVELS) {
      const { sends, ended } = await send(level, { faults }, count);
      expect(sends, level.name).toBe(1);
      expect(getErrors(ended), level.name).not.toEqual([]);
    }
  }
});

it.each<[sends: string, count: number, isForgotten: boolean, authorizations: readonly string[]]>([
  // The connect, the token in the session of the first send, and the user again.
  ['one', 1, false, ['user', 'token', 'user']],
  ['two', 2, false, ['user', 'token', 'user']],
  ['one by a token that was issued in the same call', 1, true, ['user', 'token', 'user', 'user']],
])(
  'after a send of %s that was called unauthorized, the next call authorizes anew',
  async (_, count, isForgotten, authorizations) => {
    const { signAndSendTransaction, account, phone } = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      faults: [error(SEND, -1, undefined, { nth: 1 })],
    });
    if (isForgotten) phone.wallet.revokeTokens();
    const inputs = createTransactionInputs(account, ['a', 'b'].slice(0, count));
    const told = count === 1 ? 'NOT_AUTHORIZED' : 'SUBMISSION_UNKNOWN';
    await expect(signAndSendTransaction(...inputs)).toRejectWith(told, { rpcCode: -1 });
    expect(await signAndSendTransaction(...inputs)).toHaveLength(count);
    expect(getAuthorizations(phone)).toEqual(authorizations);
  },
);

describe('an error that a wallet’s answer to a send has led to', () => {
  it.each(SEND_LEVELS)('has `valid` in the caller’s order, by $name', async (level) => {
    const valid = [true, false, true];
    const { ended } = await send(level, { faults: [error(SEND, -2, { valid })] }, 3);
    const told = getErrors(ended).map((thrown) => (thrown as Error).cause);
    const expected = ended.settled ? valid.map((isValid) => [isValid]) : [valid];
    expect(told).toMatchObject(
      expected.map((own) => ({ code: 'INVALID_PAYLOADS', context: { rpcCode: -2, data: { valid: own } } })),
    );
  });

  it('has `valid` in the caller’s order also if the call was split, and those not tried have no `rpcCode`', async () => {
    const options: MockWalletOptions = {
      capabilities: { maxTransactionsPerRequest: 1 },
      faults: [error(SEND, -2, { valid: [false] }, { nth: 2 })],
    };
    const find = (name: string) => SEND_LEVELS.find((level) => level.name === name) as SendLevel;
    const { ended } = await send(find('signAndSendTransaction'), options, 3);
    expect(ended.error).toMatchObject({
      code: 'SUBMISSION_UNKNOWN',
      message: expect.stringMatching(/^1 of 3 transactions may have been submitted, and 1 was: look on the /),
      context: { rpcCode: -2, transactions: [{ status: 'submitted' }, stateOf(undefined), stateOf(null)] },
      cause: { code: 'INVALID_PAYLOADS', context: { data: { valid: [true, false, true] } } },
    });
    // The third was not tried, which the library knows.
    expect(sortSend(['a', 'b', 'c'], ended.error)).toEqual({ sent: ['a'], unknown: ['b'], unsent: ['c'] });
    // Other payloads may be valid, so each has its own request.
    const all = await send(find('signAndSendAllTransactions'), options, 3);
    expect(all.ended.settled?.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('after a decline of several says so, and that some may have been sent', async () => {
    for (const level of SEND_LEVELS) {
      const { ended } = await send(level, { faults: [error(SEND, -3)] }, 2);
      for (const thrown of getErrors(ended)) {
        expect(thrown, level.name).toMatchObject({
          message: expect.stringMatching(/ may have been submitted: look on the chain before /),
          cause: { code: 'USER_REJECTED' },
        });
        expect(getErrorText(thrown)).toBe(
          'Your wallet declined, but may have sent some of it. Check before you try again.',
        );
      }
      const alone = await send(level, { faults: [error(SEND, -3)] }, 1);
      // The text depends on how long the wallet took, and never says what became of the money.
      const [text] = getErrors(alone.ended).map((error: unknown) => getErrorText(error));
      expect([null, 'Your wallet declined.'], level.name).toContain(text);
    }
  });
});

describe('what the library can see itself is refused before the wallet is asked:', () => {
  const STRANGER = '11111111111111111111111111111112';
  /** Only the second one cannot be signed. */
  const createForeign = (payer: string, name: string) =>
    createTransaction(name === 'b' ? STRANGER : payer, name);

  it.each(SEND_LEVELS)('a transaction that no account of the session signs, by $name', async (level) => {
    const { ended, sends } = await send(level, {}, 2, createForeign);
    expect(sends).toBe(0);
    // A Wallet Standard method has an account for each input, so it is a wrong argument there.
    const isMethod = level.name.startsWith('signAndSend');
    const told = isMethod ? { argument: 'account' } : { data: { valid: [true, false] } };
    expect(ended.error).toMatchObject({ code: isMethod ? 'INVALID_ARGUMENT' : 'INVALID_PAYLOADS' });
    expect((ended.error as { context: object }).context).toStrictEqual(told);
    expect(sortSend(['a', 'b'], ended.error).unsent).toEqual(['a', 'b']);
  });

  it.each(SEND_LEVELS.filter(({ isOfWallet }) => isOfWallet))(
    'a version that the wallet does not publish, by $name',
    async (level) => {
      const { ended, sends } = await send(level, {}, 2, (payer, name) =>
        createTransaction(payer, name, undefined, name === 'b' ? 1 : 0),
      );
      expect(sends).toBe(0);
      for (const [index, thrown] of getErrors(ended).entries()) {
        const valid = ended.settled ? [index === 0] : [true, false];
        expect(thrown).toMatchObject({ code: 'INVALID_PAYLOADS' });
        expect((thrown as { context: object }).context).toStrictEqual({ data: { valid } });
        expect(sortSend(['a', 'b'], thrown).unsent).toEqual(['a', 'b']);
      }
    },
  );

  it('but not a transaction of an unknown format, which the wallet may know', async () => {
    const { sends } = await send(SEND_LEVELS[0] as SendLevel, {}, 1, () => new Uint8Array(80).fill(9));
    expect(sends).toBe(1);
  });
});
