import { assertArgument } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';
import { parseAddress } from './address.js';
import { parseObject } from './arguments.js';

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

/** The longest delay of `setTimeout`. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The checks of each kind's own members. */
const CHECKS: Readonly<Record<Remote['type'], (remote: JsonObject) => void>> = {
  // The association URI has only the host of a reflector.
  reflector: ({ host }) => void parseAddress(host, 'remote.host', /[\s\\@?#/]/),
  nostr({ relays }) {
    assertArgument(Array.isArray(relays) && relays.length > 0, 'remote.relays', 'must be an array');
    for (const [index, relay] of relays.entries()) parseAddress(relay, `remote.relays[${index}]`);
  },
};

/** Validates the option `remote`. @throws `INVALID_ARGUMENT` that names the member */
export function assertRemote(remote: unknown): void {
  if (remote === undefined) return;
  const { type, idleMs = 0, ...members } = parseObject(remote, 'remote');
  const kinds = Object.keys(CHECKS);
  assertArgument(kinds.includes(type as string), 'remote.type', `must be ${kinds.join(' or ')}`);
  CHECKS[type as Remote['type']](members);
  assertDuration(idleMs, 'remote.idleMs');
}

/** Throws `INVALID_ARGUMENT` unless `value` is a number of milliseconds that a timer can wait. */
export function assertDuration(value: unknown, argument: string): void {
  const isDuration = typeof value === 'number' && value >= 0 && value <= MAX_DELAY_MS;
  assertArgument(isDuration, argument, `must be milliseconds, from 0 to ${MAX_DELAY_MS}`);
}
