import {
  type Address,
  getAddressDecoder,
  getOffchainMessageV1Decoder,
  getOffchainMessageV1Encoder,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { decodeBase58 } from '../util/base58.js';
import { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { attempt } from '../util/errors.js';
import { decodeOffchainMessage, encodeOffchainMessage } from './offchain-message.js';

const toKitAddress = (address: string): Address => getAddressDecoder().decode(decodeBase64(address));
const ADDRESS = encodeBase64(new Uint8Array(32).fill(7));
const START = concatBytes(Uint8Array.of(0xff), encodeUtf8('solana offchain'));
const KEYS = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];

/** Texts of all scripts, with invisible characters, and more than 65,535 bytes. */
const text = fc.oneof(
  anyText({ minLength: 1, maxLength: 2000 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('\0', '\ufeffBOM', '\ud83d\ude00', 'x'.repeat(1232), '€'.repeat(30_000)),
);
const addresses = fc
  .uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase64), {
    minLength: 1,
    maxLength: 12,
  })
  .chain((few) => fc.constantFrom(few, [...few].reverse()));
const message = fc.record({ text, addresses });

describe('an off-chain message', () => {
  it('has the bytes that kit writes, whatever its text and signers', () => {
    fc.assert(
      fc.property(message, (offchainMessage) => {
        const requiredSignatories = offchainMessage.addresses.map((each) => ({
          address: toKitAddress(each),
        }));
        const kit = getOffchainMessageV1Encoder().encode({
          version: 1,
          content: offchainMessage.text,
          requiredSignatories,
        });
        expect(encodeOffchainMessage(offchainMessage)).toEqual(Uint8Array.from(kit));
      }),
    );
  });

  it('has 255 signers at most, as kit allows', () => {
    const many = Array.from({ length: 256 }, (_, index) => encodeBase64(new Uint8Array(32).fill(index)));
    const bytes = encodeOffchainMessage({ text: 'Hi', addresses: many.slice(1).reverse() });
    expect(decodeOffchainMessage(bytes)).toEqual({ text: 'Hi', addresses: many.slice(1) });
    expect(getOffchainMessageV1Decoder().decode(bytes).requiredSignatories).toHaveLength(255);
    expect(() => encodeOffchainMessage({ text: 'Hi', addresses: many })).toThrow('`addresses`');
  });

  it.each(['a\ud800', '\udfff', '\ude00\ud83d'])('with a lone surrogate is refused, in %j', (wrong) => {
    // UTF-8 would have another character in its place, so the user would sign another text than the dapp's.
    const offchainMessage = { text: wrong, addresses: KEYS.map(encodeBase64) };
    expect(() => encodeOffchainMessage(offchainMessage)).toThrow(
      '`text` must be a non-empty string without lone surrogates',
    );
  });

  it('is read as it was written, with its signers sorted', () => {
    fc.assert(
      fc.property(message, (offchainMessage) => {
        const decoded = decodeOffchainMessage(encodeOffchainMessage(offchainMessage));
        expect(decoded.text).toBe(offchainMessage.text);
        const sorted = offchainMessage.addresses
          .map((each) => Buffer.from(each, 'base64'))
          .sort(Buffer.compare);
        expect(decoded.addresses).toEqual(sorted.map((key) => key.toString('base64')));
      }),
    );
  });

  it('is read from bytes if and only if kit reads it there', () => {
    const whole = encodeOffchainMessage({ text: 'Hello', addresses: KEYS.map(encodeBase64) });
    const edit = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      byte: fc.integer({ min: 0, max: 127 }),
      cut: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(edit, ({ at, byte, cut }) => {
        const bytes = whole.slice(0, whole.length - cut);
        bytes[at] = byte;
        const decoded = attempt(() => decodeOffchainMessage(bytes));
        // Kit drops what it takes for padding.
        const kit = attempt(() => getOffchainMessageV1Decoder().decode(bytes));
        expect(decoded?.text.replaceAll('\0', '')).toBe(kit?.content);
        expect(decoded?.addresses.map(toKitAddress)).toEqual(
          kit?.requiredSignatories.map(({ address }) => address),
        );
      }),
    );
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['nothing', new Uint8Array()],
    [
      'another domain',
      concatBytes(encodeUtf8('?solana offchain'), Uint8Array.of(1, 1), KEYS[0], encodeUtf8('a')),
    ],
    ['the domain alone', START],
    ['version 0', concatBytes(START, Uint8Array.of(0, 1), KEYS[0], encodeUtf8('a'))],
    ['version 2', concatBytes(START, Uint8Array.of(2, 1), KEYS[0], encodeUtf8('a'))],
    ['no signers', concatBytes(START, Uint8Array.of(1, 0), encodeUtf8('a'))],
    ['no text', concatBytes(START, Uint8Array.of(1, 1), KEYS[0])],
    ['part of a signer', concatBytes(START, Uint8Array.of(1, 2), KEYS[0], KEYS[1].subarray(1))],
    ['signers out of order', concatBytes(START, Uint8Array.of(1, 2), KEYS[1], KEYS[0], encodeUtf8('a'))],
    ['a signer twice', concatBytes(START, Uint8Array.of(1, 2), KEYS[0], KEYS[0], encodeUtf8('a'))],
    ['text that is not UTF-8', concatBytes(START, Uint8Array.of(1, 1), KEYS[0], Uint8Array.of(0xc3))],
    ['no bytes', 'text' as never],
  ])('is not read from %s', (_, bytes) => {
    expect(() => decodeOffchainMessage(bytes)).toThrowWith('INVALID_ARGUMENT');
  });

  it.each<[argument: string, offchainMessage: unknown]>([
    ['message', 'text'],
    ['text', undefined],
    ['text', { text: '', addresses: [ADDRESS] }],
    ['text', { text: 5, addresses: [ADDRESS] }],
    ['addresses', { text: 'Hi' }],
    ['addresses', { text: 'Hi', addresses: [] }],
    ['addresses', { text: 'Hi', addresses: [ADDRESS, ADDRESS] }],
    ['addresses[0]', { text: 'Hi', addresses: ['11111111111111111111111111111111'] }],
    ['addresses[1]', { text: 'Hi', addresses: [ADDRESS, decodeBase58('1')] }],
  ])('needs a right `%s`: %j', (argument, offchainMessage) => {
    const encode = () => encodeOffchainMessage(offchainMessage as never);
    expect(encode).toThrowWith('INVALID_ARGUMENT', { argument });
  });
});
