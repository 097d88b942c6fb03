/** One step between this page and the wallet, as the library's debug log tells it. */
export type Step = Readonly<{
  /** Which way it goes: from the page to the wallet, back, or neither. */
  direction: 'out' | 'back' | 'none';
  /** E.g. `authorize`, or `Opens the wallet app`. */
  label: string;
  /** E.g. `312 characters`, or `error -1`. */
  detail?: string;
  /** Whether the session is over with it. */
  isEnd?: boolean;
  /** Milliseconds since the page was loaded. */
  at: number;
}>;

const PREFIX = /^\[mobile wallet\] \+\d+ ms /;
const LINES: readonly (readonly [RegExp, (match: RegExpExecArray) => Omit<Step, 'at'>])[] = [
  [/^opening /, () => ({ direction: 'out', label: 'Opens the wallet app' })],
  [/^showing a code/, () => ({ direction: 'none', label: 'Shows a code for another device' })],
  [/^a wallet has joined/, () => ({ direction: 'back', label: 'Joins by the code' })],
  [
    /^open: protocol (\S+)/,
    ([, protocol = '']) => ({
      direction: 'none',
      label: 'Encrypted session',
      detail: `protocol ${protocol}`,
    }),
  ],
  [/^→ (\S+): (.+)$/, ([, label = '', detail = '']) => ({ direction: 'out', label, detail })],
  [/^← (\S+): (.+)$/, ([, label = '', detail = '']) => ({ direction: 'back', label, detail })],
  [
    /^closed( by the wallet)?/,
    ([, by]) => ({ direction: by ? 'back' : 'out', label: 'Closes the session', isEnd: true }),
  ],
];

/** Reads a line of the library's debug log. Returns `undefined` for one that this page does not know. */
export function readStep(line: string, at: number): Step | undefined {
  const text = line.replace(PREFIX, '');
  for (const [pattern, describe] of LINES) {
    const match = pattern.exec(text);
    if (match) return { ...describe(match), at };
  }
  return undefined;
}

const listeners = new Set<(step: Step) => void>();

/** Takes a line of the debug log: the value for the option `debug` of the library. */
export function recordLine(line: string): void {
  const step = readStep(line, performance.now());
  if (step) for (const listener of listeners) listener(step);
}

/** Calls `listener` with every step from now on, until the returned function is called. */
export function watchSteps(listener: (step: Step) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
