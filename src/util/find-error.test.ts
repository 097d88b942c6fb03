import { SOLANA_ERROR__INVALID_NONCE, SolanaError } from '@solana/kit';
import { WalletSendTransactionError, WalletSignMessageError } from '@solana/wallet-adapter-base';
import {
  WALLET_STANDARD_ERROR__FEATURES__WALLET_FEATURE_UNIMPLEMENTED,
  WalletStandardError,
} from '@wallet-standard/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MobileWalletError } from './errors.js';
import { findMobileWalletError, findSendError } from './find-error.js';

const REJECTED = new MobileWalletError('USER_REJECTED', 'User rejected', { rpcCode: -3 });
const CLOSED = new MobileWalletError('SESSION_CLOSED', 'Closed');
const UNKNOWN = new MobileWalletError('SUBMISSION_UNKNOWN', 'Closed', {}, { cause: CLOSED });

const withCause = (cause: unknown, message = 'Failed'): Error => new Error(message, { cause });

const NONCES = { actualNonceValue: 'a', expectedNonceValue: 'b' };
const UNIMPLEMENTED = WALLET_STANDARD_ERROR__FEATURES__WALLET_FEATURE_UNIMPLEMENTED;
const FEATURE = { featureName: 'a:b', supportedChains: [], supportedFeatures: [], walletName: 'c' };

/** Makes what a library throws for the error of a wallet. */
const WRAPPERS: readonly (readonly [name: string, wrap: (error: unknown) => unknown])[] = [
  ['nothing', (error) => error],
  ['wallet-adapter', (error) => new WalletSignMessageError('User rejected', error)],
  ['wallet-adapter, without a message', (error) => new WalletSendTransactionError(undefined, error)],
  ['an error with a cause', (error) => withCause(error)],
  ['kit', (error) => new SolanaError(SOLANA_ERROR__INVALID_NONCE, { ...NONCES, cause: error })],
  ['Wallet Standard', (cause) => new WalletStandardError(UNIMPLEMENTED, { ...FEATURE, cause })],
  ['ConnectorKit', (error) => Object.assign(new Error('Failed'), { originalError: error })],
  ['an event of a page', (error) => ({ type: 'error', error })],
];

describe('an error of a wallet', () => {
  it.each(WRAPPERS)('is found in what %s throws', (_, wrap) => {
    expect(findMobileWalletError(wrap(REJECTED))).toBe(REJECTED);
    expect(findMobileWalletError(wrap(REJECTED), 'USER_REJECTED')).toBe(REJECTED);
    expect(findMobileWalletError(wrap(REJECTED), 'SESSION_CLOSED')).toBeUndefined();
    expect(findMobileWalletError(wrap(withCause(undefined)))).toBeUndefined();
  });

  it('is found in any wrappers of wrappers', () => {
    const wrappers = fc.array(fc.constantFrom(...WRAPPERS.map(([, wrap]) => wrap)), { maxLength: 20 });
    fc.assert(
      fc.property(wrappers, (wraps) => {
        const thrown = wraps.reduce((error, wrap) => wrap(error), REJECTED as unknown);
        expect(findMobileWalletError(thrown)).toBe(REJECTED);
      }),
    );
  });

  it('is found at any depth that a program can make by accident', () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((error) => withCause(error), REJECTED);
    expect(findMobileWalletError(deep)).toBe(REJECTED);
  });

  it('is the outermost one', () => {
    expect(findMobileWalletError(withCause(UNKNOWN))).toBe(UNKNOWN);
    expect(findMobileWalletError(withCause(UNKNOWN), 'SUBMISSION_UNKNOWN')).toBe(UNKNOWN);
    expect(findMobileWalletError(withCause(UNKNOWN), 'SESSION_CLOSED')).toBeUndefined();
    const both = Object.assign(withCause(withCause(REJECTED)), { error: UNKNOWN });
    expect(findMobileWalletError(both)).toBe(UNKNOWN);
  });

  it('is not one of several', () => {
    expect(findMobileWalletError(new AggregateError([REJECTED, UNKNOWN]))).toBeUndefined();
    expect(findMobileWalletError(new AggregateError([], 'Failed', { cause: REJECTED }))).toBe(REJECTED);
  });

  it('is not found in anything else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(findMobileWalletError(value)).toBeUndefined();
        expect(findMobileWalletError({ cause: value, error: value })).toBeUndefined();
      }),
    );
    const named = { name: 'MobileWalletError', code: 'USER_REJECTED' };
    expect(findMobileWalletError(named)).toBeUndefined();
    expect(findMobileWalletError(withCause(named))).toBeUndefined();
    // It would have no context to read.
    const codeless = Object.assign(new Error('a'), { name: 'MobileWalletError' });
    expect(findMobileWalletError(codeless)).toBeUndefined();
    expect(findMobileWalletError(Object.assign(codeless, { cause: REJECTED }))).toBe(REJECTED);
  });

  it('is found by its name, because a page may have two copies of this package', () => {
    const copy = Object.assign(new Error('No'), { name: 'MobileWalletError', code: 'USER_REJECTED' });
    expect(findMobileWalletError(withCause(copy), 'USER_REJECTED')).toBe(copy);
  });

  it('is found, or not, in a circle', () => {
    const circle: Record<string, unknown> = {};
    circle['cause'] = circle;
    circle['error'] = { error: circle, cause: circle };
    expect(findMobileWalletError(circle)).toBeUndefined();
    circle['error'] = { cause: circle, error: REJECTED };
    expect(findMobileWalletError(circle)).toBe(REJECTED);
  });
});

describe('a hostile error', () => {
  const fail = (): never => {
    throw new Error('Hostile');
  };

  it('does not throw from its members', () => {
    const thrower = {
      get error() {
        return fail();
      },
      cause: REJECTED,
    };
    expect(findMobileWalletError(thrower)).toBe(REJECTED);
    const named = Object.defineProperty(new Error('a'), 'name', { get: fail });
    expect(findMobileWalletError(Object.assign(named, { cause: REJECTED }))).toBe(REJECTED);
    const coded = Object.assign(new Error('a'), { name: 'MobileWalletError' });
    expect(
      findMobileWalletError(Object.defineProperty(coded, 'code', { get: fail }), 'USER_REJECTED'),
    ).toBeUndefined();
  });

  it('does not throw from a proxy', () => {
    const traps = { get: fail, has: fail, getPrototypeOf: fail };
    expect(findMobileWalletError(new Proxy({}, traps))).toBeUndefined();
    expect(findMobileWalletError({ error: new Proxy(REJECTED, traps) }, 'USER_REJECTED')).toBeUndefined();
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(findMobileWalletError(withCause(proxy))).toBeUndefined();
  });

  it('ends, although it has ever new causes', () => {
    const endless = (): object => ({
      get error() {
        return endless();
      },
      get cause() {
        return endless();
      },
    });
    expect(findMobileWalletError(endless())).toBeUndefined();
  });
});

describe('an error of a send', () => {
  const unsent = new MobileWalletError('NOT_SUBMITTED', 'No', {
    transactions: [{ status: 'not-submitted' }],
  });
  const sent = new MobileWalletError('ALREADY_SUBMITTED', 'No', { transactions: [] }, { cause: REJECTED });

  it.each(WRAPPERS)('is found inside %s, whichever of the three it is', (_, wrap) => {
    for (const error of [unsent, sent, UNKNOWN]) expect(findSendError(wrap(error))).toBe(error);
  });

  it('is none of another code, also if that has one as its cause', () => {
    const closed = new MobileWalletError('SESSION_CLOSED', 'Closed', {}, { cause: UNKNOWN });
    for (const error of [REJECTED, closed, new Error('x'), undefined])
      expect(findSendError(error)).toBeUndefined();
  });
});
