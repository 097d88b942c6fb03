import { assertArgument, attempt } from '../util/errors.js';

/** Whether a host name, as `URL` and `location` have it, is this device itself. */
export function isLoopbackHost(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.[\d.]+|\[::1])$/.test(hostname);
}

/**
 * Parses the address of a reflector or relay: a host, with a port and a path if it has them, or the whole
 * URL. It is reached by `wss:`, because others can read and change what `ws:` carries; but one on this device
 * needs no certificate.
 *
 * @throws `INVALID_ARGUMENT`, also for an address with credentials, a query or a fragment
 */
export function parseAddress(address: unknown, argument: string): URL {
  const text = typeof address === 'string' && !/[\s\\@?#]/.test(address) ? address : '';
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const url = attempt(() => new URL(hasScheme ? text : `wss://${text}`));
  const isLoopback = url && isLoopbackHost(url.hostname);
  const isUsable = url?.protocol === 'wss:' || (isLoopback && url.protocol === 'ws:');
  assertArgument(url && isUsable, argument, 'must be a host or a wss: URL');
  return isLoopback && !hasScheme ? new URL(`ws://${text}`) : url;
}
