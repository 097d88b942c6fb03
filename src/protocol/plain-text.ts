/**
 * Invisible characters that change how the text around them is shown: control characters (including line breaks), line
 * and paragraph separators, bidirectional controls, and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

const MAX_LABEL_LENGTH = 128;

/** Whether `text` is one line without characters that change how the text around them is shown. */
export function isPlainText(text: string): boolean {
  return text.search(UNSAFE) === -1;
}

/** Returns the beginning of a text that pages show, in plain text ({@link isPlainText}). */
export function getLabel(text: string): string {
  return text.slice(0, MAX_LABEL_LENGTH).replace(UNSAFE, '');
}
