import { encodeBase64, encodeUtf8 } from 'mobile-wallet-standard/endpoint';

/** Longer than public clusters take, and short enough that somebody who waits for an answer learns why there is none. */
const TIMEOUT_MS = 30_000;
const SECRET_LENGTH = 6;
const MARK = '***';

/**
 * Creates a function that removes a cluster's URL, and the parts of it that may be an API key, from texts of the
 * cluster, such as its error page. Texts of this package never contain the URL.
 *
 * @throws TypeError unless it is an HTTP URL; the message does not contain it
 */
export function createRedaction(url: string): (text: string) => string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new TypeError("The cluster's URL must be an http: or https: URL");
  }
  const { username, password, host, hostname, pathname, search, searchParams } = new URL(url);
  const written = [username, password, ...pathname.split('/'), search.includes('=') ? '' : search.slice(1)];
  const parts = [...written, ...written.map(decode), ...searchParams.values()];
  const secrets = [url, host, hostname, getCredentials(url), ...parts, ...parts.map(encodeURIComponent)]
    .filter(({ length }) => length >= SECRET_LENGTH)
    // The longest first, because it may contain a shorter one.
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, MARK), text);
}

/** Whether a JSON-RPC response contains an error, in which a cluster may repeat the URL. */
export function hasRpcError(json: string): boolean {
  return /"error"\s*:/.test(json);
}

/**
 * Sends JSON to a cluster. A user name and a password go into the `Authorization` header, because `fetch` refuses a
 * URL that contains them.
 *
 * @param timeoutMs is how long the cluster may take for its whole answer
 */
export async function postToCluster(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Response> {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const credentials = getCredentials(url);
  const headers = {
    'Content-Type': 'application/json',
    ...(credentials !== '' && { Authorization: `Basic ${credentials}` }),
  };
  return fetch(target, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
}

function getCredentials(url: string): string {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return '';
  return encodeBase64(encodeUtf8(`${decode(username)}:${decode(password)}`));
}

/** Decodes a part of a URL; leaves one whose percent signs are not escapes as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns only the code of a failed `fetch`, such as ` (ECONNREFUSED)` or ` (TIMEOUT)`, because its messages may contain the URL. */
export function getFetchFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return ' (TIMEOUT)';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}
