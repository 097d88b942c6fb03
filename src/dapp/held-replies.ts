import { setDeadline } from '../abort.js';
import type { RpcClient } from '../session/rpc.js';

/** Time for an answer of a wallet that the user has just left. */
const HELD_REPLY_MS = 1_000;

/**
 * Watches from the launch on whether the user is on the page. Returns what puts the watch around a session's client:
 * the WebSocket server of the reference wallet may hold a reply back until its next ping, after up to 45 s, or until
 * any further request arrives. So when the user has been away, is back, and requests have been waiting for a second,
 * one `get_capabilities` goes out, whose answer is ignored. It asks the user nothing and needs no authorization.
 *
 * A page is left when it hides, and also when it loses the focus: wallets may open in a sheet above the page, or beside
 * it. A page that was never left sends nothing, because the user may still be in the wallet.
 */
export function watchHeldReplies(signal: AbortSignal): (client: RpcClient) => RpcClient {
  const page = globalThis.document;
  if (!page) return (client) => client;
  let isHere = true;
  let wasAway = false;
  let pending = 0;
  let ask = (): void => {};
  let cancel = (): void => {};
  /** Starts the second anew. A request that goes out releases what is held before it, so only the last one counts. */
  const wait = (): void => {
    cancel();
    if (isHere && wasAway && pending > 0) cancel = setDeadline(HELD_REPLY_MS, ask);
  };
  const look = (): void => {
    const wasHere = isHere;
    isHere = page.visibilityState === 'visible' && page.hasFocus();
    wasAway ||= !isHere;
    // Moving the focus within the page is no return to it.
    if (isHere !== wasHere) wait();
  };
  look();
  page.addEventListener('visibilitychange', look, { signal });
  for (const event of ['focus', 'blur']) globalThis.addEventListener?.(event, look, { signal });

  return (client) => {
    ask = () => void client.call('get_capabilities', {}).catch(() => {});
    return {
      ...client,
      async call(...request) {
        pending++;
        wait();
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
