const SCHEME = 'solana-wallet:';

/** A navigation to an association URI, by the page's clock. */
export type CaughtLaunch = Readonly<{ uri: string; at: number }>;

/**
 * Gives the page's next launch, and cancels its navigation: it is caught where the browser hears of it, the same for
 * every library.
 */
export function catchLaunch(): Promise<CaughtLaunch> {
  return new Promise((resolve) => {
    const hear = (event: NavigateEvent): void => {
      const at = performance.now();
      const { url: uri } = event.destination;
      if (!uri.startsWith(SCHEME)) return;
      event.preventDefault();
      navigation.removeEventListener('navigate', hear);
      resolve({ uri, at });
    };
    navigation.addEventListener('navigate', hear);
  });
}

/** As on a phone where another app comes to the front; the peer dials only then. */
export function blur(): void {
  window.dispatchEvent(new Event('blur'));
}
