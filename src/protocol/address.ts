import { assertArgument, attempt } from '../util/errors.js';
import { isLoopbackHost } from '../util/surroundings.js';

/**
 * Parses the address of a reflector or relay: a host, with a port and a path if it has them, or the whole
 * URL. It is reached by `wss:`, because others can read and change what `ws:` carries; but one on this device
 * needs no certificate.
 *
 * @param refused finds what the address must not have: by default credentials, a query or a fragment
 * @throws `INVALID_ARGUMENT`
 */
export function parseAddress(address: unknown, argument: string, refused = /[\s\\@?#]/): URL {
  const text = typeof address === 'string' && !refused.test(address) ? address : '';
  const hasScheme = /^[^/]*:\/\//.test(text);
  const url = attempt(() => new URL(hasScheme ? text : `wss://${text}`));
  const isLoopback = url && isLoopbackHost(url.hostname);
  const isUsable = url?.protocol === 'wss:' || (isLoopback && url.protocol === 'ws:');
  assertArgument(url && isUsable, argument, 'must be a host or a wss: URL');
  return isLoopback && !hasScheme ? new URL(`ws://${text}`) : url;
}
