/**
 * Until `signal` aborts, calls `onViolation` when the page's content security policy forbids a connection to
 * the origin of `url`. A policy that only reports changes nothing.
 */
export function watchPolicy(url: string, onViolation: () => void, signal: AbortSignal): void {
  const { origin } = new URL(url);
  const check = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) onViolation();
  };
  // Not at the document, which may be a part of one where there is no browser.
  globalThis.addEventListener?.('securitypolicyviolation', check, { signal, capture: true });
}

/**
 * Whether the browser seems to forbid a WebSocket to `url`. Opens none. If the page's policy is the reason, a
 * violation follows, for which {@link watchPolicy} waits.
 */
export function seemsForbidden(url: string): boolean {
  if (!globalThis.document) return false;
  try {
    // A repeated subprotocol is a SyntaxError, but Chromium and WebKit ask the policy before. Firefox does
    // not.
    const socket = new WebSocket(url, ['repeated', 'repeated']);
    const { readyState } = socket;
    // Tests may replace WebSockets by those that accept anything.
    socket.close();
    return readyState === WebSocket.CLOSED;
  } catch (error) {
    return (error as Partial<Error>).name !== 'SyntaxError';
  }
}
