const { random } = Math;
const SHARE = (61_000 - 49_152) / 16_384;
const LAUNCH_LIMIT_MS = 3_000;
const { setTimeout: setTimer } = globalThis;

/**
 * Lets the published clients work on a busy machine. Call this before they do; an import for its effects
 * alone would be dropped from the bundle, because the package says that its files have none.
 */
export function helpPublishedClients(): void {
  // They choose any port from 49152, also those that Linux gives to outgoing connections, where the wallet
  // could not listen. So the page's random numbers leave them the ports from 61000, as ours does.
  Math.random = () => SHARE + (1 - SHARE) * random();
  // They give up a launch if the page has not lost the focus within 3 s, which a busy machine exceeds.
  const setLongerTimer = (handler: TimerHandler, ms?: number, ...args: unknown[]): number =>
    setTimer(handler, ms === LAUNCH_LIMIT_MS ? 10 * LAUNCH_LIMIT_MS : ms, ...args);
  Object.assign(globalThis, { setTimeout: setLongerTimer });
}
