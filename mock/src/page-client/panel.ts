import type { MockAccount } from '../accounts.js';
import { close, concernsDialog, isInFront } from './in-front.js';
import { createJoinForm } from './join-form.js';
import { createPanelView } from './panel-view.js';
import { takeTurns } from './turns.js';
import { getNextVisit, isVisible, NO_VISIT, readApprovalPageMessage, type VisitEvent } from './visit.js';

/** The mock wallet as a user of the dapp's page sees it. */
export type Panel = Readonly<{
  /**
   * Shows the wallet as an app that is starting. Its content appears once `launched` resolves with the launch's
   * number. If `launched` rejects, the panel shows why until the user closes it.
   */
  open(launched: Promise<number>): void;
}>;

/** What the panel needs from its page. */
export type PanelOptions = Readonly<{
  /** The URL of the approval page. */
  approvalPage: string;
  /** Called when the user wants to join a dapp on another device. Resolves with the launch's number. */
  join(uri: string): Promise<number>;
  /** Called when the user leaves the panel while the approval page is not visible. */
  leave(): void;
  /** The wallet's accounts. With them, the panel of a wide page stays visible between visits and shows them. */
  accounts?: readonly MockAccount[];
  /** Called when the user chooses the phone's own wallet, after the panel is left. Without it, that is not offered. */
  useOwnWallet?(): void;
}>;

const SLIDE_MS = 280;
/** Where the panel has room beside the page. The same width is in panel.css. */
const WIDE = '(min-width: 900px)';

/**
 * Creates the panel that shows the approval page: beside the dapp's page where there is room, else over it. It
 * hides when the approval page reports that all launches have ended.
 */
export function createPanel({ approvalPage, join, leave, accounts, useOwnWallet }: PanelOptions): Panel {
  const wide = matchMedia(WIDE);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let visit = NO_VISIT;
  let leaveCount = 0;
  let hasFailed = false;
  let isResting = false;
  let direction: 1 | -1 = -1;
  let focusedBefore: Element | null = null;

  const leaveVisit = (): void => {
    leave();
    handle({ type: 'mobile-wallet:left' });
  };

  const dismissFailure = (): void => {
    hasFailed = false;
    if (isVisible(visit)) {
      view.showStarting();
      coverFrame();
    }
    update();
  };

  const view = createPanelView({
    close: () => (hasFailed ? dismissFailure() : leaveVisit()),
    useOwnWallet:
      useOwnWallet &&
      (() => {
        hasFailed = false;
        leaveVisit();
        useOwnWallet();
      }),
  });
  const { host, dialog, frame, cover } = view;
  const joinForm = createJoinForm(async (uri) => open(Promise.resolve(await join(uri))));
  takeTurns(host, dialog, () => isResting);

  // It runs backwards to hide the panel, from wherever the panel is at that moment.
  const slide = dialog.animate([{ translate: 'calc(100% + 48px) 0' }, { translate: '0 0' }], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    fill: 'both',
  });
  slide.pause();

  const play = (rate: 1 | -1): void => {
    if (rate === direction) return;
    direction = rate;
    slide.playbackRate = rate;
    // `play` would start a finished animation again from its other end.
    const isAtEnd = slide.currentTime === (rate > 0 ? SLIDE_MS : 0);
    if (isAtEnd || reducedMotion.matches) slide.finish();
    else slide.play();
    markMoving();
  };

  /** While the panel moves it takes no clicks, because they would hit something that the user did not aim at. */
  const markMoving = (): void => {
    dialog.classList.toggle('is-moving', slide.playState === 'running');
  };

  const setResting = (isNow: boolean): void => {
    isResting = isNow;
    dialog.classList.toggle('is-resting', isNow);
  };

  const show = (): void => {
    if (!host.isConnected || isResting) focusedBefore = document.activeElement;
    if (!host.isConnected) document.body.append(host);
    if (isResting) close(dialog);
    setResting(false);
    bringToFront();
    play(1);
    // Notice dialogs that the page opens during a visit, because they would cover the panel. On a phone they could not.
    observer.observe(document.documentElement, { attributeFilter: ['open'], childList: true, subtree: true });
  };

  const endVisit = (): void => {
    observer.disconnect();
    close(dialog);
    frame.removeAttribute('src');
    frame.classList.remove('is-loaded');
    // If the panel had the focus, give it back to the element that had it before.
    const isFocusLost = document.activeElement === host || document.activeElement === document.body;
    if (isFocusLost && focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
  };

  /** Shows the wallet between visits, beside the page and without taking the focus. */
  const rest = (ownAccounts: readonly MockAccount[]): void => {
    if (isResting) return;
    setResting(true);
    endVisit();
    view.showReady(ownAccounts, joinForm);
    coverFrame();
    if (!host.isConnected) document.body.append(host);
    // `showPopover` and `show` would take the focus.
    dialog.open = true;
    direction = 1;
    slide.playbackRate = 1;
    slide.finish();
  };

  const handle = (event: VisitEvent): void => {
    if (event.type === 'mobile-wallet:left') leaveCount++;
    visit = getNextVisit(visit, event);
    update();
  };

  const update = (): void => {
    if (hasFailed || isVisible(visit)) show();
    else if (accounts && wide.matches) rest(accounts);
    else {
      setResting(false);
      play(-1);
    }
  };

  /** Covers the frame until the approval page has loaded: before that it is an empty page, white even in dark mode. */
  const coverFrame = (): void => {
    const isCovered = hasFailed || isResting || !frame.classList.contains('is-loaded');
    frame.classList.toggle('is-covered', isCovered);
    cover.hidden = !isCovered;
  };

  /** Makes the panel modal if the page shows a modal dialog, because everything outside of that dialog is inert. */
  const bringToFront = (): void => {
    const isShown = dialog.open || dialog.matches(':popover-open');
    if (isShown && isInFront(host, dialog)) return;
    close(dialog);
    if (wide.matches) dialog.showPopover();
    if (wide.matches && isInFront(host, dialog)) return;
    close(dialog);
    dialog.showModal();
  };

  const observer = new MutationObserver((records) => {
    if (!host.isConnected || direction < 0 || isResting) return;
    // Once the page's dialog has gone, the panel need not be modal any more, so that the page can be used again.
    if (dialog.open && wide.matches && records.some(concernsDialog)) close(dialog);
    bringToFront();
  });

  slide.addEventListener('finish', () => {
    markMoving();
    // The event comes late: the panel may have changed its direction in the meantime.
    if (slide.playState !== 'finished' || !host.isConnected) return;
    if (direction < 0) {
      endVisit();
      host.remove();
    } else if (!isResting) bringToFront();
  });
  wide.addEventListener('change', () => {
    if (host.isConnected && !isResting) {
      close(dialog);
      bringToFront();
    }
    update();
  });
  frame.addEventListener('load', () => {
    frame.classList.toggle('is-loaded', frame.hasAttribute('src'));
    coverFrame();
  });
  // Ignore Escape, which must neither answer a request nor hide the panel.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readApprovalPageMessage(event, frame.contentWindow);
    if (message) handle(message);
  });
  const open = (launched: Promise<number>): void => {
    const leaveCountBefore = leaveCount;
    hasFailed = false;
    handle({ type: 'launched' });
    if (!frame.classList.contains('is-loaded')) view.showStarting();
    coverFrame();
    launched.then(
      (number) => {
        if (!frame.hasAttribute('src')) frame.src = approvalPage;
        handle({ type: 'opened', number });
      },
      (error: unknown) => {
        // A user who has left the wallet in the meantime expects no more of this launch.
        if (leaveCount === leaveCountBefore) {
          hasFailed = true;
          view.showFailure(error instanceof Error ? error.message : String(error));
          coverFrame();
          reportError(new Error('The mock wallet could not start', { cause: error }));
        }
        handle({ type: 'failed' });
      },
    );
  };
  update();

  return { open };
}
