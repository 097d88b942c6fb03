const SCHEME = 'solana-wallet:';

/** A navigation to an association URI, by the page's clock. */
export type CaughtLaunch = Readonly<{ uri: string; at: number }>;

/**
 * Cancels the page's next launch and resolves with it. Catches the launch in the browser's `navigate` event,
 * which is the same for every library.
 */
export function catchLaunch(): Promise<CaughtLaunch> {
  return new Promise((resolve) => {
    const onNavigate = (event: NavigateEvent): void => {
      const at = performance.now();
      const { url: uri } = event.destination;
      if (!uri.startsWith(SCHEME)) return;
      event.preventDefault();
      navigation.removeEventListener('navigate', onNavigate);
      resolve({ uri, at });
    };
    navigation.addEventListener('navigate', onNavigate);
  });
}

/** Fires `blur`, as when another app comes to the front on a phone. The peer dials only then. */
export function blur(): void {
  window.dispatchEvent(new Event('blur'));
}
