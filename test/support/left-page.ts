import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';

/** How a page notices that the user has left it. */
export type Way = 'hidden' | 'unfocused';

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
  return {
    leave(way: Way = 'hidden') {
      page.hasFocus = () => false;
      window.dispatchEvent(new Event('blur'));
      if (way === 'unfocused') return;
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    returnToPage() {
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
      page.hasFocus = () => true;
      window.dispatchEvent(new Event('focus'));
    },
    /** Leaves the page for another one, or closes it. */
    close: () => void window.dispatchEvent(new Event('pagehide')),
    /** Moves the focus within the page, as from a frame to the page itself. */
    moveFocus: () => void window.dispatchEvent(new Event('focus')),
  };
}
