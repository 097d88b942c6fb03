import type { WebSocket } from 'ws';
import type { NostrEvent } from '../../../src/protocol/nostr.js';
import {
  type HostileRelay,
  type Hostility,
  isEventOf,
  startHostileRelay,
} from '../../support/hostile-relay.js';
import type { Carried, Carry } from './carry.js';
import type { Intermediary } from './intermediary.js';

/** What a relay does in place of what an honest one does. */
export type RelayFault = Hostility & Readonly<{ carry?: Carry<NostrEvent> }>;

/** Starts a relay for each fault. `onRequest` is called with each message of the dapp. */
export async function startRelays(
  faults: readonly RelayFault[],
  onRequest: () => void,
): Promise<Intermediary> {
  const relays = await Promise.all(faults.map((fault) => startRelay(fault, onRequest)));
  return {
    remote: { type: 'nostr', relays: relays.map(({ relay }) => relay.host) },
    setFaulty(isFaulty) {
      for (const each of relays) each.setFaulty(isFaulty);
    },
    countConnections: () => relays.reduce((count, { relay }) => count + relay.sockets.size, 0),
    async close() {
      await Promise.all(relays.map(({ relay }) => relay.close()));
    },
  };
}

async function startRelay(row: RelayFault, onRequest: () => void) {
  let fault: RelayFault = {};
  /** The keys that have sent CONNECT. */
  const wallets = new Set<string>();
  const counts = { dapp: 0, wallet: 0 };

  const carry = (event: NostrEvent, relay: HostileRelay): void => {
    const from = wallets.has(event.pubkey) ? 'wallet' : 'dapp';
    const carried: Carried<NostrEvent> = {
      from,
      nth: event.content === '' ? 0 : ++counts[from],
      message: event,
      // A relay hands all events to all.
      deliver: relay.deliver,
      reflect: relay.deliver,
      hangUp(how) {
        for (const socket of relay.sockets) {
          if (how === 'drop') socket.terminate();
          else socket.close(how);
        }
      },
    };
    for (const sent of fault.carry?.(carried) ?? [event]) relay.deliver(sent);
    if (from === 'dapp') onRequest();
  };

  const relay = await startHostileRelay({
    onConnection: (socket, self) => fault.onConnection?.(socket, self),
    onRequest(socket, self) {
      if (fault.onRequest) fault.onRequest(socket, self);
      else confirm(socket);
    },
    onEvent(event, socket, self) {
      if (isEventOf(['EVENT', event], 'CONNECT')) wallets.add(event.pubkey);
      if (fault.onEvent) return fault.onEvent(event, socket, self);
      accept(event, socket);
      carry(event, self);
    },
  });
  return {
    relay,
    setFaulty(isFaulty: boolean) {
      fault = isFaulty ? row : {};
      counts.dapp = 0;
      counts.wallet = 0;
    },
  };
}

/** Sends EOSE, which confirms a subscription. */
export function confirm(socket: WebSocket): void {
  sendTo(socket, ['EOSE', 'session']);
}

/** Tells the sender of an event that the relay takes it. */
export function accept({ id }: NostrEvent, socket: WebSocket): void {
  sendTo(socket, ['OK', id, true, '']);
}

/** Sends one client a message. */
export function sendTo(socket: WebSocket, message: readonly unknown[]): void {
  socket.send(JSON.stringify(message));
}
