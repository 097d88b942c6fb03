const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Whether a host, with or without a port, is this device itself. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/**
 * Returns the origin of a WebSocket to a reflector or relay: `wss:`, except for one on this device, which needs no
 * certificate because nobody else can listen in.
 */
export function getWebSocketOrigin(host: string): string {
  return `${isLoopbackHost(host) ? 'ws' : 'wss'}://${host}`;
}
