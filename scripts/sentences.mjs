/** @typedef {Readonly<{ line: number, message: string }>} Problem */

const WORDS = ['zero', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** How many of the smallest unit each has: bytes, milliseconds or nothing. A number without a unit is 1 of it. */
const UNITS = { KB: 1e3, KiB: 1024, MB: 1e6, bytes: 1, ms: 1, s: 1e3, second: 1e3, minute: 60e3 };
const FIGURE = String.raw`((?:\d[\d,]*(?:\.\d+)?|${WORDS.join('|')}|one)(?:\s(?:KB|KiB|MB|bytes|ms|s|seconds?|minutes?)\b)?)`;

/**
 * Compares the figures of a sentence with what they should be, wherever it stands. `text` may break its lines elsewhere.
 *
 * @param {string} text the document
 * @param {string} sentence a part of the document, with the source of each figure in its place: `waits {LIMIT_MS} for it`
 * @param {(source: string) => number | undefined} getFigure
 * @returns {Readonly<{ problems: readonly Problem[], rest: string }>} `rest` is the text without these figures
 */
export function checkSentence(text, sentence, getFigure) {
  const parts = sentence.split(/\{(.+?)\}/);
  const sources = parts.filter((_, index) => index % 2 === 1);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? FIGURE : escapePattern(part))).join('');
  const matches = [...text.matchAll(new RegExp(pattern, 'g'))];
  if (matches.length === 0)
    return { problems: [{ line: 1, message: `nothing reads like "${sentence}"` }], rest: text };
  const problems = matches.flatMap(({ index: at, ...shown }) =>
    sources.flatMap((source, index) => {
      const figure = getFigure(source);
      const is = shown[index + 1] ?? '';
      if (figure !== undefined && isSame(is, figure)) return [];
      const line = text.slice(0, at).split('\n').length;
      return [{ line, message: `"${is}" should be ${figure ?? 'something else'}: ${source}` }];
    }),
  );
  return { problems, rest: text.replace(new RegExp(pattern, 'g'), '') };
}

/**
 * Returns a pattern for a text, whose words may be on several lines.
 *
 * @param {string} part
 */
export function escapePattern(part) {
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}

/**
 * Whether a figure is the shown one, rounded as that is: 6,169 is `6.2 KB` and `6 KB`, and 60,000 is `a minute`.
 *
 * @param {string} shown
 * @param {number} figure
 */
function isSame(shown, figure) {
  const [amount = '', unit = ''] = shown.split(/\s/);
  const word = WORDS.indexOf(amount.replace('one', 'a'));
  const value = word < 0 ? Number(amount.replaceAll(',', '')) : word;
  const size = UNITS[/** @type {keyof typeof UNITS} */ (unit.replace(/^(second|minute)s$/, '$1'))] ?? 1;
  const digits = amount.split('.')[1]?.length ?? 0;
  return (figure / size).toFixed(digits) === value.toFixed(digits);
}
