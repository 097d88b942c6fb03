import { takeTurns } from './turns.js';

/**
 * Where the wallet is: not on the page; between visits, beside a wide page or over a narrow one; during a
 * visit, in front of the page and all its dialogs, or quiet, while it asks nothing and the page has the taps;
 * or aside, where nobody sees it, while its visit goes on.
 */
export type Place = 'away' | 'beside' | 'over' | 'visit' | 'quiet' | 'aside';

/** Moves the panel to its places on the page. */
export type Stage = Readonly<{
  /**
   * `isSudden`: the panel does not slide in. To the place where it is, `go` only brings it to the front
   * again.
   */
  go(place: Place, isSudden?: boolean): void;
  /** Gives the focus to an element when the panel no longer has it. */
  setFocusBefore(element: Element): void;
}>;

const SLIDE_MS = 280;
/** The page's room beside the panel, which is always on the right. The same width is in panel.css. */
const ROOM = '@media screen and (min-width: 900px) { :root { padding-right: 420px !important } }';

/**
 * Creates the stage of a panel, whose `host` contains the `dialog`. `onGone` is called when it has left the
 * page.
 */
export function createStage(
  host: HTMLElement,
  dialog: HTMLDialogElement,
  wide: MediaQueryList,
  onGone: () => void,
): Stage {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const room = new CSSStyleSheet();
  room.replaceSync(ROOM);
  let place: Place = 'away';
  let focusedBefore: Element | null = null;
  takeTurns(host, dialog, () => place === 'beside');

  // It runs backwards to hide the panel, from wherever the panel is at that moment.
  const slide = dialog.animate([{ translate: 'calc(100% + 48px) 0' }, { translate: '0 0' }], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    fill: 'both',
  });
  slide.pause();
  slide.playbackRate = -1;

  const play = (rate: 1 | -1): void => {
    if (rate === slide.playbackRate) return;
    slide.playbackRate = rate;
    // `play` would start a finished animation again from its other end.
    const isAtEnd = slide.currentTime === (rate > 0 ? SLIDE_MS : 0);
    if (isAtEnd || reducedMotion.matches) slide.finish();
    else slide.play();
    markMoving();
  };

  /**
   * While the panel moves it takes no clicks, because they would hit something that the user did not aim at.
   */
  const markMoving = (): void => {
    dialog.classList.toggle('is-moving', slide.playState === 'running');
  };

  const visit = (last: Place): void => {
    if (last !== 'visit') focusedBefore = host.shadowRoot?.activeElement ?? document.activeElement;
    if (!host.isConnected) document.body.append(host);
    else if (last !== 'visit') close();
    bringToFront();
    play(1);
    // Notice dialogs that the page opens during a visit, because they would cover the panel. On a phone they
    // could not.
    observer.observe(document.documentElement, { attributeFilter: ['open'], childList: true, subtree: true });
  };

  /** Shows the wallet between visits. Beside the page, it does not take the focus. */
  const rest = (isSudden: boolean): void => {
    const isThere = host.isConnected;
    letGo();
    if (place === 'over') {
      dialog.open = false;
      dialog.showModal();
    }
    play(1);
    // It slides in only when the user opens it.
    if (isThere || isSudden) slide.finish();
    markMoving();
  };

  /** Shows the panel beside or over a page that has the taps and the focus. */
  const letGo = (): void => {
    if (host.isConnected) yieldPage();
    else document.body.append(host);
    // `showPopover` and `show` would take the focus.
    dialog.open = true;
  };

  /** Gives the page and, if the panel had it, the focus back. */
  const yieldPage = (): void => {
    observer.disconnect();
    close();
    const isFocusLost = document.activeElement === host || document.activeElement === document.body;
    if (isFocusLost && focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
  };

  const close = (): void => {
    if (dialog.matches(':popover-open')) dialog.hidePopover();
    if (dialog.open) dialog.close();
  };

  /**
   * Makes the panel modal if the page shows a modal dialog, because everything outside of that dialog is
   * inert.
   */
  const bringToFront = (): void => {
    const isShown = dialog.open || dialog.matches(':popover-open');
    if (isShown && isInFront(host, dialog)) return;
    close();
    if (wide.matches) dialog.showPopover();
    if (wide.matches && isInFront(host, dialog)) return;
    close();
    dialog.showModal();
  };

  const observer = new MutationObserver((records) => {
    if (!host.isConnected || place !== 'visit') return;
    // Once the page's dialog has gone, the panel need not be modal any more, so that the page can be used
    // again.
    if (dialog.open && wide.matches && records.some(concernsDialog)) close();
    bringToFront();
  });

  slide.addEventListener('finish', () => {
    markMoving();
    // The event comes late: the panel may have changed its direction in the meantime.
    if (slide.playState !== 'finished' || !host.isConnected) return;
    if (place === 'visit') bringToFront();
    if (place !== 'away' && place !== 'aside') return;
    yieldPage();
    if (place === 'aside') return;
    host.remove();
    onGone();
  });
  wide.addEventListener('change', () => {
    if (place !== 'visit') return;
    close();
    bringToFront();
  });

  return {
    go(next, isSudden = false) {
      const last = place;
      place = next;
      const isLeaving = next === 'away' || next === 'aside';
      dialog.classList.toggle('is-resting', next === 'beside');
      dialog.classList.toggle('is-quiet', isLeaving || next === 'quiet');
      // A visit leaves the page its room, or lack of it: the page must not move under the user who looks at
      // it.
      if (next !== 'visit' && next !== 'quiet') makeRoom(room, next === 'beside');
      if (next === 'visit') visit(last);
      else if (next === last) return;
      else if (next === 'beside' || next === 'over') rest(isSudden);
      else {
        if (host.isConnected || next === 'quiet') letGo();
        play(isLeaving ? -1 : 1);
      }
    },
    setFocusBefore(element) {
      focusedBefore = element;
    },
  };
}

/**
 * By a style sheet, because frameworks complain of an attribute of the page's root that they have not
 * rendered.
 */
function makeRoom(room: CSSStyleSheet, isNeeded: boolean): void {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== room);
  document.adoptedStyleSheets = isNeeded ? [...others, room] : others;
}

/**
 * Whether the panel is the topmost element at its own centre. It is not if it is inert or covered. While the
 * panel is still outside of the window, there is no element, and it counts as in front.
 */
function isInFront(host: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found === null || found === host;
}

/** Whether a dialog of the page was opened, closed or removed, as far as the page can see. */
function concernsDialog({ target, removedNodes }: MutationRecord): boolean {
  return [target, ...removedNodes].some(
    (node) => node instanceof Element && node.matches('dialog, mobile-wallet-dialog'),
  );
}
