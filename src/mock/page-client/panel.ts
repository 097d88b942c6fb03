import type { ApprovalPageMessage } from '../approval-page/state.js';
import css from './panel-style.css?inline';

/** The mock wallet as the person at the dapp's page sees it. */
export type Panel = Readonly<{
  /** Shows the wallet, as an app that starts; its content comes once `launched` resolves. Hides it if that rejects. */
  open(launched: Promise<void>): void;
}>;

const SLIDE_DURATION = 280;
/** From here on the panel stands beside the page: also in panel-style.css. */
const WIDE = '(min-width: 900px)';

/**
 * Makes the panel with the approval page of the dapp's page `page`: beside the dapp's page where there is room, over
 * it elsewhere. It hides by itself when the approval page says that its sessions have ended.
 */
export function createPanel({ mount, page }: Readonly<{ mount: string; page: string }>): Panel {
  const { host, dialog, frame } = createElements();
  const wide = matchMedia(WIDE);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let launching = 0;
  let isBusy = false;
  let focusedBefore: Element | null = null;

  // Played backwards to hide, from wherever it is.
  const slide = dialog.animate([{ translate: 'calc(100% + 48px) 0' }, { translate: '0 0' }], {
    duration: SLIDE_DURATION,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    fill: 'both',
  });
  slide.pause();

  const play = (rate: 1 | -1): void => {
    slide.playbackRate = rate;
    slide.play();
    if (reducedMotion.matches) slide.finish();
  };

  const show = (): void => {
    if (!host.isConnected) {
      focusedBefore = document.activeElement;
      document.body.append(host);
    }
    bringToFront();
    play(1);
  };

  const hide = (): void => {
    if (host.isConnected) play(-1);
  };

  const remove = (): void => {
    putAway(dialog);
    host.remove();
    frame.removeAttribute('src');
    // Where the focus went with the panel, it goes back to where it was.
    if (document.activeElement === document.body && focusedBefore instanceof HTMLElement) {
      focusedBefore.focus({ preventScroll: true });
    }
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
    if (slide.playbackRate < 0) remove();
    else bringToFront();
  });
  wide.addEventListener('change', () => {
    if (!host.isConnected) return;
    putAway(dialog);
    bringToFront();
  });
  // Until then the frame is an empty page, white in dark mode, too.
  frame.addEventListener('load', () => frame.classList.toggle('is-loaded', frame.hasAttribute('src')));
  // Escape neither answers nor hides.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  addEventListener('message', ({ source, origin, data }: MessageEvent<ApprovalPageMessage>) => {
    if (source !== frame.contentWindow || origin !== location.origin) return;
    isBusy = data === 'mobile-wallet:busy';
    if (isBusy) show();
    else if (data === 'mobile-wallet:left' || launching === 0) hide();
  });

  return {
    open(launched) {
      launching++;
      show();
      launched
        .then(
          () => {
            if (!frame.hasAttribute('src')) frame.src = `${mount}/approval/?page=${page}`;
          },
          (error: unknown) => {
            if (!isBusy) hide();
            reportError(error);
          },
        )
        .finally(() => {
          launching--;
        });
    },
  };
}

function createElements() {
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
  dialog.append(frame);
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
