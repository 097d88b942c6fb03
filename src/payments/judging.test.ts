import { WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED, WalletStandardError } from '@wallet-standard/errors';
import { describe, expect, it } from 'vitest';
import { sendError } from '../../test/support/sends.js';
import {
  getErrorText,
  isDeclined,
  MobileWalletError,
  type MobileWalletErrorCode,
  type MobileWalletErrorContext,
  sortSend,
} from '../index.js';

/** Each code, with and without what only a wallet says. The compiler checks that none is missing. */
const CODES: Readonly<Record<MobileWalletErrorCode, readonly object[]>> = {
  INVALID_ARGUMENT: [{ argument: 'x' }],
  USER_GESTURE_REQUIRED: [{}],
  LOOPBACK_BLOCKED: [{}, { policy: 'x' }],
  WALLET_NOT_FOUND: [{}],
  USER_CANCELLED: [{}],
  OPENED_IN_WALLET: [{ name: 'x' }],
  USER_REJECTED: [{ rpcCode: -3 }, { rpcCode: -3, tookMs: 1 }, { rpcCode: -3, tookMs: 1_000 }],
  NOT_AUTHORIZED: [{}, { rpcCode: -1 }],
  ACCOUNT_NOT_AUTHORIZED: [{ address: 'x' }],
  CHAIN_NOT_SUPPORTED: [{ rpcCode: -7 }],
  INVALID_PAYLOADS: [{}, { rpcCode: -2 }],
  NOT_SUBMITTED: [sendError(null).context, { ...sendError(null, null).context, rpcCode: -4 }],
  ALREADY_SUBMITTED: [sendError('x').context, sendError(null, 'x').context],
  SUBMISSION_UNKNOWN: [{}, sendError(undefined).context, sendError(null, undefined).context],
  NOT_CLONED: [{ rpcCode: -5 }],
  TOO_MANY_PAYLOADS: [{ rpcCode: -6 }],
  PAYLOAD_TOO_LARGE: [{ bytes: 2, maxBytes: 1 }],
  METHOD_NOT_SUPPORTED: [{ rpcCode: -32601 }],
  SESSION_CLOSED: [{}],
  SESSION_TIMEOUT: [{}],
  PROTOCOL_VIOLATION: [{}],
  INVALID_RESPONSE: [{ path: 'x' }],
  CODE_NOT_LOADED: [{}],
  WALLET_ERROR: [{ rpcCode: -32603 }],
};
const ERRORS = Object.entries(CODES).flatMap(([code, contexts]) =>
  contexts.map((context) => [code, context, createError(code as MobileWalletErrorCode, context)] as const),
);

function createError(code: MobileWalletErrorCode, context: object, cause?: unknown): MobileWalletError {
  return new MobileWalletError(code, 'x', context as MobileWalletErrorContext[typeof code] as never, {
    cause,
  });
}

const declined = createError('USER_REJECTED', { rpcCode: -3 });
const standard = new WalletStandardError(WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED);
const FOREIGN_DECLINES: readonly unknown[] = [
  { code: 4001 },
  standard,
  { error: { cause: { originalError: { code: 4001 } } } },
  new Error('x', { cause: standard }),
];
const round: { cause?: unknown } = {};
round.cause = round;
const OTHERS: readonly unknown[] = [
  new Error('User rejected the request.'),
  { code: -32603, cause: { code: 4001 } },
  { code: 'USER_REJECTED' },
  createError('SUBMISSION_UNKNOWN', {}, declined),
  round,
  {
    get code(): never {
      throw new Error('hostile');
    },
  },
  undefined,
  null,
  'User denied',
];

it('isDeclined takes a wallet at its code, also wrapped, and never at its words', () => {
  for (const error of [declined, { cause: declined }, ...FOREIGN_DECLINES])
    expect(isDeclined(error)).toBe(true);
  for (const error of OTHERS) expect(isDeclined(error)).toBe(false);
});

describe('sortSend', () => {
  it.each([
    [sendError('x', null, undefined), [['a'], ['b'], ['c']]],
    [sendError('x', null), [['a'], ['b'], ['c']]], // of the third it says nothing
    [
      { code: 'NOT_SUBMITTED', context: { ...sendError(null, null, null).context, rpcCode: -4 } },
      [[], [], 'abc'],
    ],
    [{ code: 'SUBMISSION_UNKNOWN', context: {} }, [[], [], 'abc']],
    [{ code: 'WALLET_NOT_FOUND', context: {} }, [[], 'abc', []]],
    [{ code: 'USER_REJECTED', context: { rpcCode: -3 } }, [[], [], 'abc']],
  ] as const)('sorts by %j', ({ code, context }, [sent, unsent, unknown]) => {
    const sorted = { sent: [...sent], unsent: [...unsent], unknown: [...unknown] };
    expect(sortSend(['a', 'b', 'c'], createError(code, context))).toEqual(sorted);
  });

  it('knows nothing of what other wallets throw', () => {
    for (const error of [...FOREIGN_DECLINES, ...OTHERS])
      expect(sortSend(['a'], error)).toEqual({ sent: [], unsent: [], unknown: ['a'] });
  });
});

describe('getErrorText', () => {
  it.each(ERRORS)(
    'has a text for %s %j, which says of a send what is known, and no more',
    (code, _, error) => {
      const text = getErrorText(error, { isSend: true });
      const { sent, unsent } = sortSend([0, 1], error);
      const isUnsent = unsent.length === 2 || code === 'NOT_SUBMITTED';
      const isSaid = isUnsent && !('rpcCode' in error.context);
      if (isSaid) expect(text).toMatch(/^Nothing was sent\. [A-Z].*\.$/);
      else expect(text).toMatch(/(before you try again|check that it has sent nothing)\.$/i);
      if (!isSaid) expect(text).not.toMatch(/Nothing was/);
      if (sent.length > 0) expect(text).not.toMatch(/may have/);
      expect(text).not.toMatch(/you declined|nothing was paid|undefined/i);
      const plain = getErrorText(error);
      const isChoice = ['USER_CANCELLED', 'OPENED_IN_WALLET'].includes(code);
      const isDecided =
        code === 'USER_REJECTED' && !('tookMs' in error.context && error.context.tookMs === 1);
      if (isChoice || isDecided) expect(plain).toBeNull();
      else expect(plain).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('has words for a decline of a send, by any wallet, and nothing to tell of another one', () => {
    for (const error of FOREIGN_DECLINES) {
      expect(getErrorText(error)).toBeNull();
      expect(getErrorText(error, { isSend: true })).toBe(getErrorText(declined, { isSend: true }));
    }
    expect(getErrorText(createError('SUBMISSION_UNKNOWN', {}, declined))).toMatch(
      /^Your wallet declined, but may have sent some/,
    );
  });

  it('takes what nobody knows for what may have been sent', () => {
    for (const error of OTHERS.filter((other) => !(other instanceof MobileWalletError))) {
      expect(getErrorText(error)).toBe('Something went wrong.');
      expect(getErrorText(error, { isSend: true })).toMatch(
        /^Something went wrong\. It may have been sent\./,
      );
    }
  });

  it('is replaced text by text', () => {
    const texts = { NOTHING_SENT: 'Nichts wurde gesendet.', WALLET_NOT_FOUND: 'Keine Antwort.' };
    const error = createError('WALLET_NOT_FOUND', {});
    expect(getErrorText(error, { texts })).toBe('Keine Antwort.');
    expect(getErrorText(error, { texts, isSend: true })).toBe('Nichts wurde gesendet. Keine Antwort.');
    expect(getErrorText(createError('SESSION_CLOSED', {}), { texts })).toMatch(/^The connection/);
    expect(getErrorText(createError('NEWER' as never, {}), { texts })).toBe('Something went wrong.');
  });
});
