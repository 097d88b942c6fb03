/** How many requests a page has sent so far. */
export type Sent = Readonly<{ probes: number; webSockets: number }>;

/**
 * Counts requests in the global `sent`. Runs in the page before its own scripts, so it uses nothing outside
 * itself.
 */
export function countSent(): void {
  const sent = { probes: 0, webSockets: 0 };
  const { fetch: send, WebSocket: Socket } = globalThis;
  const countedFetch: typeof fetch = (...args) => {
    sent.probes++;
    return send(...args);
  };
  const CountedSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      sent.webSockets++;
    }
  };
  Object.assign(globalThis, { sent, fetch: countedFetch, WebSocket: CountedSocket });
}
