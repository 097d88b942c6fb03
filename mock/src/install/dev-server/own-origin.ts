import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { HttpError } from '../../sockets/http.js';

/** The part of an HTTP request or upgrade request that shows where it comes from. */
type SentRequest = Readonly<{ headers: IncomingHttpHeaders }>;

/**
 * Whether a request comes from where it may: from this server's pages and programs, or also from dapps'
 * pages.
 */
export type OriginCheck = (request: SentRequest) => boolean;

const LOCALHOST = /^(.+\.)?localhost$/i;
const PORT = /:\d+$/;
/**
 * Host names that no site on the internet can have: browsers resolve them to this machine without asking.
 * Others, such as `[::1]`, are missing because `frame-ancestors` cannot name them.
 */
const LOOPBACK = /^(localhost|.+\.localhost|127\.0\.0\.1)$/;
/**
 * Values of `Sec-Fetch-Site` for requests of the same origin, and for those of the user, e.g. by the address
 * bar.
 */
const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Creates the check that every route and every upgrade has to pass. `allowedHosts` is Vite's option, where
 * `true` allows every name: an attacker's host name can resolve to this machine (DNS rebinding), and then the
 * attacker's page has its origin.
 */
export function createOriginCheck(allowedHosts: readonly string[] | true): OriginCheck {
  return ({ headers }) => {
    if (!isHostAllowed(getHost(headers), allowedHosts)) return false;
    // Browsers send `Origin` with every POST and every WebSocket, but not with a GET of the same origin.
    if (headers.origin === undefined) return OWN_SITES.includes(headers['sec-fetch-site']);
    return isPageOfHost(headers);
  };
}

/**
 * Creates the check for what dapps' pages may use; with `isForLoopbackPages` also those of other servers on
 * this machine.
 */
export function createDappCheck(isOwnOrigin: OriginCheck, isForLoopbackPages: boolean): OriginCheck {
  return ({ headers }) =>
    isOwnOrigin({ headers }) ||
    (isForLoopbackPages && isFromLoopback(headers) && isOwnOrigin({ headers: withoutPage(headers) }));
}

/**
 * Whether a request is for a document that a page embeds, at a host name of this server. It does not name the
 * page: the browser enforces the document's own `frame-ancestors`.
 */
export function isForFrame({ headers }: SentRequest, isOwnOrigin: OriginCheck): boolean {
  const isFrame = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'iframe';
  return isFrame && isOwnOrigin({ headers: withoutPage(headers) });
}

/** Returns the headers as if a program had sent them, to check everything but the page. */
function withoutPage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { origin: _, 'sec-fetch-site': __, ...others } = headers;
  return others;
}

/** Throws an {@link HttpError} 403 unless `Origin` shows that a page of this very server sent the request. */
export function assertOwnPage(headers: IncomingHttpHeaders): void {
  if (!isPageOfHost(headers)) throw new HttpError(403, 'Only pages of this server may do this');
}

/** Whether a page of this machine asks, as far as the browser tells. */
function isFromLoopback(headers: IncomingHttpHeaders): boolean {
  // A script tag without `crossorigin` sends no `Origin`. No page can make up either header.
  const { origin, referer = '' } = headers;
  const page = origin ?? referer;
  return URL.canParse(page) && LOOPBACK.test(new URL(page).hostname);
}

/** Whether `Origin` is this very server. Pages cannot change that header. */
function isPageOfHost(headers: IncomingHttpHeaders): boolean {
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === getHost(headers);
}

/** Returns the host with its port. HTTP/2 sends it as `:authority`. */
export function getHost(headers: IncomingHttpHeaders): string | undefined {
  return headers.host ?? headers[':authority']?.toString();
}

function isHostAllowed(host: string | undefined, allowedHosts: readonly string[] | true): boolean {
  // Every browser sends the host, so a request without it comes from a program.
  if (host === undefined || allowedHosts === true) return true;
  const name = host.replace(PORT, '');
  if (LOCALHOST.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return allowedHosts.some((allowed) =>
    allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : name === allowed,
  );
}
