import type { Identity } from 'mobile-wallet-standard/endpoint';
import { isWeb, tryParseWebUrl } from '../explain/foreign.js';

/** The parts of a dapp's identity that can be shown. All of it is the dapp's own claim. */
export type IdentityView = Readonly<{
  name: string | undefined;
  /** The host of the identity's `uri` with its port, in ASCII, because look-alike letters could deceive. */
  host: string | undefined;
  /** An `http(s):` URL, or a `data:` URL of an image. */
  iconUrl: string | undefined;
}>;

/**
 * Returns the host of the dapp's page with its port. The URL names its origin (`&origin=`) if it is not this
 * page's.
 */
export function getPageHost(): string {
  const origin = new URLSearchParams(location.search).get('origin') ?? '';
  return URL.canParse(origin) ? new URL(origin).host : location.host;
}

/** Returns what can be shown of an identity. Missing and malformed members are `undefined`. */
export function getIdentityView({ name, uri, icon }: Identity): IdentityView {
  const base = tryParseWebUrl(uri);
  return { name: name?.trim() ? name : undefined, host: base?.host, iconUrl: getIconUrl(icon, base) };
}

function getIconUrl(icon: string | undefined, base: URL | undefined): string | undefined {
  if (!icon || !URL.canParse(icon, base)) return undefined;
  const url = new URL(icon, base);
  return isWeb(url) || /^data:image\//i.test(url.href) ? url.href : undefined;
}
