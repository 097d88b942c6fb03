import {
  createSignInText,
  encodeBase64,
  encodeOffchainMessage,
  encodeUtf8,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatCount,
  formatHex,
  formatNumber,
  formatSol,
  formatUnits,
  getMessageText,
  isSignInMessage,
  isVisibleText,
  shortenAddress,
  splitVisibleText,
} from './text.js';

describe('formatSol', () => {
  it('writes lamports in SOL without trailing zeros', () => {
    expect(formatSol(0n)).toBe('0 SOL');
    expect(formatSol(5_000n)).toBe('0.000005 SOL');
    expect(formatSol(500_000_000n)).toBe('0.5 SOL');
    expect(formatSol(1n)).toBe('0.000000001 SOL');
  });

  it('groups thousands, and keeps every digit of amounts beyond 2^53', () => {
    expect(formatSol(1_234_500_000_000n)).toBe('1,234.5 SOL');
    expect(formatSol(18_446_744_073_709_551_615n)).toBe('18,446,744,073.709551615 SOL');
  });
});

describe('formatHex', () => {
  it('writes two digits for each byte', () => {
    expect(formatHex(Uint8Array.of(0, 15, 255))).toBe('00 0f ff');
  });

  it('is empty for no bytes', () => {
    expect(formatHex(new Uint8Array())).toBe('');
  });
});

describe('formatCount', () => {
  it('uses the singular for one only', () => {
    expect([0, 1, 2_000].map((count) => formatCount(count, 'byte'))).toEqual([
      '0 bytes',
      '1 byte',
      '2,000 bytes',
    ]);
  });
});

describe('splitVisibleText', () => {
  it('returns visible text of any script, line breaks and tabs included, as one part', () => {
    const text = 'Grüße, мир\r\n\t你好 שלום می‌خواهم 👨‍👩‍👧 🏳️‍🌈 ✅';
    expect(splitVisibleText(text)).toEqual([{ text }]);
  });

  it('names invisible characters by their code points', () => {
    expect(splitVisibleText('a\u202eb')).toEqual([{ text: 'a' }, { hidden: 'U+202E' }, { text: 'b' }]);
    for (const [character, name] of [
      ['\u0000', 'U+0000'],
      ['\u001b', 'U+001B'],
      ['\u007f', 'U+007F'],
      ['\u0085', 'U+0085'],
      ['\u00ad', 'U+00AD'],
      ['\u200b', 'U+200B'],
      ['\u200f', 'U+200F'],
      ['\u2028', 'U+2028'],
      ['\u2066', 'U+2066'],
      ['\ufeff', 'U+FEFF'],
      ['\ud800', 'U+D800'],
      ['\ue000', 'U+E000'],
      ['\u{e0041}', 'U+E0041'],
    ] as const) {
      expect(splitVisibleText(character)).toEqual([{ hidden: name }]);
    }
  });

  it('names a carriage return without a line feed', () => {
    expect(splitVisibleText('evil\rgood')).toEqual([
      { text: 'evil' },
      { hidden: 'U+000D' },
      { text: 'good' },
    ]);
  });

  it('names a joiner that is not inside a word or an emoji', () => {
    expect(splitVisibleText('\u200da')).toEqual([{ hidden: 'U+200D' }, { text: 'a' }]);
    expect(splitVisibleText('a \u200c')).toEqual([{ text: 'a ' }, { hidden: 'U+200C' }]);
  });

  it('returns no parts for empty text', () => {
    expect(splitVisibleText('')).toEqual([]);
  });
});

describe('isVisibleText', () => {
  it('is true only if every character is visible', () => {
    expect(isVisibleText('Hello\n')).toBe(true);
    expect(isVisibleText('Hel\u0000lo')).toBe(false);
  });
});

describe('getMessageText', () => {
  it('prefers text for printable UTF-8', () => {
    expect(getMessageText(encodeUtf8('Hello ✓'))).toEqual({ text: 'Hello ✓', prefersText: true });
  });

  it('prefers bytes if the text has invisible characters', () => {
    expect(getMessageText(encodeUtf8('a\u0000'))).toEqual({ text: 'a\u0000', prefersText: false });
  });

  it('has no text for bytes that are not UTF-8', () => {
    expect(getMessageText(Uint8Array.of(0xff, 0xfe))).toEqual({ prefersText: false });
  });

  it('prefers bytes for an empty message', () => {
    expect(getMessageText(new Uint8Array())).toEqual({ text: '', prefersText: false });
  });
});

describe('formatNumber', () => {
  it('groups the digits of numbers of any length', () => {
    expect([0, 999, 1_000, 1_234_567].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect(formatNumber(18_446_744_073_709_551_615n)).toBe('18,446,744,073,709,551,615');
  });
});

describe('formatUnits', () => {
  it.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_000_000_000n, 9, '1'],
    [1_234_500_000n, 9, '1.2345'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
    [42n, 0, '42'],
  ])('%d with %d decimals', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text);
  });
});

describe('formatAmount', () => {
  it('groups the digits before the point', () => {
    expect(formatAmount(18_446_744_073_709_551_615n, 9)).toBe('18,446,744,073.709551615');
    expect(formatAmount(1_000_042n, 0)).toBe('1,000,042');
    expect(formatAmount(1n, 9)).toBe('0.000000001');
  });
});

describe('shortenAddress', () => {
  it('keeps four characters of the start and four of the end', () => {
    expect(shortenAddress('4wBqpZM9k69W87zdYXT2bRtLViWqTiJV3i2Kn9q7S6j')).toBe('4wBq…7S6j');
  });

  it('leaves short text whole', () => {
    expect(shortenAddress('short')).toBe('short');
  });
});

describe('isSignInMessage', () => {
  const text = createSignInText({ domain: 'example.com', address: 'A', nonce: 'abcdefgh' });
  const wrap = (content: string) =>
    encodeOffchainMessage({ text: content, addresses: [encodeBase64(new Uint8Array(32))] });

  it.each<[what: string, message: Uint8Array, is: boolean]>([
    ['a sign-in text', encodeUtf8(text), true],
    ['an off-chain message with a sign-in text', wrap(text), true],
    ['another text', encodeUtf8('Hello'), false],
    ['another off-chain message', wrap('Hello'), false],
    ['an off-chain message with a damaged sign-in text', wrap(text).slice(0, -20), false],
    ['bytes', Uint8Array.of(0xff, 0xfe), false],
    ['nothing', new Uint8Array(), false],
  ])('of %s', (_, message, is) => {
    expect(isSignInMessage(message)).toBe(is);
  });
});
