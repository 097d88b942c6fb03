import { assertArgument } from '../errors.js';
import { getObject } from './arguments.js';

/** A host or a URL. `ws:` is for this device only, because others can read and change what it carries. */
const ADDRESS =
  /^(wss:\/\/|ws:\/\/(?=(localhost|127\.0\.0\.1|\[::1\])([:/]|$)))?[\w.:[\]-]+(\/(?!\/)[^?#@\s\\]*)?$/i;

/** The longest delay of `setTimeout`. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Throws `INVALID_ARGUMENT`, naming the member, unless `remote` is a way to a wallet on another device, or `undefined`. */
export function assertRemote(remote: unknown): void {
  if (remote === undefined) return;
  const { type, host, relays, idle = 0 } = getObject(remote, 'remote') as Partial<Record<string, unknown>>;
  const isNostr = type === 'nostr';
  assertArgument(isNostr || type === 'reflector', 'remote.type', 'must be reflector or nostr');
  const addresses = isNostr ? relays : [host];
  assertArgument(Array.isArray(addresses) && addresses.length > 0, 'remote.relays', 'must name a relay');
  addresses.forEach((address, index) => {
    const isAddress =
      typeof address === 'string' &&
      ADDRESS.test(address) &&
      (isNostr || !address.includes('/')) &&
      URL.canParse(address.replace(/^(wss?:\/\/)?/i, 'wss://'));
    if (isNostr) assertArgument(isAddress, `remote.relays[${index}]`, 'must be a host or a wss: URL');
    else assertArgument(isAddress, 'remote.host', 'must be a host, with or without a port');
  });
  assertDuration(idle, 'remote.idle');
}

/** Throws `INVALID_ARGUMENT` unless `value` is a number of milliseconds that a timer can wait. */
export function assertDuration(value: unknown, argument: string): void {
  const isDuration = Number.isFinite(value) && (value as number) >= 0 && (value as number) <= MAX_DELAY_MS;
  assertArgument(isDuration, argument, `must be milliseconds, from 0 to ${MAX_DELAY_MS}`);
}
