import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import fc from 'fast-check';
import {
  createSignInText,
  decodeBase58,
  encodeBase64,
  encodeOffchainMessage,
  encodeUtf8,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../test/support/any-text.js';
import { getMessageWarnings } from './message-warnings.js';
import type { SignInContext } from './sign-in-warnings.js';

const ACCOUNT = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
const context: SignInContext = {
  addresses: [ACCOUNT],
  chain: 'solana:devnet',
  now: Date.parse('2026-11-20T12:00:00Z'),
  identityUri: 'https://example.com',
};
const getCodes = (message: Uint8Array) => getMessageWarnings(message, context).map(({ code }) => code);

function createOffchain(text: string, signer = decodeBase58(ACCOUNT)): Uint8Array {
  return encodeOffchainMessage({ text, addresses: [encodeBase64(signer)] });
}

function createTransaction(version: 'legacy' | 0 | 1) {
  const payer = address(ACCOUNT);
  const memo = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 0n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstruction({ programAddress: memo, data: encodeUtf8('Hello') }, message),
    compileTransaction,
  );
}

describe('the warnings of a message', () => {
  it.each(['legacy', 0, 1] as const)(
    'tell a transaction of version %s, with and without signatures',
    (version) => {
      const transaction = createTransaction(version);
      const wire = Uint8Array.from(getTransactionEncoder().encode(transaction));
      expect(getCodes(wire)).toEqual(['message-is-transaction']);
      expect(getCodes(Uint8Array.from(transaction.messageBytes))).toEqual(['message-is-transaction']);
      expect(getMessageWarnings(wire, context)[0]?.level).toBe('danger');
      expect(getCodes(Uint8Array.from(transaction.messageBytes.slice(1)))).toEqual([]);
    },
  );

  it.each<[what: string, message: Uint8Array]>([
    ['an ordinary text', encodeUtf8('Hello, world!\nTotal:\t5 €\r\nThank you 👩‍👩‍👧')],
    ['an empty message', new Uint8Array()],
    ['bytes', Uint8Array.of(0xff, 0xfe, 0, 1)],
    ['bytes that happen to be UTF-8', Uint8Array.of(1, 2, 3, 4, 65, 66)],
    ['one zero byte', Uint8Array.of(0)],
    ['zeros', new Uint8Array(200)],
    ['a hash', Uint8Array.from({ length: 32 }, (_, index) => index * 7)],
    [
      'bytes that begin as an off-chain message',
      Uint8Array.of(0xff, ...encodeUtf8('solana offchain'), 0, 0, 2, 0, 72, 105),
    ],
    ['an off-chain message of version 1', createOffchain('Hello')],
    ['a sign-in text', encodeUtf8(createSignInText({ domain: 'example.com', address: ACCOUNT }))],
  ])('are none for %s', (_, message) => {
    expect(getCodes(message)).toEqual([]);
  });

  it('are those of a sign-in text that came as a message', () => {
    const text = createSignInText({ domain: 'evil.example', address: ACCOUNT, chainId: 'mainnet' });
    expect(getCodes(encodeUtf8(text))).toEqual(['other-domain', 'other-chain']);
  });

  it('are those of the text of an off-chain message', () => {
    expect(getCodes(createOffchain('Pay\u200b Bob'))).toEqual(['invisible-characters']);
    const text = createSignInText({ domain: 'evil.example', address: ACCOUNT });
    expect(getCodes(createOffchain(text))).toEqual(['other-domain']);
  });

  it('tell of an account that an off-chain message does not ask to sign', () => {
    expect(getMessageWarnings(createOffchain('Hello', new Uint8Array(32)), context)).toEqual([
      {
        code: 'not-a-signer',
        level: 'caution',
        text: 'This off-chain message does not ask for a signature of 4wBq…Vigw, so nobody needs it.',
      },
    ]);
  });

  it.each([
    ['a reversed text', 'Send 5 to \u202eecilA', '1 character'],
    ['invisible letters', 'Pay\u200b Bob\u2060\ufeff', '3 characters'],
    ['a byte order mark', '\ufeffHello', '1 character'],
    ['a terminal’s control characters', 'Hello\u001b[2K', '1 character'],
    ['a carriage return that would hide a line', 'Pay 100\rPay 1', '1 character'],
  ])('tell of %s', (_, text, count) => {
    expect(getMessageWarnings(encodeUtf8(text), context)).toEqual([
      {
        code: 'invisible-characters',
        level: 'caution',
        text: `This text has ${count} that cannot be seen. It may say something else than it seems to say.`,
      },
    ]);
  });

  it('never take text for a transaction, and never throw', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        expect(getCodes(encodeUtf8(text))).not.toContain('message-is-transaction');
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => getMessageWarnings(bytes, context)).not.toThrow();
      }),
    );
  });
});
