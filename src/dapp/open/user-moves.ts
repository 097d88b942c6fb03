import { startClock } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';

/**
 * What the user does with the page. Left and back: it was hidden, then visible. Perhaps left and back: it
 * lost the focus, then had it again. A wallet app in a sheet above the page takes the focus, but so do the
 * browser's own bars and questions, and other windows.
 */
export type UserMoves = Readonly<{
  /** The page is hidden now. */
  onLeft?(): void;
  /** The page is visible again, after `ms` milliseconds. */
  onBack?(ms: number): void;
  /** The page is hidden, or has lost the focus. */
  onPerhapsLeft?(): void;
  /** The page is visible, and has the focus again. */
  onPerhapsBack?(): void;
}>;

/**
 * Follows what the user does with the page, until `signal` aborts. Whoever calls this has a user who is on
 * the page. Where there is no page, nothing is followed.
 */
export function watchUser(moves: UserMoves, signal?: AbortSignal): void {
  const page = globalThis.document;
  if (!page) return;
  let isPerhapsAway = false;
  let getAwayMs: (() => number) | undefined;
  const notePerhaps = (isAway: boolean): void => {
    if (isAway === isPerhapsAway || signal?.aborted) return;
    isPerhapsAway = isAway;
    if (isAway) moves.onPerhapsLeft?.();
    else moves.onPerhapsBack?.();
  };
  const checkFocus = (): void => notePerhaps(page.visibilityState === 'hidden' || !page.hasFocus());
  // A task later, because Firefox says that the page has no focus during a click into one of its own frames.
  const checkFocusLater = (): void => void setTimeout(checkFocus);
  const checkVisibility = (): void => {
    if (page.visibilityState === 'hidden') {
      getAwayMs ??= startClock();
      moves.onLeft?.();
      notePerhaps(true);
      return;
    }
    const ms = getAwayMs?.();
    getAwayMs = undefined;
    if (ms !== undefined) moves.onBack?.(ms);
    checkFocusLater();
  };
  const options = signal && { signal };
  page.addEventListener('visibilitychange', checkVisibility, options);
  for (const event of ['focus', 'blur']) globalThis.addEventListener?.(event, checkFocusLater, options);
}

/**
 * Resolves when the page is visible, or rejects with the signal's reason. Outside a browser, it resolves at
 * once.
 */
export async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  const page = globalThis.document;
  while (page?.visibilityState === 'hidden') {
    const change = new Promise((resolve) => {
      page.addEventListener('visibilitychange', resolve, { once: true, signal });
    });
    await abortable(change, signal);
  }
}

/**
 * Calls `onInput` with the time of the user's latest input, by `performance.now()`: `Infinity` while they
 * hold a pointer down or compose a word. What scripts dispatch is no input.
 */
export function watchInput(onInput: (at: number) => void): void {
  const held = new Set<number | string>();
  const note = (event: Event): void => {
    if (!event.isTrusted) return;
    const { type } = event;
    const key = (event as Partial<PointerEvent>).pointerId ?? 'composition';
    if (type === 'pointerdown' || type === 'compositionstart') held.add(key);
    else if (type === 'pointerup' || type === 'pointercancel' || type === 'compositionend') held.delete(key);
    // A page without the focus may never see how these end.
    else if (type === 'blur') held.clear();
    onInput(held.size > 0 ? Number.POSITIVE_INFINITY : performance.now());
  };
  for (const type of INPUTS) {
    globalThis.addEventListener?.(type, note, { capture: true, passive: true });
  }
  globalThis.addEventListener?.('blur', note);
}

const INPUTS = [
  'keydown',
  'input',
  'compositionstart',
  'compositionend',
  'pointerdown',
  'pointerup',
  'pointercancel',
];
