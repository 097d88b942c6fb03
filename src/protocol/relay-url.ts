import { createInvalidArgumentError } from '../errors.js';
import { isLoopbackHost } from './intermediary.js';

/** Where a Nostr relay is: the URL to dial, and the name that stands for it in an association URI. */
export type RelayAddress = Readonly<{ url: string; name: string }>;

/**
 * Parses a relay given as a host, with a port and a path if it has them, as a `wss:` URL, or, for this device only, as a
 * `ws:` URL. The name has no scheme, because the reference wallet puts `wss://` before it.
 *
 * @param argument the name of the argument, for the error
 * @throws `INVALID_ARGUMENT`
 */
export function parseRelay(relay: string, argument: string): RelayAddress {
  const url = parseUrl(relay);
  const isSecure = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && isLoopbackHost(url.host));
  if (!url || !isSecure) {
    throw createInvalidArgumentError(
      argument,
      'must be a host or a `wss:` URL without query and credentials',
    );
  }
  const name = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return { url: `${url.protocol}//${name}`, name };
}

function parseUrl(relay: string): URL | undefined {
  if (typeof relay !== 'string' || /[\s\\@?#]/.test(relay)) return undefined;
  const [host = ''] = relay.split('/');
  const isUrl = /^[a-z]+:\/\//i.test(relay);
  const url = isUrl ? relay : `${isLoopbackHost(host) ? 'ws' : 'wss'}://${relay}`;
  return URL.canParse(url) ? new URL(url) : undefined;
}
