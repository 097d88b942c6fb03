import { assertArgument, attempt, createInvalidArgumentError } from '../../util/errors.js';
import { reportError } from '../../util/report-error.js';
import type { KnownWalletApp, OpenIn, WalletApp, WalletApps } from '../options.js';

/** A wallet app that can open this page: a row of the sheet. */
export type WalletAppRow = Readonly<{
  name: string;
  /** A `data:` URI of an image. */
  icon?: string;
  /** The `https:` link that opens this page in the app. */
  link: string;
  /** The `https:` address of a page where one gets the app. */
  installUrl?: string;
}>;

/** Returns a function that appends the page's address and its origin to `base`, each in its own place. */
function browse(base: string): (url: string) => string {
  return (url) => `${base}${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`;
}

/**
 * The wallet apps whose links are known, in the order in which they are shown. None of these links was tried
 * on a phone. What each is from, read on 2026-11-27:
 *
 * - Phantom: https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 * - Solflare: `browseDapp` in `App.tsx` of https://github.com/solflare-wallet/deep-link-sample-app (795b792)
 *   has this path under `solflare:`. That the links begin with `https://solflare.com/ul/v1/`, too, is from
 *   https://docs.solflare.com/solflare/technical/deeplinks/provider-methods/connect.
 *
 * Backpack is not here, because no page of its maker was found that says what its link is.
 */
const KNOWN: Readonly<Record<KnownWalletApp, WalletApp>> = {
  Phantom: {
    name: 'Phantom',
    getLink: browse('https://phantom.app/ul/browse/'),
    installUrl: 'https://phantom.com/download',
  },
  Solflare: {
    name: 'Solflare',
    getLink: browse('https://solflare.com/ul/v1/browse/'),
    installUrl: 'https://solflare.com/download',
  },
};

/**
 * Returns the address that a wallet app is to open: the page's own, unless the dapp names another.
 *
 * @throws `INVALID_ARGUMENT` if the dapp names none of the web, or one with the page's own query, because
 * that may hold a secret
 */
export function getPageUrl(openIn: OpenIn): string {
  const option = Object(openIn) as { getUrl?: () => string };
  let cause: unknown;
  const address: unknown = attempt(
    () => (option.getUrl ? option.getUrl() : location.href),
    (error) => {
      cause = error;
    },
  );
  const [page] = location.href.split(/[?#]/);
  const resolve = (query: string): URL | undefined =>
    typeof address === 'string' ? attempt(() => new URL(address, page + query)) : undefined;
  const url = resolve('?a');
  // What is relative only in its hash, or empty, would get the page's own query.
  const isOwnQuery = url?.href !== resolve('?b')?.href;
  if (url && !isOwnQuery && /^https?:$/.test(url.protocol)) return url.href;
  throw createInvalidArgumentError('openIn.getUrl', 'must return a web address, not only a hash', cause);
}

/** Returns the wallet apps that can open `url`. What is wrong in one is left out and reported. */
export function getRows(walletApps: WalletApps | undefined, url: string): readonly WalletAppRow[] {
  const apps: readonly (string | WalletApp)[] = walletApps ?? Object.keys(KNOWN);
  return [...apps].flatMap((named, index) => {
    const argument = `walletApps[${index}]`;
    const row = orReport(() => {
      const known: Readonly<Record<string, WalletApp>> = KNOWN;
      const app = typeof named === 'string' ? known[named] : named;
      assertArgument(app, argument, `must be one of ${Object.keys(KNOWN).join(', ')}, or have a \`getLink\``);
      return { name: app.name, link: parseLink(app.getLink(url), `${argument}.getLink`), app };
    });
    if (!row) return [];
    const { icon, installUrl } = row.app;
    const isIcon = icon === undefined || /^data:image\//i.test(icon);
    if (!isIcon) orReport(() => assertArgument(isIcon, `${argument}.icon`, 'must be a data URI of an image'));
    const install =
      installUrl === undefined ? undefined : orReport(() => parseLink(installUrl, `${argument}.installUrl`));
    return {
      name: String(row.name || new URL(row.link).host),
      link: row.link,
      ...(icon !== undefined && isIcon && { icon }),
      ...(install !== undefined && { installUrl: install }),
    };
  });
}

function parseLink(link: unknown, argument: string): string {
  const url = attempt(() => new URL(String(link)));
  assertArgument(url?.protocol === 'https:', argument, 'must be an https address');
  return url.href;
}

/** Returns what `check` returns, or `undefined` if it throws, which is reported. */
function orReport<T>(check: () => T): T | undefined {
  return attempt(check, (error) => {
    reportError(error);
    return undefined;
  });
}
