import { getErrorMessage } from '../../explain/foreign.js';
import { createJoinForm } from '../join-form.js';
import { getNextVisit, isVisible, NO_VISIT, readApprovalPageMessage, type VisitEvent } from '../visit.js';
import { createHomeButton } from './home-button.js';
import { isHomeBeside, rememberHomeBeside } from './home-place.js';
import { close, concernsDialog, isInFront } from './in-front.js';
import { createPanelView } from './panel-view.js';
import { takeTurns } from './turns.js';

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
  /**
   * The wallet's own screens, for the time between visits. `isBeside`: they are beside a wide page until the user hides
   * them; otherwise, and on narrow pages, a button opens them. Without them, the panel shows only visits.
   */
  home?: Readonly<{ url: string; isBeside: boolean }>;
  /** Called when the user chooses the phone's own wallet, after the panel is left. Without it, that is not offered. */
  useOwnWallet?(): void;
}>;

/** Where the wallet is between visits: beside the page, or over it. */
type Resting = 'beside' | 'over';

const SLIDE_MS = 280;
/** Where the panel has room beside the page. The same width is in panel.css. */
const WIDE = '(min-width: 900px)';

/**
 * Creates the panel that shows the approval page: beside the dapp's page where there is room, else over it. It
 * hides when the approval page reports that all launches have ended.
 */
export function createPanel({ approvalPage, join, leave, home, useOwnWallet }: PanelOptions): Panel {
  const { origin } = new URL(approvalPage, location.href);
  const wide = matchMedia(WIDE);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let visit = NO_VISIT;
  let leaveCount = 0;
  let hasFailed = false;
  let resting: Resting | undefined;
  let isHomeOffered = home !== undefined;
  let isBeside = isHomeBeside(home?.isBeside ?? false);
  let isOver = false;
  let isStarted = false;
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

  const setHomeShown = (isShown: boolean): void => {
    if (wide.matches) {
      isBeside = isShown;
      rememberHomeBeside(isShown);
    } else {
      isOver = isShown;
    }
    update();
  };
  const openHome = (): void => {
    setHomeShown(true);
    view.homeFrame.focus();
  };
  const hideHome = (): void => {
    focusedBefore = homeButton.button;
    setHomeShown(false);
  };
  const homeButton = createHomeButton(openHome);

  const view = createPanelView({
    close: () => (hasFailed ? dismissFailure() : leaveVisit()),
    useOwnWallet:
      useOwnWallet &&
      (() => {
        hasFailed = false;
        isHomeOffered = false;
        leaveVisit();
        useOwnWallet();
      }),
    hide: hideHome,
    homePage: home?.url,
    joinForm: createJoinForm(async (uri) => open(Promise.resolve(await join(uri)))),
  });
  const { host, dialog, frame, homeFrame, cover } = view;
  takeTurns(host, dialog, () => resting === 'beside');

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

  const setResting = (next: Resting | undefined): void => {
    resting = next;
    dialog.classList.toggle('is-resting', next === 'beside');
  };

  const show = (): void => {
    if (!host.isConnected || resting) focusedBefore = getFocused(host);
    if (!host.isConnected) document.body.append(host);
    if (resting) close(dialog);
    setResting(undefined);
    view.showLayer('visit');
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

  /** Shows the wallet between visits. Beside the page, it does not take the focus. */
  const rest = (place: Resting, url: string): void => {
    if (resting === place) return;
    setResting(place);
    view.showLayer('home');
    if (!homeFrame.hasAttribute('src')) homeFrame.src = url;
    const isThere = host.isConnected;
    if (isThere) endVisit();
    else document.body.append(host);
    coverFrame();
    // `showPopover` and `show` would take the focus.
    if (place === 'beside') dialog.open = true;
    else dialog.showModal();
    play(1);
    // It slides in only when the user opens it.
    if (isThere || !isStarted) slide.finish();
    markMoving();
  };

  const handle = (event: VisitEvent): void => {
    if (event.type === 'mobile-wallet:left') leaveCount++;
    visit = getNextVisit(visit, event);
    update();
  };

  const update = (): void => {
    if (hasFailed || isVisible(visit)) show();
    else if (home && isHomeOffered && (wide.matches ? isBeside : isOver)) {
      rest(wide.matches ? 'beside' : 'over', home.url);
    } else {
      setResting(undefined);
      play(-1);
    }
    homeButton.setShown(isHomeOffered && !resting && !hasFailed && !isVisible(visit));
  };

  /** Covers the frame until the approval page has loaded: before that it is an empty page, white even in dark mode. */
  const coverFrame = (): void => {
    const isCovered = hasFailed || resting !== undefined || !frame.classList.contains('is-loaded');
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
    if (!host.isConnected || direction < 0 || resting) return;
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
      homeFrame.classList.remove('is-loaded');
    } else if (!resting) bringToFront();
  });
  wide.addEventListener('change', () => {
    if (host.isConnected && !resting) {
      close(dialog);
      bringToFront();
    }
    update();
  });
  homeFrame.addEventListener('load', () => homeFrame.classList.add('is-loaded'));
  frame.addEventListener('load', () => {
    frame.classList.toggle('is-loaded', frame.hasAttribute('src'));
    coverFrame();
  });
  // Ignore Escape during a visit, because it must neither answer a request nor hide the panel.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    if (resting === 'over') hideHome();
  });
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readApprovalPageMessage(event, frame.contentWindow, origin);
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
          view.showFailure(getErrorMessage(error));
          coverFrame();
          reportError(new Error('The mock wallet could not start', { cause: error }));
        }
        handle({ type: 'failed' });
      },
    );
  };
  update();
  isStarted = true;

  return { open };
}

/** Returns the focused element, which may be in the panel. */
function getFocused({ shadowRoot }: HTMLElement): Element | null {
  return shadowRoot?.activeElement ?? document.activeElement;
}
