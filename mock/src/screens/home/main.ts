import type { WalletHost } from '../../phone/wallet-host.js';
import css from './home.css?inline';
import { createHome } from './home.js';

/** Shows the wallet's own screens in this document: full screen, or in the panel's frame. */
export function showHome(host: WalletHost): void {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  document.adoptedStyleSheets = [styleSheet];
  const home = createHome(host, parent !== window);
  document.body.append(home.element);

  // Only a visible page listens, because browsers keep no more than six connections to a server, over all its pages.
  let stop: (() => void) | undefined;
  const listen = (): void => {
    stop?.();
    stop = document.hidden ? undefined : host.watchWallet(home.update, home.showLost);
  };
  document.addEventListener('visibilitychange', listen);
  listen();
}
