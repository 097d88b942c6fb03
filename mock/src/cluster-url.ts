import { encodeBase64, encodeUtf8 } from 'mobile-wallet-standard/endpoint';

const SECRET_LENGTH = 6;
const MARK = '***';

/**
 * Creates a function that takes a cluster's URL, and the parts of it that may be an API key, out of texts that others
 * wrote, such as the cluster's error page. Texts of our own do not name the URL at all.
 *
 * @throws TypeError unless it is an HTTP URL; the message does not show it
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
    // The longest first, because a shorter one may be a part of it.
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, MARK), text);
}

/** Whether JSON-RPC has an error in it, where a cluster may repeat what it was asked with. */
export function hasRpcError(json: string): boolean {
  return /"error"\s*:/.test(json);
}

/** Sends JSON to a cluster. `fetch` refuses a URL with a user name or a password, so they go as HTTP has them. */
export async function postToCluster(url: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const credentials = getCredentials(url);
  const headers = {
    'Content-Type': 'application/json',
    ...(credentials !== '' && { Authorization: `Basic ${credentials}` }),
  };
  return fetch(target, { method: 'POST', headers, body });
}

function getCredentials(url: string): string {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return '';
  return encodeBase64(encodeUtf8(`${decode(username)}:${decode(password)}`));
}

/** A sign of percent may also stand for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the code of a failed `fetch` in brackets, such as ` (ECONNREFUSED)`: its messages may name the URL. */
export function getFetchFailure(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}
