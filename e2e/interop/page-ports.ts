/**
 * The published clients choose any port from 49152, also those that Linux gives to outgoing connections, where the wallet could
 * not listen. So the page's random numbers leave them the ports from 61000, as ours does.
 */
const { random } = Math;
const SHARE = (61_000 - 49_152) / 16_384;
Math.random = () => SHARE + (1 - SHARE) * random();

// They give up a launch if the page has not lost the focus within 3 s, which a busy machine exceeds.
const LAUNCH_LIMIT_MS = 3_000;
const { setTimeout: setTimer } = globalThis;
const setLongerTimer = (handler: TimerHandler, ms?: number, ...args: unknown[]): number =>
  setTimer(handler, ms === LAUNCH_LIMIT_MS ? 10 * LAUNCH_LIMIT_MS : ms, ...args);
Object.assign(globalThis, { setTimeout: setLongerTimer });

export {};
