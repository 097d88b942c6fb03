import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';

/** A run of characters that show themselves, or one that does not, by its name (`U+202E`). */
export type TextPart = Readonly<{ text: string } | { hidden: string }>;

/** Controls, formats (bidirectional ones among them), line separators, lone surrogates, and the unassigned. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
/** Emoji and several scripts are written with joiners; the variation selectors are marks, and so not in the set. */
const JOINED = /[\p{L}\p{M}\p{Emoji}]/u;
const JOINERS = ['\u200c', '\u200d'];

/**
 * Splits a stranger's text into what can be seen and what cannot: line feeds, tabs, the carriage return before a
 * line feed and joiners within words and emoji count as seen; every other invisible character is named.
 */
export function splitVisibleText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const characters = Array.from(text);
  let run = '';
  for (const [index, character] of characters.entries()) {
    if (isSeen(character, characters[index - 1], characters[index + 1])) {
      run += character;
      continue;
    }
    if (run) parts.push({ text: run });
    run = '';
    parts.push({ hidden: getCodePointName(character) });
  }
  if (run) parts.push({ text: run });
  return parts;
}

/** Tells whether every character of a text shows itself. */
export function isVisibleText(text: string): boolean {
  return splitVisibleText(text).every((part) => 'text' in part);
}

/**
 * How to show the bytes of a message: as `text` when they are UTF-8 (else there is none), and whether text is
 * what a person should see first.
 */
export function getMessageText(message: Uint8Array): Readonly<{ text?: string; prefersText: boolean }> {
  try {
    const text = decodeUtf8(message);
    return { text, prefersText: text !== '' && isVisibleText(text) };
  } catch {
    return { prefersText: false };
  }
}

function isSeen(character: string, before: string | undefined, after: string | undefined): boolean {
  if (character === '\n' || character === '\t') return true;
  if (character === '\r') return after === '\n';
  if (JOINERS.includes(character)) return JOINED.test(before ?? '') && JOINED.test(after ?? '');
  return !INVISIBLE.test(character);
}

function getCodePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
