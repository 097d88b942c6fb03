import { assertArgument, attempt } from '../errors.js';

/**
 * Returns the URL of a reflector or relay that is given as a host, with a port and a path if it has them: `wss:`, except for one
 * on this device, which needs no certificate because nobody else can listen in.
 */
export function getWebSocketUrl(address: string): string {
  return `${isLoopbackAddress(address) ? 'ws' : 'wss'}://${address}`;
}

/**
 * Parses a relay given as a host, with a port and a path if it has them, as a `wss:` URL, or, for this device only, as a
 * `ws:` URL. Returns the URL to dial, and the name that stands for it in an association URI. The name has no scheme, because the
 * reference wallet puts `wss://` before it. Throws `INVALID_ARGUMENT`.
 */
export function parseRelay(relay: string, argument: string): Readonly<{ url: string; name: string }> {
  const isAddress = typeof relay === 'string' && !/[\s\\@?#]/.test(relay);
  const address = /^[a-z]+:\/\//i.test(relay) ? relay : getWebSocketUrl(relay);
  const url = isAddress ? attempt(() => new URL(address)) : undefined;
  const isSecure = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && isLoopbackAddress(url.host));
  assertArgument(url && isSecure, argument, 'must be a host or a `wss:` URL without query and credentials');
  const name = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return { url: `${url.protocol}//${name}`, name };
}

/** Whether a host, with or without a port and a path, is this device itself. */
function isLoopbackAddress(address: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|$)/i.test(address);
}
