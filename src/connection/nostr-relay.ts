import { parseAddress } from '../protocol/address.js';
import {
  createNostrEvent,
  getNostrTag,
  MAX_RELAY_MESSAGE_LENGTH,
  NOSTR_KIND,
  type NostrEvent,
  type NostrKeyPair,
  parseRelayMessage,
} from '../protocol/nostr.js';
import { getLabel } from '../protocol/text-checks.js';
import { createSessionClosedError, createViolationError } from './channel.js';
import { OPEN, type WebSocketLike } from './web-socket.js';

/** One end of a session, as a relay knows it. */
export type NostrEnd = Readonly<{
  keys: NostrKeyPair;
  /** The `d` tag of all events of the session. */
  sessionIdentifier: string;
}>;

/** What a subscription reports. Nothing is reported after `onEnd`, or after it was closed. */
export type SubscriptionListener = Readonly<{
  /** Called when the relay passes on events from now on. */
  onSubscribed(): void;
  /**
   * Called with an event of the session. Its id and signature are not verified, it may come repeatedly, and
   * it may be one's own, because relays send those back.
   */
  onEvent(event: NostrEvent): void;
  /**
   * Called with the reason when the relay ends the connection or the subscription, or refuses an event. The
   * subscription must then be closed; until that, events can be published if the connection is open.
   */
  onEnd(reason: unknown): void;
}>;

type UnsignedEvent = Readonly<{ tags: NostrEvent['tags']; content: string }>;

/** A subscription to the events of a session. */
export type Subscription = Readonly<{
  /** Signs and sends an event of the session. Events leave in the order of the calls. */
  publish(event: UnsignedEvent): void;
  /** Signs an event, dated `aheadMs` from now. Resolves with a function that sends it at once. */
  prepare(event: UnsignedEvent, aheadMs: number): Promise<() => void>;
  /** Closes the connection once all events have been sent. Idempotent. */
  close(): void;
}>;

/** A subscription's name counts within its connection only. */
const SUBSCRIPTION = 'session';

/**
 * Subscribes to the events of a session by its identifier alone, because the relay must not learn the dapp's
 * public key before the wallet's CONNECT names it. For the same reason AUTH is not answered. `host` is the
 * relay's, for errors.
 */
export function subscribeToSession(
  socket: WebSocketLike,
  host: string,
  { keys, sessionIdentifier }: NostrEnd,
  { onSubscribed, onEvent, onEnd }: SubscriptionListener,
): Subscription {
  /** Ids of the events that the relay has neither accepted nor refused. */
  const unconfirmed = new Set<string>();
  let lastPublish: Promise<void> = Promise.resolve();

  const receive = ({ data }: Readonly<{ data: unknown }>): void => {
    if (typeof data !== 'string') return;
    if (data.length > MAX_RELAY_MESSAGE_LENGTH) {
      end(createViolationError(`The relay ${host} sent a message that is too long`));
      return;
    }
    const message = parseRelayMessage(data);
    if (message?.type === 'OK') {
      const isOwn = unconfirmed.delete(message.id);
      // The other end would wait for the message that was refused.
      if (isOwn && !message.isAccepted) refuse('refused a message', message.reason);
    } else if (message?.subscription === SUBSCRIPTION) {
      if (message.type === 'EOSE') onSubscribed();
      else if (message.type === 'EVENT') {
        if (isOfSession(message.event)) onEvent(message.event);
      } else refuse('ended the subscription', message.reason);
    }
  };
  const isOfSession = (event: NostrEvent): boolean =>
    event.kind === NOSTR_KIND && getNostrTag(event, 'd') === sessionIdentifier;
  const hangUp = ({ code, reason }: Readonly<{ code: number; reason: string }>): void => {
    const context = { closeCode: code, closeReason: reason };
    end(createSessionClosedError(`The relay ${host} closed the connection (code ${code})`, context));
  };
  const stopListening = (): void => {
    socket.removeEventListener('message', receive);
    socket.removeEventListener('close', hangUp);
  };
  const end = (reason: unknown): void => {
    stopListening();
    onEnd(reason);
  };
  /** `reason` is the relay's own text. */
  const refuse = (refusal: string, reason: string): void =>
    end(createSessionClosedError(`The relay ${host} ${refusal}`, { closeReason: getLabel(reason) }));
  const close = (): void => {
    stopListening();
    lastPublish.finally(() => socket.close());
  };
  const send = (message: readonly unknown[]): void => {
    if (socket.readyState === OPEN) socket.send(JSON.stringify(message));
  };
  socket.addEventListener('message', receive);
  socket.addEventListener('close', hangUp);
  send(['REQ', SUBSCRIPTION, { kinds: [NOSTR_KIND], '#d': [sessionIdentifier] }]);

  const prepare: Subscription['prepare'] = async ({ tags, content }, aheadMs) => {
    const unsigned = { tags: [['d', sessionIdentifier], ...tags], content };
    const event = await createNostrEvent(keys, unsigned, aheadMs);
    return () => {
      unconfirmed.add(event.id);
      send(['EVENT', event]);
    };
  };

  return {
    prepare,
    publish(event) {
      const prepared = prepare(event, 0);
      lastPublish = lastPublish
        .then(() => prepared)
        .then((sendEvent) => sendEvent())
        .catch(end);
    },
    close,
  };
}

/**
 * Parses a relay given as a host, with a port and a path if it has them, as a `wss:` URL, or, for this device
 * only, as a `ws:` URL. Returns the URL to dial, and the name that stands for it in an association URI. The
 * name has no scheme, because the reference wallet puts `wss://` before it. Throws `INVALID_ARGUMENT`.
 */
export function parseRelay(relay: string, argument: string): Readonly<{ url: string; name: string }> {
  const { protocol, host, pathname } = parseAddress(relay, argument);
  const name = `${host}${pathname === '/' ? '' : pathname}`;
  return { url: `${protocol}//${name}`, name };
}
