import { type ParseArgsConfig, parseArgs } from 'node:util';
import { getErrorMessage } from '../../explain/foreign.js';
import { splitVisibleText } from '../../explain/text.js';

/** The lowest and the highest value of each option that is a whole number. */
const LIMITS = { port: [0, 65_535], accounts: [1, 100], delay: [0, 600_000] } as const;
/** How many letters may be wrong in a word, for which another one is suggested. */
const MAX_DISTANCE = 3;

/** A failure that the user can mend. Its message is one sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Parses arguments as `parseArgs` does, but throws a {@link CommandError}. */
export function parseArguments<TConfig extends ParseArgsConfig>(
  config: TConfig,
): ReturnType<typeof parseArgs<TConfig>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // `parseArgs` quotes the option.
    const [, option] = /^Unknown option '(-[^']*)'/.exec(getErrorMessage(error)) ?? [];
    if (option === undefined) throw new CommandError(getMessage(error));
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    const nearest = suggest(option, options);
    throw new CommandError(`There is no option ${showText(option)}${nearest} See --help.`);
  }
}

/** Parses an option; throws a {@link CommandError} unless it is a whole number within its limits. */
export function parseNumber(name: keyof typeof LIMITS, text: string): number {
  const [min, max] = LIMITS[name];
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new CommandError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** Returns the URL of `--cluster`; throws a {@link CommandError} if it is not an HTTP URL. */
export function parseClusterUrl(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new CommandError('--cluster must be the http: or https: URL of a JSON-RPC.');
}

/** Returns the message of an error as a sentence. */
export function getMessage(error: unknown): string {
  const message = showText(getErrorMessage(error)).trim();
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/**
 * Returns text that others wrote for a terminal, with invisible characters by their code points: they could
 * control it.
 */
export function showText(text: string): string {
  return splitVisibleText(text)
    .map((part) => ('text' in part ? part.text : `<${part.hidden}>`))
    .join('');
}

/**
 * Returns `: did you mean "…"?` with the word that is most like the one that was typed, or a full stop if
 * none is.
 */
export function suggest(typed: string, words: readonly string[]): string {
  const [nearest] = words
    .map((word) => ({ word, distance: getDistance(typed, word) }))
    .filter(
      ({ word, distance }) => distance <= Math.min(MAX_DISTANCE, word.length / 2) || word.startsWith(typed),
    )
    .sort((a, b) => a.distance - b.distance);
  return nearest ? `: did you mean ${nearest.word}?` : '.';
}

/** Returns how many letters have to be added, removed or replaced to make `b` of `a` (Levenshtein). */
function getDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
