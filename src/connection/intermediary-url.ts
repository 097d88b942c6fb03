// In a file of its own, because only sessions over a reflector or a relay load it.

/** Whether a host, with or without a port and a path, is this device itself. */
export function isLoopbackAddress(address: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|$)/i.test(address);
}

/**
 * Returns the URL of a reflector or relay that is given as a host, with a port and a path if it has them:
 * `wss:`, except for one on this device, which needs no certificate because nobody else can listen in.
 */
export function getWebSocketUrl(address: string): string {
  return `${isLoopbackAddress(address) ? 'ws' : 'wss'}://${address}`;
}
