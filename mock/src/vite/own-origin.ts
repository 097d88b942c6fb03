import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { HttpError } from '../http.js';

/** The part of an HTTP request, or of a WebSocket's upgrade request, that tells who sent it. */
export type SentRequest = Readonly<{ headers: IncomingHttpHeaders }>;

/** Whether a request may use the mock wallet: pages of this server may, and programs that are no browser. */
export type IsOwnOrigin = (request: SentRequest) => boolean;

const LOCALHOST = /^(.+\.)?localhost$/i;
const PORT = /:\d+$/;
/** What browsers say of requests of the same origin, and of those that the user makes, by the address bar for example. */
const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Creates the check that every route and every upgrade has to pass. `allowedHosts` is Vite's option of that name: a name
 * that is not allowed may be a stranger's that was made to resolve to this machine (DNS rebinding), and such a page has
 * the same origin as the server. With `true` every name is allowed.
 */
export function createOriginCheck(allowedHosts: readonly string[] | true): IsOwnOrigin {
  return ({ headers }) => {
    if (!isHostAllowed(getHost(headers), allowedHosts)) return false;
    // Browsers put `Origin` on every POST and every WebSocket, but not on a GET of the same origin.
    if (headers.origin === undefined) return OWN_SITES.includes(headers['sec-fetch-site']);
    return isPageOfHost(headers);
  };
}

/** Refuses a request with 403 unless a page of this server sent it: no page, no `Origin`. */
export function assertOwnPage(headers: IncomingHttpHeaders): void {
  if (!isPageOfHost(headers)) throw new HttpError(403, 'Only pages of this server may do this');
}

/** Whether `Origin` names this very server. Pages cannot change that header. */
function isPageOfHost(headers: IncomingHttpHeaders): boolean {
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === getHost(headers);
}

/** Returns the host with its port; HTTP/2 has it in `:authority`. */
function getHost(headers: IncomingHttpHeaders): string | undefined {
  return headers.host ?? headers[':authority']?.toString();
}

function isHostAllowed(host: string | undefined, allowedHosts: readonly string[] | true): boolean {
  // Every browser names the host.
  if (host === undefined || allowedHosts === true) return true;
  const name = host.replace(PORT, '');
  if (LOCALHOST.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return allowedHosts.some((allowed) =>
    allowed.startsWith('.') ? `.${name}`.endsWith(allowed) : name === allowed,
  );
}
