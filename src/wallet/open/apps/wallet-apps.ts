import { isAndroidPackage } from '../../../dapp/open/intent.js';
import { assertArgument, attempt, createInvalidArgumentError } from '../../../util/errors.js';
import { reportError } from '../../../util/report-error.js';
import type { KnownWalletApp, OpenIn, WalletApp, WalletApps } from '../../options.js';

/** What the rows of a list have in common. */
type Row = Readonly<{
  name: string;
  /** A `data:` URI of an image. */
  icon?: string;
  /** The `https:` address of a page where one gets the app. */
  installUrl?: string;
}>;

/** A wallet app that can open this page. */
export type WalletAppRow = Row &
  Readonly<{
    /** The `https:` link that opens this page in the app. */
    link: string;
  }>;

/** A wallet app that sessions can be with. */
export type SessionAppRow = Row & Readonly<{ androidPackage: string }>;

/** Returns a function that appends the page's address and its origin to `base`, each in its own place. */
function browse(base: string): (url: string) => string {
  return (url) => `${base}${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`;
}

/**
 * The wallet apps that are known, in the order in which they are shown. None of these links and packages was
 * tried on a phone. What each is from, read on 2026-11-28:
 *
 * - Phantom. Link: https://docs.phantom.com/phantom-deeplinks/other-methods/browse. Package: `README.md` of
 *   https://github.com/phantom/docs (ef5909a) links to it at Google Play.
 * - Solflare. Link: `browseDapp` in `App.tsx` of https://github.com/solflare-wallet/deep-link-sample-app
 *   (795b792) has this path under `solflare:`. That the links begin with `https://solflare.com/ul/v1/`, too,
 *   is from https://docs.solflare.com/solflare/technical/deeplinks/provider-methods/connect. Package: its
 *   entry in the registry.
 * - Backpack. Package and page: `web/public/.well-known/assetlinks.json` and `web/pages/downloads.tsx` of
 *   https://github.com/coral-xyz/backpack (5a538a4).
 * - Jupiter. Package and page: `tool-kits/wallet-kit/jupiter-mobile-adapter.mdx` of
 *   https://github.com/jup-ag/docs (1dda348).
 *
 * All four packages are in the registry of Solana Mobile, whose terms ask makers to submit their own entries:
 * https://github.com/solana-mobile/mobile-wallet-adapter-registry (43f8b79).
 *
 * Backpack and Jupiter have no link, because no page of their makers was found that says what it is. Seeker's
 * own wallet is not here, because no page of Solana Mobile was found that names its package. No app has an
 * icon, because no terms were found that allow others to pass it on.
 */
const KNOWN: Readonly<Record<KnownWalletApp, WalletApp>> = {
  Phantom: {
    name: 'Phantom',
    androidPackage: 'app.phantom',
    getLink: browse('https://phantom.app/ul/browse/'),
    installUrl: 'https://phantom.com/download',
  },
  Solflare: {
    name: 'Solflare',
    androidPackage: 'com.solflare.mobile',
    getLink: browse('https://solflare.com/ul/v1/browse/'),
    installUrl: 'https://solflare.com/download',
  },
  Backpack: {
    name: 'Backpack',
    androidPackage: 'app.backpack.mobile',
    installUrl: 'https://backpack.app/downloads',
  },
  Jupiter: {
    name: 'Jupiter',
    androidPackage: 'ag.jup.jupiter.android',
    installUrl: 'https://jup.ag/mobile',
  },
};

/** The origin of the pages inside an app that was built with Capacitor, which no other app can open. */
const APP_ORIGIN = 'https://localhost';

/**
 * Returns the address that a wallet app is to open: the page's own, unless the dapp names another.
 *
 * @throws `INVALID_ARGUMENT` if the dapp names none of the web, one of an app's own pages, or one with the
 * page's own query, because that may hold a secret
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
  /** Whether the address, which is empty or only a hash, would get the page's own query. */
  const dependsOnQuery = (): boolean => url?.href !== resolve('?b')?.href;
  const isWeb = url && /^https?:$/.test(url.protocol) && url.origin !== APP_ORIGIN;
  if (isWeb && !dependsOnQuery()) return url.href;
  const expectation = 'must return a web address that other apps can open, not only a hash';
  throw createInvalidArgumentError('openIn.getUrl', expectation, cause);
}

/** A row of the option, as it was passed or as this package knows it, and how errors name it. */
type Named = Readonly<{ app: WalletApp; argument: string }>;

/**
 * Returns the wallet apps that can open `url`, which are those with a link. What is wrong in one is left out
 * and reported.
 */
export function getRows(walletApps: WalletApps | undefined, url: string): readonly WalletAppRow[] {
  return readApps(walletApps, ({ app, argument }) => {
    if (app.getLink === undefined) return [];
    const link = parseLink(app.getLink(url), `${argument}.getLink`);
    return [{ ...readRow(app, argument, new URL(link).host), link }];
  });
}

/**
 * Returns the wallet apps that sessions can be with, which are those with a package. What is wrong in one is
 * left out and reported.
 */
export function getAppRows(walletApps: WalletApps | undefined): readonly SessionAppRow[] {
  return readApps(walletApps, ({ app, argument }) => {
    const { androidPackage } = app;
    // A wrong one was reported with the options.
    if (!isAndroidPackage(androidPackage)) return [];
    return [{ ...readRow(app, argument, androidPackage), androidPackage }];
  });
}

/**
 * Reads the option by `read`, in the order of its rows. A row for which it throws is left out, and the error
 * reported. A name that is not known is left out, because it was reported with the options.
 */
function readApps<T>(walletApps: WalletApps | undefined, read: (named: Named) => readonly T[]): readonly T[] {
  const known: Readonly<Record<string, WalletApp>> = KNOWN;
  const apps: readonly (string | WalletApp)[] = walletApps ?? Object.keys(KNOWN);
  return [...apps].flatMap((named, index) => {
    const argument = `walletApps[${index}]`;
    const app = typeof named === 'string' && Object.hasOwn(known, named) ? known[named] : named;
    return typeof app === 'object' ? (orReport(() => read({ app, argument })) ?? []) : [];
  });
}

/** Reads what the rows have in common. `otherwise` stands in for a name that is empty. */
function readRow({ name, icon, installUrl }: WalletApp, argument: string, otherwise: string): Row {
  const isIcon = icon === undefined || /^data:image\//i.test(icon);
  if (!isIcon) orReport(() => assertArgument(isIcon, `${argument}.icon`, 'must be a data URI of an image'));
  const install =
    installUrl === undefined ? undefined : orReport(() => parseLink(installUrl, `${argument}.installUrl`));
  return {
    name: String(name || otherwise),
    ...(icon !== undefined && isIcon && { icon }),
    ...(install !== undefined && { installUrl: install }),
  };
}

function parseLink(link: unknown, argument: string): string {
  const url = attempt(() => new URL(String(link)));
  assertArgument(url?.protocol === 'https:', argument, 'must be an https address');
  return url.href;
}

/** Returns what `check` returns, or `undefined` if it throws, which is reported. */
function orReport<T>(check: () => T): T | undefined {
  return attempt(check, reportError);
}
