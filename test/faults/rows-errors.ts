import { expect } from 'vitest';
import type { RequestMethod } from '../../mock/src/wallet/faults/fault.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { sendError } from '../support/sends.js';
import type { CallName } from './calls.js';
import { error } from './replies.js';
import { type Outcome, type Row, rowsAt } from './row.js';

const SIGN = 'sign_messages';
const SEND = 'sign_and_send_transactions';
const SIGNATURE = new Uint8Array(64).fill(5);
const sent = { signatures: [encodeBase64(SIGNATURE)] };

type Case = readonly [code: number, outcome: Outcome];

const ON_CONNECT: readonly Case[] = [
  [-1, 'USER_REJECTED'],
  [-3, 'USER_REJECTED'],
  [-7, 'CHAIN_NOT_SUPPORTED'],
  [-100, 'WALLET_ERROR'],
  [-32601, 'METHOD_NOT_SUPPORTED'],
  [-32602, 'WALLET_ERROR'],
  [-32603, 'WALLET_ERROR'],
  [0, 'WALLET_ERROR'],
  [1.5, 'WALLET_ERROR'],
];

const ON_SIGN: readonly Case[] = [
  [-1, 'NOT_AUTHORIZED'],
  [-2, 'INVALID_PAYLOADS'],
  [-3, 'USER_REJECTED'],
  [-5, 'TOO_MANY_PAYLOADS'],
  [-6, 'TOO_MANY_PAYLOADS'],
  [-32601, 'METHOD_NOT_SUPPORTED'],
  [-32603, 'WALLET_ERROR'],
];

const ON_SEND: readonly Case[] = [
  ...ON_SIGN.filter(([code]) => ![-2, -5, -32603].includes(code)),
  // Some wallets answer so after they have sent what they could.
  [-2, 'SUBMISSION_UNKNOWN'],
  [-5, 'SUBMISSION_UNKNOWN'],
  [-4, 'SUBMISSION_UNKNOWN'],
  [-7, 'CHAIN_NOT_SUPPORTED'],
  [-32602, 'WALLET_ERROR'],
  // It is unknown whether anything was sent before the error.
  [-32603, 'SUBMISSION_UNKNOWN'],
  [12_345, 'SUBMISSION_UNKNOWN'],
];

type Expected = Readonly<{ code: Case[1]; context: object }>;
const ofInvalid: Expected = { code: 'SUBMISSION_UNKNOWN', context: { rpcCode: -2 } };

/** `data` beside -2 and -4, and the error that the dapp gets for it. */
const DATA: readonly (readonly [what: string, code: -2 | -4, data: unknown, error: Expected])[] = [
  ['an object', -2, { valid: [false] }, ofInvalid],
  ['a string of JSON', -2, '{"valid":[true]}', ofInvalid],
  ['text', -2, 'garbage', ofInvalid],
  ['null', -2, null, ofInvalid],
  ['numbers', -2, { valid: [0] }, ofInvalid],
  ['an array', -2, [false], ofInvalid],
  // It says that something was not submitted, and names nothing.
  ['an object', -4, sent, sendError(undefined)],
  ['a string of JSON', -4, JSON.stringify(sent), sendError(undefined)],
  ['a signature that is null', -4, { signatures: [null] }, sendError(null)],
  ['a signature that is empty', -4, { signatures: [''] }, sendError(null)],
  ['a signature of 63 bytes', -4, { signatures: [encodeBase64(new Uint8Array(63))] }, sendError(undefined)],
  ['text', -4, 'garbage', sendError(undefined)],
  ['an array', -4, [1, 2], sendError(undefined)],
  ['too few signatures', -4, { signatures: [] }, sendError(undefined)],
];

const on = (at: RequestMethod, call: CallName, connected: boolean, cases: readonly Case[]) =>
  rowsAt(
    `${at}: an error`,
    cases.map(([code, outcome]) => ({
      what: `code ${code}`,
      call,
      faults: [error(at, code)],
      outcome,
      connected,
    })),
  );

/** Errors that the wallet answers. */
export const ERRORS: readonly Row[] = [
  ...on('authorize', 'connect', false, ON_CONNECT),
  ...on(SIGN, 'signMessage', true, ON_SIGN),
  ...on('sign_transactions', 'signTransaction', true, ON_SIGN),
  ...on(SEND, 'send', true, ON_SEND),
  ...on('clone_authorization', 'clone', true, [
    [-5, 'NOT_CLONED'],
    [-32601, 'METHOD_NOT_SUPPORTED'],
  ]),
  ...on('get_capabilities', 'capabilities', false, [[-32601, 'METHOD_NOT_SUPPORTED']]),
  ...on('get_capabilities', 'connect', true, [[-32603, 'success']]),
  ...on('deauthorize', 'revoke', true, [[-32603, 'WALLET_ERROR']]),

  ...rowsAt('authorize: an error, renewing a token', [
    healed('code -1, once', 'signMessage', error('authorize', -1, undefined, { nth: 1 })),
    {
      what: 'code -1, then the user refuses',
      call: 'signMessage',
      faults: [error('authorize', -1)],
      outcome: 'USER_REJECTED',
      connected: true,
    },
    {
      what: 'code -1, then the user refuses',
      call: 'send',
      faults: [error('authorize', -1)],
      outcome: 'USER_REJECTED',
      connected: true,
    },
    {
      what: 'code -32603',
      call: 'send',
      faults: [error('authorize', -32603)],
      outcome: 'WALLET_ERROR',
      connected: true,
    },
  ]),

  ...rowsAt('an error, once', [
    healed('code -1 to sign_messages', 'signMessage', error(SIGN, -1, undefined, { nth: 1 })),
    {
      what: 'code -1 to sign_and_send_transactions, which is never made again',
      call: 'send',
      faults: [error(SEND, -1, undefined, { nth: 1 })],
      outcome: 'NOT_AUTHORIZED',
      context: { rpcCode: -1 },
      message: /may have been submitted: look on the chain/,
      sends: 1,
      connected: true,
    },
    healed('code -6 to the second of three', 'signMessages', error(SIGN, -6, undefined, { nth: 2 })),
    healed('code -5 to the second of three', 'signMessages', error(SIGN, -5, undefined, { nth: 2 })),
    {
      what: 'code -1 to deauthorize: the token is dead already',
      call: 'revoke',
      faults: [error('deauthorize', -1)],
      outcome: 'success',
      connected: false,
    },
  ]),

  ...rowsAt('the data of an error', [
    ...DATA.map(([what, code, data, { code: outcome, context }]) => ({
      what: `${what}, beside ${code}`,
      call: 'send' as const,
      faults: [error(SEND, code, data)],
      outcome,
      context,
      connected: true,
    })),
    {
      what: 'too many flags, beside -2',
      call: 'signTransaction',
      faults: [error('sign_transactions', -2, { valid: [false, true, true] })],
      outcome: 'INVALID_PAYLOADS',
      context: expect.not.objectContaining({ data: expect.anything() }),
      connected: true,
    },
  ]),
];

function healed(what: string, call: CallName, fault: ReturnType<typeof error>): Omit<Row, 'where'> {
  return { what, call, faults: [fault], outcome: 'success', connected: true };
}
