import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import { KEY, OTHER_KEY, OTHER_SEED } from '../support/mock-wallet.js';
import { createTransaction } from '../support/wallet.js';
import { MESSAGE } from './calls.js';
import { changePayloads, members, result, signMessage, signWire } from './replies.js';
import { type Row, rowsAt } from './row.js';

type Case = readonly [what: string, fault: MessageFault];

const SIGN = 'sign_messages';
const SIGN_TRANSACTIONS = 'sign_transactions';
const SEND = 'sign_and_send_transactions';
const payloads = (own: JsonObject): readonly string[] => own['signed_payloads'] as readonly string[];

/** Values that are no lists, and lists of the wrong length. */
const getLists = (at: typeof SIGN | typeof SIGN_TRANSACTIONS): readonly Case[] => [
  ['a result that is null', result(at, () => null)],
  ['no payloads', result(at, () => ({}))],
  ['payloads that are a string', members(at, { signed_payloads: 'AAAA' })],
  ['none', members(at, { signed_payloads: [] })],
  ['one too many', result(at, (own) => ({ signed_payloads: [...payloads(own), 'AAAA'] }))],
  ['null in place of one', members(at, { signed_payloads: [null] })],
  ['a number in place of one', members(at, { signed_payloads: [7] })],
  ['not base64', members(at, { signed_payloads: ['***'] })],
  ['empty', members(at, { signed_payloads: [''] })],
  ['base64url', result(at, () => ({ signed_payloads: ['-_-_'] }))],
  ['half of it', result(at, (own) => changePayloads(own, (all) => all.slice(0, all.length >> 1)))],
];

const MESSAGES: readonly Case[] = [
  ...getLists(SIGN),
  ['a signature of 63 bytes', result(SIGN, (own) => changePayloads(own, (all) => all.slice(0, -1)))],
  ['a signature of 63 bytes alone', result(SIGN, (own) => changePayloads(own, (all) => all.slice(-63)))],
  [
    'a signature of 65 bytes',
    result(SIGN, (own) => changePayloads(own, (all) => concatBytes(all, MESSAGE.slice(0, 1)))),
  ],
  ['a signature of zeros', result(SIGN, (own) => changePayloads(own, (all) => all.fill(0, MESSAGE.length)))],
  ['two signatures', result(SIGN, (own) => changePayloads(own, (all) => concatBytes(all, all.slice(-64))))],
  ['signed by another key', members(SIGN, { signed_payloads: [signMessage(OTHER_SEED, MESSAGE)] })],
  ['another message', result(SIGN, (own) => changePayloads(own, (all) => all.fill(1, 0, 1)))],
];

const TRANSACTIONS: readonly Case[] = [
  ...getLists(SIGN_TRANSACTIONS),
  ['not signed', result(SIGN_TRANSACTIONS, (own) => changePayloads(own, (all) => all.fill(0, 1, 65)))],
  [
    'changed after it was signed',
    result(SIGN_TRANSACTIONS, (own) => changePayloads(own, (all) => all.fill(1, -1))),
  ],
  [
    'of another account, well signed',
    members(SIGN_TRANSACTIONS, {
      signed_payloads: [
        signWire(OTHER_SEED, createTransaction(encodeBase58(decodeBase64(OTHER_KEY)), 'other')),
      ],
    }),
  ],
  [
    'signed by another key',
    members(SIGN_TRANSACTIONS, {
      signed_payloads: [signWire(OTHER_SEED, createTransaction(encodeBase58(decodeBase64(KEY)), 'memo 0'))],
    }),
  ],
];

const SIGNATURES: readonly Case[] = [
  ['a result that is null', result(SEND, () => null)],
  ['no signatures', result(SEND, () => ({}))],
  ['none', members(SEND, { signatures: [] })],
  [
    'one too many',
    result(SEND, (own) => ({ signatures: [...(own['signatures'] as readonly string[]), 'AAAA'] })),
  ],
  ['null', members(SEND, { signatures: [null] })],
  ['of 63 bytes', members(SEND, { signatures: [encodeBase64(new Uint8Array(63))] })],
  ['of 65 bytes', members(SEND, { signatures: [encodeBase64(new Uint8Array(65))] })],
  [
    'in base58',
    result(SEND, (own) => ({
      signatures: (own['signatures'] as readonly string[]).map((each) => encodeBase58(decodeBase64(each))),
    })),
  ],
  ['in a member of another name', result(SEND, ({ signatures }) => ({ signed_payloads: signatures }))],
];

/** Faults in what is signed. */
export const SIGNING: readonly Row[] = [
  ...rowsAt('sign_messages: the result', [
    ...MESSAGES.map(([what, fault]) => refused(what, 'signMessage', fault)),
    {
      what: 'the signature alone',
      call: 'signMessage',
      faults: [result(SIGN, (own) => changePayloads(own, (all) => all.slice(-64)))],
      outcome: 'success',
      result: [{ signedMessage: MESSAGE }],
      connected: true,
    },
    {
      what: 'one too few, in the last of three requests',
      call: 'signMessages',
      faults: [{ ...result(SIGN, (own) => ({ signed_payloads: payloads(own).slice(1) })), nth: 3 }],
      outcome: 'INVALID_RESPONSE',
      connected: true,
    },
  ]),

  ...rowsAt('sign_transactions: the result', [
    ...TRANSACTIONS.map(([what, fault]) => refused(what, 'signTransaction', fault)),
    {
      what: 'in the reverse order',
      call: 'signTransactions',
      faults: [result(SIGN_TRANSACTIONS, (own) => ({ signed_payloads: [...payloads(own)].reverse() }))],
      outcome: 'success',
      connected: true,
    },
  ]),

  ...rowsAt('sign_and_send_transactions: the result', [
    ...SIGNATURES.map(([what, fault]) => ({
      what,
      call: 'send' as const,
      faults: [fault],
      outcome: 'SUBMISSION_UNKNOWN' as const,
      context: { transactions: [{ status: 'unknown' }] },
      connected: true,
    })),
  ]),
];

function refused(
  what: string,
  call: 'signMessage' | 'signTransaction',
  fault: MessageFault,
): Omit<Row, 'where'> {
  return { what, call, faults: [fault], outcome: 'INVALID_RESPONSE', connected: true };
}
