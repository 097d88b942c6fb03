import { createReflector } from '../../mock/src/server.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import type { DappInput } from './dapp-page.js';

/** What a dapp and a wallet on another device meet through. */
export type Intermediary = Readonly<{
  remote: NonNullable<DappInput['remote']>;
  /** Returns how many connections are open. */
  countConnections(): number;
  close(): Promise<unknown>;
}>;

export async function startReflector(): Promise<Intermediary> {
  const { host, getStats, close } = await createReflector();
  return {
    remote: { type: 'reflector', host },
    countConnections() {
      const { halfOpen, pairs } = getStats();
      return halfOpen + 2 * pairs;
    },
    close,
  };
}

export async function startRelay(): Promise<Intermediary> {
  const { host, sockets, close } = await startNostrRelay();
  return { remote: { type: 'nostr', relays: [host] }, countConnections: () => sockets.size, close };
}

/** Starts a relay, and names it after another one that is gone. */
export async function startRelayBesideDeadOne(): Promise<Intermediary> {
  const dead = await startNostrRelay();
  const { host, sockets, close } = await startNostrRelay();
  await dead.close();
  return {
    remote: { type: 'nostr', relays: [dead.host, host] },
    countConnections: () => sockets.size,
    close,
  };
}
