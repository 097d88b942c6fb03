import {
  type Address,
  OffchainMessageContentFormat as Format,
  getAddressDecoder,
  getOffchainMessageEncoder,
  type OffchainMessage,
  type OffchainMessageV0,
} from '@solana/kit';
import fc from 'fast-check';
import { concatBytes, encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { readOffchainMessage } from './offchain-message.js';

const START = concatBytes(Uint8Array.of(0xff), encodeUtf8('solana offchain'));
const KEY = new Uint8Array(32).fill(7);
const TEXT = encodeUtf8('Hi');
const APPLICATION_DOMAIN = '11111111111111111111111111111111' as OffchainMessageV0['applicationDomain'];

const encode = (message: OffchainMessage) => Uint8Array.from(getOffchainMessageEncoder().encode(message));
const signers = fc.uniqueArray(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key): Address => getAddressDecoder().decode(key)),
  { minLength: 1, maxLength: 8 },
);
// Kit leaves out zeros, and then refuses version 0 for its length.
const unicode = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  .filter((text) => !text.includes('\0'));
const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 900 });
const content = fc.oneof(
  ascii.map((text) => ({ format: Format.RESTRICTED_ASCII_1232_BYTES_MAX, text })),
  unicode.map((text) => ({ format: Format.UTF8_1232_BYTES_MAX, text })),
  fc
    .tuple(unicode, fc.integer({ min: 1, max: 60 }))
    .map(([text, times]) => ({ format: Format.UTF8_65535_BYTES_MAX, text: text.repeat(times) })),
);

describe('an off-chain message', () => {
  it('of version 0 is read as kit writes it, in every format', () => {
    fc.assert(
      fc.property(content, signers, (given, addresses) => {
        const requiredSignatories = addresses.map((address) => ({ address }));
        const message = {
          version: 0,
          applicationDomain: APPLICATION_DOMAIN,
          content: given,
          requiredSignatories,
        };
        const bytes = encode(message as unknown as OffchainMessage);
        expect(readOffchainMessage(bytes)).toEqual({ version: 0, text: given.text, signers: addresses });
      }),
    );
  });

  it('of version 1 is read as kit writes it', () => {
    fc.assert(
      fc.property(unicode, signers, (text, addresses) => {
        const requiredSignatories = addresses.map((address) => ({ address }));
        const read = readOffchainMessage(encode({ version: 1, content: text, requiredSignatories }));
        expect(read).toEqual({ version: 1, text, signers: expect.arrayContaining(addresses) });
      }),
    );
  });

  const whole = [
    encode({
      version: 1,
      content: 'Hi',
      requiredSignatories: [{ address: getAddressDecoder().decode(KEY) }],
    }),
    concatBytes(START, Uint8Array.of(0), KEY, Uint8Array.of(1, 1), KEY, Uint8Array.of(2, 0), TEXT),
  ] as const;

  it.each<[what: string, bytes: Uint8Array]>([
    ['ends after the domain', START],
    ['is of a later version', concatBytes(START, Uint8Array.of(2, 1), KEY, TEXT)],
    ['has no signers', concatBytes(START, Uint8Array.of(1, 0), TEXT)],
    ['has signers out of order', concatBytes(START, Uint8Array.of(1, 2), KEY, new Uint8Array(32), TEXT)],
    ['is no UTF-8', concatBytes(whole[0], Uint8Array.of(0xc3))],
    ['has no text', whole[0].subarray(0, -TEXT.length)],
    ['of version 0 is cut', whole[1].subarray(0, -1)],
    ['of version 0 is no UTF-8', concatBytes(whole[1].subarray(0, -1), Uint8Array.of(0xc3))],
    ['of version 0 has no application domain', concatBytes(START, Uint8Array.of(0, 0, 2, 0), TEXT)],
  ])('that %s is damaged', (_, bytes) => {
    expect(whole.map(readOffchainMessage)).not.toContain('damaged');
    expect(readOffchainMessage(bytes)).toBe('damaged');
  });

  it.each([TEXT, new Uint8Array(), START.subarray(1), START.subarray(0, -1)])(
    'is nothing else: %#',
    (bytes) => {
      expect(readOffchainMessage(bytes)).toBeUndefined();
    },
  );
});
