import type { ProgressState } from 'mobile-wallet-standard';
import { useEffect, useState } from 'preact/hooks';

/** One step between this page and the wallet, as the library's debug log tells it. */
export type Step = Readonly<{
  /** Which way it goes: from the page to the wallet, back, or neither. */
  direction: 'out' | 'back' | 'none';
  /** E.g. `authorize`, or `Opens the wallet app`. */
  label: string;
  /** E.g. `312 characters`, or `error -1`. */
  detail?: string;
  /** Whether the user has to go to the wallet for it. */
  isVisit?: boolean;
  /** Milliseconds since the page was loaded. */
  at: number;
}>;

const PREFIX = /^\[mobile wallet\] \+\d+ ms /;
const LINES: readonly (readonly [RegExp, (match: RegExpExecArray) => Omit<Step, 'at'>])[] = [
  [/^opening /, () => ({ direction: 'out', label: 'Opens the wallet app', isVisit: true })],
  [/^showing a QR code/, () => ({ direction: 'none', label: 'Shows a QR code for another device' })],
  [/^a wallet has joined/, () => ({ direction: 'back', label: 'Joins by the QR code', isVisit: true })],
  [
    /^open: protocol (\S+)/,
    ([, protocol = '']) => ({
      direction: 'none',
      label: 'Encrypted session',
      detail: `protocol ${protocol}`,
    }),
  ],
  [/^→ (\S+): (.+)$/, ([, label = '', detail = '']) => ({ direction: 'out', label, detail })],
  [
    /^← (\S+): (.+?)(?: after \d+ ms)?$/,
    ([, label = '', detail = '']) => ({ direction: 'back', label, detail }),
  ],
  [/^closed( by the wallet)?/, ([, by]) => ({ direction: by ? 'back' : 'out', label: 'Closes the session' })],
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

/**
 * Returns a function that tells all listeners a value, and one that adds a listener and returns how to remove
 * it.
 */
function createEvent<T>() {
  const listeners = new Set<(value: T) => void>();
  const tell = (value: T): void => {
    for (const listener of listeners) listener(value);
  };
  const watch = (listener: (value: T) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return [tell, watch] as const;
}

const [tellStep, watchSteps] = createEvent<Step>();
const [reportProgress, watchProgress] = createEvent<Readonly<{ state: ProgressState }>>();

export { reportProgress, watchSteps };

/** Takes a line of the debug log: the value for the option `debug` of the library. */
export function recordLine(line: string): void {
  const step = readStep(line, performance.now());
  if (step) tellStep(step);
}

/** Returns the state of the session, of whichever wallet. */
export function useProgress(): ProgressState {
  const [state, setState] = useState<ProgressState>('idle');
  useEffect(() => watchProgress((progress) => setState(progress.state)), []);
  return state;
}
