import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { KEY, OTHER_KEY, OTHER_SEED, SEED } from '../support/mock-wallet.js';
import { SIGN_IN } from './calls.js';
import { error, members, NOTHING, signIn, signMessage } from './replies.js';
import { type Row, rowsAt } from './row.js';

const AT = 'authorize';
const address = encodeBase58(decodeBase64(KEY));
const otherAddress = encodeBase58(decodeBase64(OTHER_KEY));
const fields = { ...SIGN_IN, address };
const signedIn = (changes: object): MessageFault =>
  members(AT, { sign_in_result: { ...signIn(SEED, KEY, fields), ...changes } });

/**
 * Sign-ins that are refused; the wallet has granted the account all the same, unless its answer is malformed.
 */
const SIGN_INS: readonly (readonly [what: string, fault: MessageFault, connected: boolean])[] = [
  [
    'by an account that was not granted',
    members(AT, { sign_in_result: signIn(OTHER_SEED, OTHER_KEY, { ...SIGN_IN, address: otherAddress }) }),
    false,
  ],
  [
    'for another domain',
    members(AT, { sign_in_result: signIn(SEED, KEY, { ...fields, domain: 'evil.example' }) }),
    true,
  ],
  [
    'with another nonce',
    members(AT, { sign_in_result: signIn(SEED, KEY, { ...fields, nonce: 'hgfedcba' }) }),
    true,
  ],
  [
    'with another statement',
    members(AT, { sign_in_result: signIn(SEED, KEY, { ...fields, statement: 'Pay' }) }),
    true,
  ],
  [
    'with another address in the text',
    members(AT, { sign_in_result: signIn(SEED, KEY, { ...fields, address: otherAddress }) }),
    true,
  ],
  ['signed by another key', members(AT, { sign_in_result: signIn(OTHER_SEED, KEY, fields) }), true],
  ['with a signature of zeros', signedIn({ signature: encodeBase64(new Uint8Array(64)) }), true],
  ['with a signature of 63 bytes', signedIn({ signature: encodeBase64(new Uint8Array(63)) }), false],
  ['with a signature of another type', signedIn({ signature_type: 'secp256k1' }), false],
  ['with a text that is no sign-in', signedIn({ signed_message: encodeBase64(new Uint8Array(99)) }), true],
  ['with a text that is not base64', signedIn({ signed_message: '***' }), false],
  ['without an address', signedIn({ address: undefined }), false],
];

/** A wallet that has no sign-in: the text is signed as a message. */
const withoutResult = members(AT, { sign_in_result: undefined });

/** Faults of signing in. */
export const SIGN_IN_ROWS: readonly Row[] = [
  ...rowsAt('authorize: the result of a sign-in', [
    ...SIGN_INS.map(([what, fault, connected]) => ({
      what,
      call: 'signIn' as const,
      faults: [fault],
      outcome: 'INVALID_RESPONSE' as const,
      connected,
    })),
    {
      what: 'with an empty signature',
      call: 'signIn',
      faults: [signedIn({ signature: '' })],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'with the address in base58',
      call: 'signIn',
      faults: [signedIn({ address })],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'left out',
      call: 'signIn',
      faults: [members(AT, { sign_in_result: undefined })],
      outcome: 'success',
      connected: true,
    },
  ]),

  ...rowsAt('sign_messages, signing in by a message', [
    {
      what: 'the user refuses',
      call: 'signIn',
      faults: [withoutResult, error('sign_messages', -3)],
      outcome: 'USER_REJECTED',
      connected: true,
    },
    {
      what: 'another text, well signed',
      call: 'signIn',
      faults: [
        withoutResult,
        members('sign_messages', { signed_payloads: [signMessage(SEED, encodeUtf8('Pay'))] }),
      ],
      outcome: 'INVALID_RESPONSE',
      connected: true,
    },
    {
      what: 'signed by another key, the signature alone',
      call: 'signIn',
      faults: [
        withoutResult,
        members('sign_messages', { signed_payloads: [encodeBase64(new Uint8Array(64).fill(9))] }),
      ],
      outcome: 'INVALID_RESPONSE',
      connected: true,
    },
    {
      what: 'closed with 1001 in its place',
      call: 'signIn',
      link: 'socket',
      faults: [withoutResult, { at: 'sign_messages', ...NOTHING, end: 1001 }],
      outcome: 'SESSION_CLOSED',
      context: { closeCode: 1001 },
      connected: true,
    },
  ]),

  ...rowsAt('authorize: a sign-in for an account that the wallet does not grant', [
    {
      what: 'the sign-in of another account, well signed',
      call: 'signInAs',
      outcome: 'success',
      connected: true,
    },
    {
      what: 'no sign_in_result',
      call: 'signInAs',
      faults: [withoutResult],
      outcome: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address: otherAddress },
      connected: true,
    },
  ]),
];
