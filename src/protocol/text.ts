/**
 * Characters that change how the text around them is shown without being seen themselves: control characters (line
 * breaks are among them), line and paragraph separators, bidirectional controls, and halves of surrogate pairs.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/** Whether `text` has only characters that stay within their line and are shown where they stand. */
export function isPlainText(text: string): boolean {
  return text.search(UNSAFE) === -1;
}

/** Removes all other characters than {@link isPlainText} allows. */
export function toPlainText(text: string): string {
  return text.replace(UNSAFE, '');
}
