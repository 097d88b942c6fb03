import { readIntentUri } from '../../phone/intent-uri.js';

/** A link that opens a page in the browser of a wallet app. */
export type WalletLink = Readonly<{
  /** The wallet app's name, or the link's host if the app is not known. */
  name: string;
  /** The page that it opens. */
  url: string;
}>;

/** How the links of known wallet apps begin. */
export const KNOWN_LINKS: Readonly<Record<string, string>> = {
  'https://phantom.app/ul/browse/': 'Phantom',
  'https://solflare.com/ul/v1/browse/': 'Solflare',
  'https://link.trustwallet.com/open_url?': 'Trust Wallet',
  'https://go.cb-w.com/dapp?': 'Coinbase Wallet',
  'https://web3.okx.com/download?deeplink=': 'OKX Wallet',
};

/** The element of the library's dialogs. */
const SHEET = 'mobile-wallet-dialog';
/** A link in a link in a link: what more would there be? */
const MOST_LEVELS = 3;

/**
 * Returns the page that a link opens in the browser of a wallet app, or `undefined` if it is no such link. It
 * may be an `intent:` address. Those of known wallet apps are recognised anywhere. `isInSheet`: the link is
 * in a dialog of the library, where a dapp's own ones are, too.
 */
export function readWalletLink(address: string, isInSheet: boolean): WalletLink | undefined {
  const link = readLink(address);
  const known = Object.entries(KNOWN_LINKS).find(([start]) => link.startsWith(start));
  if (!known && !(isInSheet && link.startsWith('https:'))) return undefined;
  const url = findPage(link, MOST_LEVELS);
  return url === undefined ? undefined : { name: known?.[1] ?? new URL(link).host, url };
}

/** Returns the link in an `intent:` address, or else the address itself. */
function readLink(address: string): string {
  try {
    return readIntentUri(address)?.uri ?? address;
  } catch {
    // Android does not open it.
    return address;
  }
}

/** Returns the first address of a page in the path or the query of a link. */
function findPage(link: string, levels: number): string | undefined {
  if (levels === 0 || !URL.canParse(link)) return undefined;
  const { pathname, searchParams } = new URL(link);
  const parts = [...pathname.split('/').map(decode), ...searchParams.values()];
  for (const part of parts) {
    if (/^https?:\/\//i.test(part) && URL.canParse(part)) return part;
    const inner = part.includes('://') ? findPage(part, levels - 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Calls `open` for each tap on a link that opens a page in a wallet app's browser, and cancels the navigation
 * that the browser would do. Links are left alone while `isActive` returns `false`.
 */
export function catchWalletLinks(
  open: (link: WalletLink) => void,
  isActive: () => boolean = () => true,
): void {
  // While it goes down, because dialogs keep the clicks in them from the page.
  addEventListener(
    'click',
    (event) => {
      const path = event.composedPath();
      const anchor = path.find((target) => target instanceof HTMLAnchorElement);
      if (!anchor || event.defaultPrevented || !isActive()) return;
      const isInSheet = path.some((target) => target instanceof Element && target.localName === SHEET);
      const link = readWalletLink(anchor.href, isInSheet);
      if (!link) return;
      event.preventDefault();
      // After the page has noticed the tap, as a phone opens an app.
      setTimeout(() => open(link));
    },
    true,
  );
}
