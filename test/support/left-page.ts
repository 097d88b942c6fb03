import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';

/** How a page notices that the user has left it: it is hidden and loses the focus, or only one of them. */
export type Way = 'hidden' | 'unfocused' | 'hidden alone';

/** Longer than a visit in which no person has decided. */
const DECISION_MS = 1_100;

/**
 * Creates a page that the user leaves and returns to. If a wallet opens in a sheet, the page stays visible
 * but loses focus.
 */
export function openPage() {
  const window = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    hasFocus: (): boolean => true,
  });
  // One page may have many wallets in a test.
  setMaxListeners(0, window, page);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const self = {
    leave(way: Way = 'hidden') {
      if (way !== 'hidden alone') {
        page.hasFocus = () => false;
        window.dispatchEvent(new Event('blur'));
      }
      if (way === 'unfocused') return;
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    returnToPage() {
      const wasHidden = page.visibilityState === 'hidden';
      page.visibilityState = 'visible';
      if (wasHidden) page.dispatchEvent(new Event('visibilitychange'));
      page.hasFocus = () => true;
      window.dispatchEvent(new Event('focus'));
    },
    /** Leaves the page, and returns to it after so long as a person needs to read and decide. */
    async visitAnother() {
      self.leave();
      await new Promise((resolve) => setTimeout(resolve, DECISION_MS));
      self.returnToPage();
    },
    /** Leaves the page for another one, or closes it. */
    close: () => void window.dispatchEvent(new Event('pagehide')),
    /** Moves the focus within the page, as from a frame to the page itself. */
    moveFocus: () => void window.dispatchEvent(new Event('focus')),
  };
  return self;
}
