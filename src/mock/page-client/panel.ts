import { readApprovalPageMessage } from '../approval-page/message.js';
import { createPanelCover } from './panel-cover.js';
import css from './panel-style.css?inline';
import { getNextVisit, isVisible, NO_VISIT, type VisitEvent } from './visit.js';

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
}>;

const SLIDE_DURATION = 280;
/** From here on the panel stands beside the page: also in panel-style.css. */
const WIDE = '(min-width: 900px)';

/**
 * Makes the panel with the approval page of a dapp's page: beside the dapp's page where there is room, over it
 * elsewhere. It hides by itself when the approval page says that all launches have ended.
 */
export function createPanel({ approvalPage, leave }: PanelOptions): Panel {
  const wide = matchMedia(WIDE);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let visit = NO_VISIT;
  let leaves = 0;
  let hasFailed = false;
  let direction: 1 | -1 = -1;
  let focusedBefore: Element | null = null;

  const cover = createPanelCover(() => {
    if (hasFailed) dismissFailure();
    else {
      leave();
      note({ type: 'mobile-wallet:left' });
    }
  });
  const { host, dialog, frame } = createElements(cover.element);

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
    if (!host.isConnected) {
      focusedBefore = document.activeElement;
      document.body.append(host);
    }
    bringToFront();
    play(1);
  };

  const remove = (): void => {
    putAway(dialog);
    host.remove();
    frame.removeAttribute('src');
    frame.classList.remove('is-loaded');
    // Where the focus went with the panel, it goes back to where it was.
    if (document.activeElement === document.body && focusedBefore instanceof HTMLElement) {
      focusedBefore.focus({ preventScroll: true });
    }
  };

  const note = (event: VisitEvent): void => {
    if (event.type === 'mobile-wallet:left') leaves++;
    visit = getNextVisit(visit, event);
    update();
  };

  const update = (): void => {
    if (hasFailed || isVisible(visit)) show();
    else play(-1);
  };

  /** Until the approval page has loaded, the frame is an empty page, white in dark mode, too. */
  const showContent = (): void => {
    const isCovered = hasFailed || !frame.classList.contains('is-loaded');
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

  slide.addEventListener('finish', () => {
    markMoving();
    // The event is late: the panel may have turned round meanwhile.
    if (slide.playState !== 'finished' || !host.isConnected) return;
    if (direction < 0) remove();
    else bringToFront();
  });
  wide.addEventListener('change', () => {
    if (!host.isConnected) return;
    putAway(dialog);
    bringToFront();
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

  return {
    open(launched) {
      const leavesBefore = leaves;
      hasFailed = false;
      cover.showStarting();
      note({ type: 'launched' });
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

function createElements(cover: HTMLElement) {
  const host = document.createElement('mobile-wallet-panel');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.popover = 'manual';
  dialog.setAttribute('closedby', 'none');
  dialog.setAttribute('aria-label', 'Mock wallet');
  const frame = document.createElement('iframe');
  frame.title = 'Mock wallet';
  dialog.append(cover, frame);
  root.append(dialog);
  return { host, dialog, frame };
}

function putAway(dialog: HTMLDialogElement): void {
  if (dialog.matches(':popover-open')) dialog.hidePopover();
  if (dialog.open) dialog.close();
}

function isShown(dialog: HTMLDialogElement): boolean {
  return dialog.open || dialog.matches(':popover-open');
}

/** What is inert or covered is not found at its own place. While it slides in from outside, it counts as found. */
function isInFront(host: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found === null || found === host;
}
