import type { ProgressState } from '../../../dapp/open/progress.js';
import type { SessionUi, Want } from '../../../dapp/open/session-ui.js';
import { watchInput, watchUser } from '../../../dapp/open/user-moves.js';
import type { AppOffer } from '../apps/choose-app.js';
import {
  getWaitingView,
  SHOW_AFTER_PERHAPS_MS,
  type WaitingFacts,
  type WaitingView,
} from './waiting-view.js';

/**
 * Time for the wallet to answer a stored token, from the session's beginning and from each return. Not less,
 * because the reference wallet stalls if two answers meet.
 */
const ASK_AGAIN_AFTER_MS = 5_000;
/** Long ago, for what has not happened. */
const NEVER = Number.NEGATIVE_INFINITY;

/** What calls may want, the most important first, because one dialog speaks for all pending calls. */
const WANTS: readonly Want[] = ['send', 'signature', 'sign-in', 'connect', 'other'];

/** What two dialogs differ in. */
const KEYS = ['want', 'remote', 'canReopen', 'canHide', 'askAgain', 'offer'] as const;

/** The dialog that says what the page is waiting for. */
export type WaitingDialog = Readonly<{
  /** Notes the state of the session. */
  onProgress(state: ProgressState): void;
  /**
   * Offers in the dialog to open the wallet app again, until a wallet has connected; and, once the user is
   * back, to `leave` it for another, if `getOffer` says so. Shown from the next change on: no dialog can have
   * been shown since `launching`.
   */
  setReopen(
    openAgain: () => void,
    other?: Readonly<{ getOffer: () => AppOffer | undefined; leave: () => void }>,
  ): void;
  /** Offers in the dialog, after a time, to ask the wallet app anew; without `askAgain` no longer. */
  setAskAgain(askAgain?: () => void): void;
  /** Notes that a call is pending, and what it wants. Returns the function that notes its end, once. */
  begin(want: Want): () => void;
  /** Returns the most important of what pending calls want. */
  getWant(): Want;
}>;

/**
 * Creates the dialog that says what the page is waiting for, and follows what it needs to know. `show` shows
 * it, only while the page is visible, with the dapp's `name`. `cancel` ends the session and all calls in it.
 * `getAddress` returns the account to look for on another device.
 */
export function createWaitingDialog(
  name: string,
  show: SessionUi['waiting'] | undefined,
  cancel: () => void,
  getAddress?: () => string | undefined,
): WaitingDialog {
  let facts: WaitingFacts = {
    state: 'idle',
    isElsewhere: false,
    launchedAt: 0,
    returnedAt: NEVER,
    perhapsReturnedAt: NEVER,
    inputAt: NEVER,
    pendingSince: undefined,
    isHidden: false,
    want: 'other',
    offer: undefined,
    askAgain: undefined,
  };
  /** How many calls are pending by what they want, because a look at each takes too long for thousands. */
  const counts: Record<Want, number> = { send: 0, signature: 0, 'sign-in': 0, connect: 0, other: 0 };
  /** The pending calls, and those of them for which the user has not hidden the dialog. */
  const pending = new Set<symbol>();
  const unhidden = new Set<symbol>();
  let reopen: (() => void) | undefined;
  let other: Parameters<WaitingDialog['setReopen']>[1];
  let askTokenAgain: WaitingFacts['askAgain'];
  let shown: (WaitingView & { abort: () => void }) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: typeof timer;

  const open = (view: WaitingView): void => {
    // What the user types into a frame, the page does not see.
    if (view.canHide && isFrameActive()) {
      timer = setTimeout(open, SHOW_AFTER_PERHAPS_MS, view);
      return;
    }
    const { want, remote, canReopen, canHide, askAgain, offer } = view;
    const leave = other?.leave;
    const controller = new AbortController();
    const { signal } = controller;
    shown = { ...view, abort: () => controller.abort() };
    const address = getAddress?.();
    show?.({
      signal,
      name,
      want,
      // A dapp's dialog may call this after it was hidden, and must not end the next session.
      cancel() {
        if (!signal.aborted) cancel();
      },
      ...(canHide && {
        hide() {
          if (!signal.aborted) hide();
        },
      }),
      ...(canReopen && reopen && { reopen }),
      ...(askAgain && { askAgain }),
      ...(offer && {
        otherApp: {
          choice: offer,
          press() {
            if (!signal.aborted) leave?.();
          },
        },
      }),
      ...(remote && { remote: address === undefined ? {} : { address } }),
    });
  };
  const hide = (): void => {
    unhidden.clear();
    update({ isHidden: true });
  };

  /**
   * Shows, replaces or hides the dialog, as the facts require. Once it is shown, it stays for as long as they
   * call for the same one.
   */
  const update = (change: Partial<WaitingFacts> = {}): void => {
    facts = { ...facts, ...change, offer: other?.getOffer() };
    if (!show) return;
    const view = getWaitingView(facts);
    const previous = shown;
    if (KEYS.some((key) => view?.[key] !== shown?.[key])) shown = undefined;
    clearTimeout(timer);
    if (!shown && view && document.visibilityState === 'visible') {
      const ms = view.from - performance.now();
      // One that the user could hide is replaced at once, although the facts alone would have it wait. Less
      // than a millisecond is no time, because timers count whole ones, and those of Node may be early.
      if (ms < 1 || previous?.canHide) open(view);
      else if (ms < Number.POSITIVE_INFINITY) timer = setTimeout(open, ms, view);
    }
    // At last, because the dapp's dialog may make a call now, which changes the facts, and because one dialog
    // replaces another without a gap.
    if (previous !== shown) previous?.abort();
  };

  /** Gives the wallet app time to answer a stored token. */
  const waitForAnswer = (change: Partial<WaitingFacts> = {}): void => {
    clearTimeout(answerTimer);
    const askAgain = askTokenAgain;
    answerTimer = askAgain && setTimeout(() => update({ askAgain }), ASK_AGAIN_AFTER_MS);
    update({ ...change, askAgain: undefined });
  };

  const getWant = (): Want => WANTS.find((want) => counts[want] > 0) ?? 'other';

  if (show) {
    watchUser({
      onLeft: () => update(),
      onBack: () => waitForAnswer({ returnedAt: performance.now() }),
      // A dialog that the user has seen stays, because they may need it when they return.
      onPerhapsLeft: () => update(shown?.canHide ? {} : { perhapsReturnedAt: NEVER }),
      onPerhapsBack: () => update({ perhapsReturnedAt: performance.now() }),
    });
    watchInput((inputAt) => update({ inputAt }));
  }

  return {
    onProgress(state) {
      if (state === facts.state) return;
      const isBetween = state === 'preparing' || state === 'idle';
      if (isBetween) reopen = other = undefined;
      update({
        state,
        isElsewhere: state === 'scanning' || (facts.isElsewhere && !isBetween),
        launchedAt: state === 'launching' ? performance.now() : facts.launchedAt,
        // A wallet app may come to the front only now.
        ...(state === 'waiting' &&
          facts.perhapsReturnedAt >= facts.launchedAt && { perhapsReturnedAt: performance.now() }),
      });
    },
    setReopen(openAgain, otherApp) {
      reopen = openAgain;
      other = otherApp;
    },
    setAskAgain(askAgain) {
      askTokenAgain = askAgain;
      waitForAnswer();
    },
    begin(want) {
      const call = Symbol();
      const isFirst = pending.size === 0 || facts.isHidden;
      pending.add(call);
      unhidden.add(call);
      counts[want] += 1;
      update({ want: getWant(), isHidden: false, ...(isFirst && { pendingSince: performance.now() }) });
      return () => {
        if (!pending.delete(call)) return;
        unhidden.delete(call);
        counts[want] -= 1;
        const isHidden = pending.size > 0 && unhidden.size === 0;
        update({ isHidden, ...(pending.size === 0 ? { pendingSince: undefined } : { want: getWant() }) });
      };
    },
    getWant,
  };
}

/** Whether the focus is in a frame of the page, also one in a shadow tree. */
function isFrameActive(): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return /^(i?frame|object|embed)$/.test(active?.localName ?? '');
}
