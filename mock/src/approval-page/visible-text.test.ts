import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { getMessageText, isVisibleText, splitVisibleText } from './visible-text.js';

describe('splitVisibleText', () => {
  it('leaves text in any script, with line breaks and tabs, in one piece', () => {
    const text = 'Grüße, мир\r\n\t你好 שלום می‌خواهم 👨‍👩‍👧 🏳️‍🌈 ✅';
    expect(splitVisibleText(text)).toEqual([{ text }]);
  });

  it('names characters that reorder, hide or control', () => {
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

  it('names a carriage return that would hide what stands before it', () => {
    expect(splitVisibleText('evil\rgood')).toEqual([
      { text: 'evil' },
      { hidden: 'U+000D' },
      { text: 'good' },
    ]);
  });

  it('names a joiner that joins nothing', () => {
    expect(splitVisibleText('\u200da')).toEqual([{ hidden: 'U+200D' }, { text: 'a' }]);
    expect(splitVisibleText('a \u200c')).toEqual([{ text: 'a ' }, { hidden: 'U+200C' }]);
  });

  it('has no part for empty text', () => {
    expect(splitVisibleText('')).toEqual([]);
  });
});

describe('isVisibleText', () => {
  it('tells text that shows all its characters from text that does not', () => {
    expect(isVisibleText('Hello\n')).toBe(true);
    expect(isVisibleText('Hel\u0000lo')).toBe(false);
  });
});

describe('getMessageText', () => {
  it('prefers the text of printable UTF-8', () => {
    expect(getMessageText(encodeUtf8('Hello ✓'))).toEqual({ text: 'Hello ✓', prefersText: true });
  });

  it('prefers bytes where the text has invisible characters', () => {
    expect(getMessageText(encodeUtf8('a\u0000'))).toEqual({ text: 'a\u0000', prefersText: false });
  });

  it('has no text for bytes that are not UTF-8', () => {
    expect(getMessageText(Uint8Array.of(0xff, 0xfe))).toEqual({ prefersText: false });
  });

  it('prefers bytes for an empty message, which has nothing to read', () => {
    expect(getMessageText(new Uint8Array())).toEqual({ text: '', prefersText: false });
  });
});
