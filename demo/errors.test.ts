import { readFileSync } from 'node:fs';
import { WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED, WalletStandardError } from '@wallet-standard/errors';
import { MobileWalletError } from 'mobile-wallet-standard';
import { describe, expect, it } from 'vitest';
import { sendError } from '../test/support/sends.js';
import { describeError } from './errors.js';

const createSendError = (message: string, ...outcomes: readonly unknown[]) => {
  const { code, context } = sendError(...outcomes);
  return new MobileWalletError(code, message, context);
};
const createCoded = (code: string | number) => Object.assign(new Error('what the wallet said'), { code });

describe('describeError', () => {
  it('chooses the text by the code, and keeps code and message for the details', () => {
    const { title, code, message } = describeError(createCoded('WALLET_NOT_FOUND'));
    expect(title).toBe('Your wallet didn’t answer');
    expect({ code, message }).toEqual({ code: 'WALLET_NOT_FOUND', message: 'what the wallet said' });
  });

  it('has a text for every code of the library', () => {
    // The compiler checks that the guide's function has all of them.
    const guide = readFileSync(new URL('../docs/example/src/error-text.ts', import.meta.url), 'utf8');
    const codes = Array.from(guide.matchAll(/case '(\w+)'/g), ([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(20);
    const isUnknown = (code: string) => describeError(createCoded(code)).title === 'That did not work';
    expect(codes.filter((code) => !/SUBMI(T|S)/.test(code)).filter(isUnknown)).toEqual([]);
  });

  const CODED = [
    createCoded('USER_REJECTED'),
    createCoded(4001),
    new WalletStandardError(WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED),
  ];
  const TEXTS = [new Error('User rejected the request.'), new Error('Transaction cancelled'), 'User denied'];

  it('says "Your wallet declined" for a refusal in any wallet’s words, and does not call it a failure', () => {
    const describe = (sends: boolean) => (error: unknown) => describeError(error, sends);
    const all = [...[...CODED, ...TEXTS].map(describe(false)), ...CODED.map(describe(true))];
    for (const { title, advice, tone } of all) {
      expect({ title, tone }).toEqual({ title: 'Your wallet declined', tone: 'neutral' });
      // Whether it has sent something is only the wallet’s word.
      expect(advice).not.toMatch(/nothing|sent/i);
    }
  });

  it('takes no text for a refusal to send, because wallets have said it of what had failed', () => {
    for (const error of TEXTS) expect(describeError(error, true).tone).toBe('unsure');
  });

  it('does not mistake a known code for a refusal because of its message', () => {
    const error = createSendError('The cluster rejected it', null);
    expect(describeError(error).title).toBe('The transaction was not sent');
  });

  it('says which transactions were sent if the wallet could not send all', () => {
    const error = createSendError('x', new Uint8Array(64), null);
    expect(describeError(error).advice).toContain('Transaction 1 was sent. Transaction 2 was not sent.');
  });

  it('asks to check first whenever a transaction may have been sent', () => {
    expect(describeError(createCoded('SESSION_CLOSED')).advice).toContain('Nothing was signed');
    for (const error of [
      ...['SESSION_CLOSED', 'SESSION_TIMEOUT', 'INVALID_RESPONSE', 'PROTOCOL_VIOLATION', 'WALLET_ERROR'].map(
        createCoded,
      ),
      new MobileWalletError('SUBMISSION_UNKNOWN', 'x'),
      ...['INVALID_PAYLOADS', 'NOT_AUTHORIZED'].map(createCoded),
      new MobileWalletError('NOT_AUTHORIZED', 'x', { rpcCode: -1 }),
      new Error('The wallet returned no signature.'),
      'Unexpected error',
      undefined,
    ]) {
      const { tone, title, advice } = describeError(error, true);
      expect(tone).toBe('unsure');
      expect(title).toBe('We can’t tell if it was paid');
      expect(advice).toContain('before you pay again');
      expect(advice).not.toMatch(/try again/i);
    }
  });

  it('says that the user declined, and may have paid some of it', () => {
    const cause = new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
    const { context } = sendError(undefined, undefined);
    const error = new MobileWalletError('SUBMISSION_UNKNOWN', 'x', context, { cause });
    const { tone, title, advice } = describeError(error, true);
    expect(tone).toBe('unsure');
    expect(title).toBe('Your wallet declined, but may have sent some of it');
    expect(advice).toContain('Check your balance before you pay again.');
  });

  it('does not warn about a send that never reached the wallet', () => {
    for (const code of ['WALLET_NOT_FOUND', 'USER_GESTURE_REQUIRED', 'CHAIN_UNREACHABLE', 'NO_TEST_SOL']) {
      expect(describeError(createCoded(code), true).tone, code).toBe('failure');
    }
  });

  it('says that a send failed if the library says that nothing was sent', () => {
    for (const code of [
      'SESSION_CLOSED',
      'PROTOCOL_VIOLATION',
      'INVALID_PAYLOADS',
      'NOT_AUTHORIZED',
    ] as const) {
      const error = new MobileWalletError(code, 'x');
      for (const thrown of [error, new Error('wrapped', { cause: error })]) {
        expect(describeError(thrown, true).tone, code).toBe('failure');
      }
    }
  });

  it('says why a transaction was not sent if the wallet quotes its node', () => {
    const message = 'Transaction results in an account (0) with insufficient funds for rent';
    const error = createSendError(message, null);
    expect(describeError(error, true).advice).toContain('too little test SOL to exist');
  });

  it('describes anything that may be thrown', () => {
    for (const thrown of [new TypeError('x'), undefined, null, {}, 7]) {
      expect(describeError(thrown).title).toBe('That did not work');
    }
  });
});
