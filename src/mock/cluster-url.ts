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
  const { username, password, host, hostname, pathname, searchParams } = new URL(url);
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()];
  const secrets = [url, host, hostname, ...parts, ...parts.map(encodeURIComponent)]
    .filter(({ length }) => length >= SECRET_LENGTH)
    // The longest first, because a shorter one may be a part of it.
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, MARK), text);
}

/** Returns the code of a failed `fetch` in brackets, such as ` (ECONNREFUSED)`: its messages may name the URL. */
export function getFetchFailure(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}
