import { encodeBase64, encodeUtf8 } from 'mobile-wallet-standard/endpoint';

/**
 * Longer than public clusters take, and short enough that somebody who waits for an answer learns why there
 * is none.
 */
const TIMEOUT_MS = 30_000;

/**
 * Matches a host, without a port, that is this machine itself, so that nobody else hears what is sent to it.
 */
export const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Whether a cluster's URL may hold an API key: in its path, query or credentials, or in a host name of
 * somebody's own. This machine needs no key in a path.
 *
 * @throws TypeError unless it is an HTTP URL; the message does not contain it
 */
export function mayHoldKey(url: string): boolean {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new TypeError("The cluster's URL must be an http: or https: URL");
  }
  const { username, password, hostname, pathname, search } = new URL(url);
  if (username + password + search !== '') return true;
  return !LOOPBACK_HOST.test(hostname) && (pathname !== '/' || !isPublicHost(hostname));
}

/**
 * Whether a host name has no label that may be an API key: a machine's name or IP address, or one of Solana's
 * own clusters.
 */
export function isPublicHost(hostname: string): boolean {
  const labels = hostname.split('.');
  return labels.length === 1 || hostname.endsWith('.solana.com') || !/[a-z]/i.test(labels.at(-1) ?? '');
}

/**
 * Sends JSON to a cluster. A user name and a password go into a header, because `fetch` refuses a URL that
 * contains them.
 */
export async function postToCluster(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const credentials = encodeBase64(encodeUtf8(`${decode(username)}:${decode(password)}`));
  const headers = {
    'Content-Type': 'application/json',
    ...(username + password !== '' && { Authorization: `Basic ${credentials}` }),
  };
  return fetch(target, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
}

/** Decodes a part of a URL; leaves one whose percent signs are not escapes as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns only the code of a failed `fetch`, such as ` (ECONNREFUSED)` or ` (TIMEOUT)`, because its messages
 * may contain the URL.
 */
export function getFetchFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return ' (TIMEOUT)';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}
