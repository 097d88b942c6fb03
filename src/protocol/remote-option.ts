import { assertArgument } from '../util/errors.js';

/** Where a wallet on another device is met. */
export type Remote = Readonly<
  | {
      /** A reflector: a server that joins two WebSockets. */
      type: 'reflector';
      /** Its host, with a port if that is not the default one. */
      host: string;
      /** How long a session stays open without a call, in milliseconds; 300,000 by default. */
      idleMs?: number | undefined;
    }
  | {
      /** Nostr relays: public servers that pass on small signed messages. */
      type: 'nostr';
      /** Their hosts or `wss:` URLs. The first that answers is used. */
      relays: readonly string[];
      /** How long a session stays open without a call, in milliseconds; 300,000 by default. */
      idleMs?: number | undefined;
    }
>;

/** How a wallet app is met: on this device by loopback, or at an intermediary. */
export type Transport = 'local' | Remote['type'];

/** The longest delay of `setTimeout`. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Throws `INVALID_ARGUMENT` unless `value` is a number of milliseconds that a timer can wait. */
export function assertDuration(value: unknown, argument: string): void {
  const isDuration = typeof value === 'number' && value >= 0 && value <= MAX_DELAY_MS;
  assertArgument(isDuration, argument, `must be milliseconds, from 0 to ${MAX_DELAY_MS}`);
}
