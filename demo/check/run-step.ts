import { findMobileWalletError } from 'mobile-wallet-standard';
import type { Facts } from './facts.js';
import { type Step, trace } from './steps.js';

/** What a step came to. Times are in milliseconds since the tap. */
export type StepResult = Readonly<{
  id: string;
  /** `done`, `skipped`, `lost` (the browser dropped the page meanwhile), `ERROR`, or the code of an error. */
  outcome: string;
  isExpected: boolean;
  /** The code of the wallet's own error. */
  rpcCode?: number;
  /** The close code of the connection. */
  closeCode?: number;
  /** The host of the link to a wallet app that was pressed last, and whether the page was hidden after it. */
  link?: Readonly<{ host: string; isPageHidden: boolean }>;
  /** The wallet app that the user has named, and whether the page was hidden meanwhile. */
  app?: Readonly<{ name: string; isPageHidden: boolean }>;
  times?: Readonly<Partial<Record<keyof typeof TIMES, number>>>;
  /** What the library did, with its times. */
  trace?: readonly string[];
}>;

/**
 * The lines of the library's log that say when the app was asked for, when it had connected, and when it
 * answered last.
 */
const TIMES = { launched: /^opening /, connected: /^open: /, answered: /^← / } as const;
const CLEANLY_CLOSED = /^closed by the wallet \(code 100[05]\)/;

/** Runs a step in a tap, with the wallet app that the user has named for it. Never rejects. */
export async function runStep(
  step: Step,
  app: string,
): Promise<Readonly<{ result: StepResult; found: Facts }>> {
  const { id, expects = ['done'] } = step;
  const tap = performance.now();
  trace.length = 0;
  const { getLink, wasHidden, stop } = watchPage();
  let outcome = 'done';
  let codes: Pick<StepResult, 'rpcCode' | 'closeCode'> = {};
  await step.run(app).catch((error: unknown) => {
    const known = findMobileWalletError(error);
    const { message } = error instanceof Error ? error : new Error();
    // A message may quote an address.
    outcome = known?.code ?? (/^[A-Z_]+$/.test(message) ? message : 'ERROR');
    const { rpcCode, closeCode } = (known?.context ?? {}) as typeof codes;
    codes = { ...(rpcCode !== undefined && { rpcCode }), ...(closeCode !== undefined && { closeCode }) };
  });
  stop();
  const link = getLink();
  const match = (pattern: RegExp): string | undefined =>
    trace.map(([, line]) => pattern.exec(line)?.[1]).find((part) => part !== undefined);
  const times = Object.entries(TIMES).flatMap(([name, pattern]) => {
    const at = trace.filter(([, line]) => pattern.test(line)).at(name === 'answered' ? -1 : 0)?.[0];
    return at === undefined ? [] : [[name, Math.round(at - tap)] as const];
  });
  const protocol = match(/^open: protocol (\S+)/);
  // The connection was closed in place of a reply to the last request.
  const [cut] = [...trace].reverse().flatMap(([, line]) => /^→ ([^ :]+)/.exec(line)?.[1] ?? []);
  const isHungUp =
    !expects.includes('SESSION_CLOSED') &&
    trace.some(([, line]) => line.startsWith(`← ${cut}: SESSION_CLOSED`)) &&
    trace.some(([, line]) => CLEANLY_CLOSED.test(line));
  return {
    result: {
      id,
      outcome,
      isExpected: expects.includes(outcome),
      ...codes,
      ...(link && { link }),
      ...(step.takesApp && { app: { name: app, isPageHidden: wasHidden() } }),
      times: Object.fromEntries(times),
      trace: trace.map(([at, line]) => `+${Math.round(at - tap)} ms ${line}`),
    },
    found: {
      ...(protocol !== undefined && { protocol }),
      ...(isHungUp && cut !== undefined && { hangsUpOn: cut }),
    },
  };
}

/** Notes which link to another site is pressed, and whether the page is hidden, also after that. */
function watchPage(): Readonly<{
  getLink(): StepResult['link'];
  wasHidden(): boolean;
  stop(): void;
}> {
  let link: StepResult['link'];
  let isPageHidden = false;
  const end = new AbortController();
  const options = { signal: end.signal, capture: true };
  const note = (event: Event): void => {
    const anchor = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (anchor) link = { host: anchor.host, isPageHidden: false };
  };
  const noteHidden = (): void => {
    if (document.visibilityState !== 'hidden') return;
    isPageHidden = true;
    link &&= { ...link, isPageHidden };
  };
  addEventListener('click', note, options);
  // Before the library's own listener, which ends the step.
  addEventListener('visibilitychange', noteHidden, options);
  return { getLink: () => link, wasHidden: () => isPageHidden, stop: () => end.abort() };
}
