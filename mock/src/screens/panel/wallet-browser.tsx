import type { WalletLink } from './wallet-links.js';

/** A page in the browser of a wallet app, and the name of its frame. */
export type BrowserPage = WalletLink & Readonly<{ frameName: string }>;

type WalletBrowserProps = Readonly<{
  page: BrowserPage;
  /** Called when the user presses the ×. */
  onClose(): void;
}>;

/** The browser of a wallet app: the wallet's name, the page's address, and the page in a frame. */
export function WalletBrowser({ page: { name, url, frameName }, onClose }: WalletBrowserProps) {
  const { host, pathname, search } = new URL(url);
  const title = `${name}’s browser`;
  return (
    <section class="browser" aria-label={title}>
      <div class="header">
        <div class="browser-title">
          <span class="label">{name}</span>
          <span class="browser-address" title={url}>
            <b>{host}</b>
            {pathname}
            {search}
          </span>
        </div>
        <button type="button" class="leave" aria-label={`Close ${title}`} onClick={onClose} />
      </div>
      <iframe
        title={title}
        name={frameName}
        // Another page in the same frame is another frame: one that is replaced may still have its scripts.
        key={frameName + url}
        // What a page may do in a tab. The wallet's socket is on this device.
        allow="clipboard-read; clipboard-write; local-network-access; loopback-network"
        src={url}
      />
    </section>
  );
}
