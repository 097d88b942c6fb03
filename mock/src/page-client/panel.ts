import type { MockAccount } from '../accounts.js';

import { createPanelCover } from './panel-cover.js';
import {
  concernsDialog,
  createOwnWalletBar,
  createPanelElements,
  isInFront,
  isShown,
  putAway,
} from './panel-elements.js';
import { getNextVisit, isVisible, NO_VISIT, readApprovalPageMessage, type VisitEvent } from './visit.js';

/** The mock wallet as the person at the dapp's page sees it. */
export type Panel = Readonly<{
  /**
   * Shows the wallet, as an app that starts; its content comes once `launched` resolves with the launch's number. If
   * it rejects, the panel says why, until the person closes it.
   */
  open(launched: Promise<number>): void;
}>;

/** What a panel is made with. */
export type PanelOptions = Readonly<{
  /** The URL of the approval page. */
  approvalPage: string;
  /** Called when the person leaves while the approval page cannot be seen. */
  leave(): void;
  /** The wallet's accounts, which the panel shows between visits where there is room; without them it is not there. */
  accounts?: readonly MockAccount[];
  /** Offers the phone's own wallet; called when the person chooses it. The panel then counts as left. */
  useOwnWallet?(): void;
}>;

const SLIDE_DURATION = 280;
/** From here on the panel stands beside the page: also in panel-style.css. */
const WIDE = '(min-width: 900px)';

/**
 * Makes the panel with the approval page of a dapp's page: beside the dapp's page where there is room, over it
 * elsewhere. It hides by itself when the approval page says that all launches have ended.
 */
export function createPanel({ approvalPage, leave, accounts, useOwnWallet }: PanelOptions): Panel {
  const wide = matchMedia(WIDE);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let visit = NO_VISIT;
  let leaves = 0;
  let hasFailed = false;
  let isResting = false;
  let direction: 1 | -1 = -1;
  let focusedBefore: Element | null = null;

  const goAway = (): void => {
    leave();
    note({ type: 'mobile-wallet:left' });
  };
  const cover = createPanelCover(() => {
    if (hasFailed) dismissFailure();
    else goAway();
  });
  const bar = createOwnWalletBar(
    useOwnWallet &&
      (() => {
        hasFailed = false;
        goAway();
        useOwnWallet();
      }),
  );
  const { host, dialog, frame } = createPanelElements(cover.element, bar);

  // Played backwards to hide, from wherever it is.
  const slide = dialog.animate([{ translate: 'calc(100% + 48px) 0' }, { translate: '0 0' }], {
    duration: SLIDE_DURATION,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    fill: 'both',
  });
  slide.pause();

  /** An animation that is where it goes to would start again from the other end. */
  const play = (rate: 1 | -1): void => {
    if (rate === direction) return;
    direction = rate;
    slide.playbackRate = rate;
    const isThere = slide.currentTime === (rate > 0 ? SLIDE_DURATION : 0);
    if (isThere || reducedMotion.matches) slide.finish();
    else slide.play();
    markMoving();
  };

  /** What moves takes no clicks: they would hit what the person did not aim at. */
  const markMoving = (): void => {
    dialog.classList.toggle('is-moving', slide.playState === 'running');
  };

  const show = (): void => {
    if (!host.isConnected || isResting) focusedBefore = document.activeElement;
    if (!host.isConnected) document.body.append(host);
    if (isResting) putAway(dialog);
    isResting = false;
    bringToFront();
    play(1);
    // A dialog that the page opens during a visit would lie over the wallet, as it cannot on a phone.
    observer.observe(document.documentElement, { attributeFilter: ['open'], childList: true, subtree: true });
  };

  const endVisit = (): void => {
    observer.disconnect();
    putAway(dialog);
    frame.removeAttribute('src');
    frame.classList.remove('is-loaded');
    // Where the focus went with the panel, it goes back to where it was.
    if ([host, document.body].includes(document.activeElement as HTMLElement)) {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    }
  };

  const remove = (): void => {
    endVisit();
    host.remove();
  };

  /** Shows the wallet between visits, beside the page and without taking anything from it. */
  const rest = (ownAccounts: readonly MockAccount[]): void => {
    if (isResting) return;
    isResting = true;
    endVisit();
    cover.showRest(ownAccounts);
    showContent();
    if (!host.isConnected) document.body.append(host);
    // Neither as a popover nor by `show`, which take the focus.
    dialog.open = true;
    direction = 1;
    slide.playbackRate = 1;
    slide.finish();
  };

  const note = (event: VisitEvent): void => {
    if (event.type === 'mobile-wallet:left') leaves++;
    visit = getNextVisit(visit, event);
    update();
  };

  const update = (): void => {
    if (hasFailed || isVisible(visit)) show();
    else if (accounts && wide.matches) rest(accounts);
    else {
      isResting = false;
      play(-1);
    }
  };

  /** Until the approval page has loaded, the frame is an empty page, white in dark mode, too. */
  const showContent = (): void => {
    const isCovered = hasFailed || isResting || !frame.classList.contains('is-loaded');
    frame.classList.toggle('is-covered', isCovered);
    cover.element.hidden = !isCovered;
  };

  const showFailure = (error: unknown): void => {
    hasFailed = true;
    cover.showFailure(error instanceof Error ? error.message : String(error));
    showContent();
  };

  const dismissFailure = (): void => {
    hasFailed = false;
    if (isVisible(visit)) {
      cover.showStarting();
      showContent();
    }
    update();
  };

  /** A modal dialog of the page's own makes all else inert: then the panel must be one as well, and a later one. */
  const bringToFront = (): void => {
    if (isShown(dialog) && isInFront(host, dialog)) return;
    putAway(dialog);
    if (wide.matches) dialog.showPopover();
    if (wide.matches && isInFront(host, dialog)) return;
    putAway(dialog);
    dialog.showModal();
  };

  const observer = new MutationObserver((records) => {
    if (!host.isConnected || direction < 0 || isResting) return;
    // Modal above a dialog of the page, and that has gone: beside the page again, which can be used then.
    if (dialog.open && wide.matches && records.some(concernsDialog)) putAway(dialog);
    bringToFront();
  });

  slide.addEventListener('finish', () => {
    markMoving();
    // The event is late: the panel may have turned round meanwhile.
    if (slide.playState !== 'finished' || !host.isConnected) return;
    if (direction < 0) remove();
    else if (!isResting) bringToFront();
  });
  wide.addEventListener('change', () => {
    if (host.isConnected && !isResting) {
      putAway(dialog);
      bringToFront();
    }
    update();
  });
  frame.addEventListener('load', () => {
    frame.classList.toggle('is-loaded', frame.hasAttribute('src'));
    showContent();
  });
  // Escape neither answers nor hides.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readApprovalPageMessage(event, frame.contentWindow);
    if (message) note(message);
  });
  update();

  return {
    open(launched) {
      const leavesBefore = leaves;
      hasFailed = false;
      note({ type: 'launched' });
      if (!frame.classList.contains('is-loaded')) cover.showStarting();
      showContent();
      launched.then(
        (number) => {
          if (!frame.hasAttribute('src')) frame.src = approvalPage;
          note({ type: 'opened', number });
        },
        (error: unknown) => {
          // Who has left knows why, and has a later launch before them by now.
          if (leaves === leavesBefore) {
            showFailure(error);
            reportError(new Error('The mock wallet could not start', { cause: error }));
          }
          note({ type: 'failed' });
        },
      );
    },
  };
}
