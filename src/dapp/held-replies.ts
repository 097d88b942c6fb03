import type { RpcClient } from '../connection/rpc.js';
import { setDeadline } from '../util/abort.js';
import { watchUser } from './open/user-moves.js';

/** A wallet that the user just left may still be about to answer. */
const HELD_REPLY_MS = 1_000;

/**
 * Makes a wallet release a reply that it holds back, as the reference wallet may do for up to 45 s
 * (docs/decisions.md): sends a `get_capabilities`, which needs neither the user nor authorization, when the
 * user has perhaps left the page and returned, and requests have been pending for a second. It is the only
 * request that goes out beside another. If two replies of that wallet have met, it releases neither, because
 * the wallet reads no message any more. Call this before the launch, because it watches the page. Returns the
 * wrapper for the session's client.
 */
export function watchHeldReplies(signal: AbortSignal): (client: RpcClient) => RpcClient {
  let hasReturned = false;
  let pending = 0;
  let askCapabilities = (): void => {};
  let cancel = (): void => {};
  /** Only the last request counts, because each request releases the replies held before it. */
  const restartTimer = (): void => {
    cancel();
    if (hasReturned && pending > 0) cancel = setDeadline(HELD_REPLY_MS, askCapabilities);
  };
  const noteReturn = (isBack: boolean): void => {
    hasReturned = isBack;
    restartTimer();
  };
  watchUser({ onPerhapsLeft: () => noteReturn(false), onPerhapsBack: () => noteReturn(true) }, signal);

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
