import { createNostrKeyPair, type NostrEvent } from '../../../src/protocol/nostr.js';
import { type HostileRelay, isEventOf, signEvent } from '../../support/hostile-relay.js';
import { accept, confirm, type RelayFault, sendTo } from './relays.js';

/** Longer than the time in which an offer that ends counts as refused. */
const SUBSCRIBED_MS = 1_200;
/** The key pair of somebody who belongs to no session. */
export const THIRD = createNostrKeyPair();

/** Ends the first connection some time after EOSE. */
export function endingOnce(how: 'close' | 'terminate' | 'CLOSED'): RelayFault {
  let requests = 0;
  return {
    onRequest(socket) {
      confirm(socket);
      requests++;
      if (requests > 1) return;
      setTimeout(
        () => (how === 'CLOSED' ? sendTo(socket, ['CLOSED', 'session', '']) : socket[how]()),
        SUBSCRIBED_MS,
      );
    },
  };
}

/** Sends an event of a stranger, and then EOSE. */
export function beforeEose(): RelayFault {
  return {
    onRequest(socket, relay) {
      const d = getRequestedSession(relay);
      void signEvent(THIRD, {
        tags: [
          ['d', d],
          ['msg', 'CONNECT'],
        ],
      }).then((event) => {
        sendTo(socket, ['EVENT', 'session', event]);
        confirm(socket);
      });
    },
  };
}

function getRequestedSession({ received }: HostileRelay): string {
  const [, , filter] = received.at(-1) ?? [];
  return (filter as Readonly<Record<string, readonly string[]>>)['#d']?.[0] ?? '';
}

/** Delivers an event of a stranger before the wallet's CONNECT. */
export function beforeConnect(
  getOwnTags: (dappKey: string) => string[][],
  { kind = 20012, d }: Readonly<{ kind?: number; d?: string }> = {},
): RelayFault {
  return {
    onEvent(event, socket, relay) {
      accept(event, socket);
      if (!isEventOf(['EVENT', event], 'CONNECT')) return relay.deliver(event);
      const [session, dappKey] = ['d', 'p'].map(
        (name) => event.tags.find(([tag]) => tag === name)?.[1] ?? '',
      );
      const tags = [['d', d ?? session ?? ''], ...getOwnTags(dappKey ?? '')];
      void signEvent(THIRD, { kind, tags }).then((own) => {
        relay.deliver(own);
        relay.deliver(event);
      });
    },
  };
}

/** Does something before delivering the wallet's CONNECT. */
export function onConnect(act: (event: NostrEvent, relay: HostileRelay) => void): RelayFault {
  return {
    onEvent(event, socket, relay) {
      accept(event, socket);
      if (isEventOf(['EVENT', event], 'CONNECT')) act(event, relay);
      relay.deliver(event);
    },
  };
}

/** Adds something before the wallet's answer. */
export function beforeAnswer(add: (event: NostrEvent, relay: HostileRelay) => unknown): RelayFault {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return {
    onEvent(event, socket, relay) {
      accept(event, socket);
      count++;
      // The first event is the dapp's request, the second is the wallet's answer.
      if (count === 2) last = (async () => add(event, relay))();
      last = last.then(() => relay.deliver(event));
    },
  };
}

/** Does something in place of delivering the wallet’s answer. */
export function inPlaceOfAnswer(act: (relay: HostileRelay) => void): RelayFault {
  let count = 0;
  return {
    onEvent(event, socket, relay) {
      accept(event, socket);
      count++;
      if (count === 2) act(relay);
      else relay.deliver(event);
    },
  };
}

/** Refuses the first event. */
export function refusing(): RelayFault {
  let count = 0;
  return {
    onEvent(event, socket, relay) {
      count++;
      if (count === 1) return sendTo(socket, ['OK', event.id, false, 'rate-limited: slow down']);
      accept(event, socket);
      relay.deliver(event);
    },
  };
}
