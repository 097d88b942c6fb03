import { encode } from 'uqr';
import { launchByNavigation } from '../dapp/open/launch.js';
import type { ScanReason, ShowQrCode } from '../dapp/open/session-ui.js';
import type { Dialog, OpenDialog } from './dialog.js';
import css from './scan-style.css?inline';
import { SCAN_TEXTS } from './scan-texts.js';
import type { DEFAULT_TEXTS, ReadText } from './texts.js';
import { type Action, createCopyLink, createElement, createSteps } from './view.js';

export { SCAN_TEXTS };

const REASONS: Readonly<Record<ScanReason, keyof typeof SCAN_TEXTS>> = {
  first: 'scanFirst',
  expired: 'scanExpired',
  'not-renewed': 'scanNotRenewed',
  idle: 'scanIdle',
  'wallet-left': 'scanWalletLeft',
  'connection-lost': 'scanConnectionLost',
  'cannot-connect': 'scanCannotConnect',
  cancelled: 'scanCancelled',
};

type QrCode = Parameters<ShowQrCode>[0];

/**
 * Creates the dialog that shows a QR code for a wallet on another device. A fresh one takes the place of the
 * one before it: the dialog stays open, and the focus stays where it is. `getSharedText` returns texts that
 * other dialogs show, too.
 */
export function createScan(
  open: OpenDialog,
  readText: ReadText,
  getSharedText: (name: keyof typeof DEFAULT_TEXTS) => string,
): ShowQrCode {
  const getText = (name: keyof typeof SCAN_TEXTS): string => readText(name, SCAN_TEXTS[name]);
  const picture = createPicture(getText('qrCodeLabel'));
  const ring = createElement('i', {});
  const state = createElement('span', {});
  // Not in a status, because a countdown would never let screen readers say anything else.
  const time = createElement('span', { class: 'hidden' });
  const timer = createElement('p', { id: 'timer', role: 'timer' }, ring, state, ' ', time);
  const figure = createElement('div', {}, picture.element, timer);
  const { button, note, link, say, reset } = createCopyLink(getSharedText, getText('linkCopied'), {
    rows: '4',
    'aria-label': getText('linkLabel'),
  });
  const foot = createElement(
    'div',
    {},
    note,
    link,
    createElement(
      'details',
      {},
      createElement('summary', {}, getText('scanHelp')),
      createSteps(getText('scanSteps')),
    ),
    createElement('p', { class: 'encrypted' }, getText('encrypted')),
  );
  /** The latest QR code. Buttons outlive the one that they were drawn for. */
  let shown: Readonly<{ options: QrCode; dialog: Dialog }>;

  const openHere = (): void => {
    const { localUri, signal } = shown.options;
    if (localUri === undefined) return;
    try {
      void launchByNavigation(localUri, { signal });
    } catch {
      say(getSharedText('notFoundTitle'));
    }
  };
  const createActions = ({ localUri }: QrCode): readonly Action[] => [
    ...(localUri !== undefined && matchMedia('(pointer: coarse)').matches
      ? [{ label: getText('openHere'), press: openHere }]
      : []),
    button,
  ];

  /** Shows a QR code that `picture` has already drawn. */
  const show = (options: QrCode, dialog: Dialog): void => {
    shown = { options, dialog };
    link.value = options.uri;
    const reason = getText(REASONS[options.reason]);
    if (figure.isConnected) {
      dialog.setText(reason);
      if (link.matches(':focus')) link.select();
      // A copied link has expired with its QR code.
      if (link.hidden) reset();
      return;
    }
    reset();
    dialog.show({
      title: getText('scanTitle'),
      text: reason,
      mark: 'code',
      figure,
      foot,
      css,
      actions: createActions(options),
    });
  };

  return async (options) => {
    // The session may have ended while this file was loading.
    if (options.signal.aborted) return;
    const end = performance.now() + options.lifetimeMs;
    const tick = (): void => {
      const seconds = Math.ceil((end - performance.now()) / 1000);
      const isOver = seconds <= 0;
      // A wallet that scans it now would find nobody.
      if (isOver) picture.clear();
      ring.style.setProperty('--rest', isOver ? '0' : `${(1000 * seconds) / options.lifetimeMs}`);
      state.textContent = getText(isOver ? 'qrCodeExpired' : 'qrCodeWaiting');
      time.textContent = isOver ? '' : getText('qrCodeTimer').replaceAll('{time}', () => formatTime(seconds));
    };
    picture.draw(options.uri);
    tick();
    const interval = setInterval(tick, 1000);
    const ending = await open(options.signal, (dialog) => show(options, dialog));
    clearInterval(interval);
    if (ending === 'cancel' || ending === 'dismissed') options.cancel();
  };
}

/** Returns minutes and seconds, such as 1:05. */
function formatTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const SVG = 'http://www.w3.org/2000/svg';
/** White modules on each side of a QR code, as scanners expect them (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** Creates an empty picture for a QR code, always black on white. `label` is its name for screen readers. */
function createPicture(label: string) {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  const path = document.createElementNS(SVG, 'path');
  element.append(path);
  return {
    element,
    /** Draws the QR code of `text`, in place of the previous one. */
    draw(text: string): void {
      // The lowest level of error correction has the fewest modules, and a large module is what a blurred
      // picture needs. Within that size, the level is raised as far as it goes.
      const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 0 });
      element.setAttribute(
        'viewBox',
        `${-QUIET_MODULES} ${-QUIET_MODULES} ${size + 2 * QUIET_MODULES} ${size + 2 * QUIET_MODULES}`,
      );
      path.setAttribute('d', data.map(drawRow).join(''));
    },
    /** Shows three dots in place of the QR code. */
    clear(): void {
      element.setAttribute('viewBox', '0 0 29 29');
      path.setAttribute('d', 'M11 14h1v1h-1zM14 14h1v1h-1zM17 14h1v1h-1z');
    },
  };
}

/** Returns one square of a path for each black module of a row. */
function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')).join('');
}
