import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage, tryParseJson } from '../../explain/foreign.js';
import { splitVisibleText } from '../../explain/text.js';

/** The lowest and the highest value of each option that is a whole number. */
const LIMITS = { port: [0, 65_535], accounts: [1, 100], delay: [0, 600_000] } as const;

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
    throw new CommandError(
      `There is no option ${showText(option)}: the options are ${options.join(', ')}. See --help.`,
    );
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

/** Returns the object of `--chain`. The chain checks its members. Throws a {@link CommandError} for none. */
export function parseChain(text: string): JsonObject {
  const options = tryParseJson(text);
  if (isJsonObject(options)) return options;
  throw new CommandError('--chain must be a JSON object, such as {"stages":true}.');
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
