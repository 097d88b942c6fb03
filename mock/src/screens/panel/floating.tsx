import { render } from 'preact';
import { createHost, useAttempt } from '../parts.js';
import css from './floating.css?inline';
import { dock, putInFreePlace } from './free-place.js';
import type { PageQrCode } from './page-qr-code.js';

/**
 * The button that opens the wallet where there is no room for it beside the page, or where the user has
 * hidden it.
 */
export type Pill = Readonly<{
  button: HTMLButtonElement;
  setShown(isShown: boolean): void;
  /** Docks the button again, because the page may have changed. */
  settle(): void;
}>;

/** Creates the button, which is not on the page yet. */
export function createPill(open: () => void): Pill {
  const { host, root } = createHost('mobile-wallet-button', css);
  host.className = 'docked';
  render(
    <div class="tokens pill">
      <button type="button" onClick={open}>
        Mock wallet
      </button>
    </div>,
    root,
  );
  const button = root.querySelector('button') as HTMLButtonElement;
  const settle = (): void => {
    // It does not flee from the user.
    if (!host.isConnected || host.matches(':hover') || root.activeElement) return;
    dock(host);
  };
  return {
    button,
    settle,
    setShown(isShown) {
      if (!isShown) host.remove();
      else if (!host.isConnected) {
        document.body.append(host);
        settle();
      }
    },
  };
}

/** The bar that joins the wallet by the QR code on the page. */
export type QrCodeBar = Readonly<{
  /** `panel`: the panel beside the page, if there is one. The bar then stands over it. */
  show(qrCode: PageQrCode | undefined, panel: HTMLDialogElement | undefined): void;
}>;

/**
 * Creates the bar. It is a popover inside the dialog that shows the QR code, or else in the body: everything
 * outside of a modal dialog is inert, and inside of it the bar can be touched, and is next to its buttons by
 * keyboard.
 *
 * @param scan rejects with the reason to show
 */
export function createQrCodeBar(scan: () => Promise<void>): QrCodeBar {
  const { host, root } = createHost('mobile-wallet-code', css);
  host.popover = 'manual';
  return {
    show(qrCode, panel) {
      // A panel that the pointer has made modal is above the page's dialog, which is inert.
      const parent = qrCode && (panel?.matches(':modal') ? panel : (qrCode.dialog ?? document.body));
      if (!parent) {
        host.remove();
        // What was wrong with this QR code says nothing of the next one.
        render(null, root);
        return;
      }
      if (host.parentNode !== parent || !host.matches(':popover-open')) {
        host.className = '';
        parent.append(host);
        render(<QrCodeBarView scan={scan} />, root);
        host.showPopover();
      }
      if (panel) host.className = 'over-panel';
      else putInFreePlace(host);
    },
  };
}

function QrCodeBarView({ scan }: Readonly<{ scan: () => Promise<void> }>) {
  const { run, isBusy, note } = useAttempt();
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div class="tokens code" role="group" aria-label="Mock wallet">
      <p>A QR code is on this page</p>
      <button type="button" aria-busy={isBusy} onClick={() => void run(scan)}>
        {isBusy ? 'Joining…' : 'Scan'}
      </button>
      {note}
    </div>
  );
}
