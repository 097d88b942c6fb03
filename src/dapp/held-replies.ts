import { setDeadline } from '../abort.js';
import type { RpcClient } from '../session/rpc.js';

/** A wallet that the user just left may still be about to answer. */
const HELD_REPLY_MS = 1_000;

/**
 * Makes a wallet release a reply that it holds back. The WebSocket server of the reference wallet may hold a reply until its
 * next ping, up to 45 s later, or until another request arrives. So when the user has left the page and returned, and
 * requests have been pending for a second, a `get_capabilities` is sent, and its result is ignored. It needs neither the
 * user nor authorization.
 *
 * The page counts as left when it hides, and also when it loses focus, because wallets may open in a sheet above the page or
 * in a window beside it. A page that was never left sends nothing, because the user may still be in the wallet.
 *
 * It watches the page from the call on, so call it before the launch. Returns the wrapper for the session's client.
 */
export function watchHeldReplies(signal: AbortSignal): (client: RpcClient) => RpcClient {
  const page = globalThis.document;
  if (!page) return (client) => client;
  let isOnPage = true;
  let hasLeft = false;
  let pending = 0;
  let askCapabilities = (): void => {};
  let cancel = (): void => {};
  /**
   * Restarts the delay of one second. Only the last request counts, because each request releases the replies held
   * before it.
   */
  const restartTimer = (): void => {
    cancel();
    if (isOnPage && hasLeft && pending > 0) cancel = setDeadline(HELD_REPLY_MS, askCapabilities);
  };
  const checkPage = (): void => {
    const wasOnPage = isOnPage;
    isOnPage = page.visibilityState === 'visible' && page.hasFocus();
    hasLeft ||= !isOnPage;
    // Focus that moves within the page is not a return to it.
    if (isOnPage !== wasOnPage) restartTimer();
  };
  checkPage();
  page.addEventListener('visibilitychange', checkPage, { signal });
  for (const event of ['focus', 'blur']) globalThis.addEventListener?.(event, checkPage, { signal });

  return (client) => {
    askCapabilities = () => void client.call('get_capabilities', {}).catch(() => {});
    return {
      ...client,
      async call(...request) {
        pending++;
        restartTimer();
        try {
          return await client.call(...request);
        } finally {
          pending--;
          if (pending === 0) cancel();
        }
      },
    };
  };
}
