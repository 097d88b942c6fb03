import { CONNECT, getNostrTag, isNostrEventValid, type NostrEvent, SESSION_END } from '../protocol/nostr.js';
import { abortable } from '../util/abortable.js';
import { encodeBase64 } from '../util/bytes.js';
import { type Channel, createInbox, createSessionClosedError, createViolationError } from './channel.js';
import { type NostrEnd, type Subscription, subscribeToSession } from './nostr-relay.js';
import { type Connecting, openWebSocket, type WebSocketLike } from './web-socket.js';
import { decodeBase64Frame } from './web-socket-channel.js';

/** How to open a {@link NostrChannel}. It is closed when `signal` aborts, also later. */
type NostrChannelOptions = NostrEnd &
  Connecting &
  Readonly<{
    /**
     * The dapp's public key, which a wallet knows from the association URI. A dapp learns the wallet's from
     * CONNECT.
     */
    dappKey?: string | undefined;
  }>;

/** A channel over a relay. */
export type NostrChannel = Readonly<{
  channel: Channel;
  /**
   * Resolves at the first event from the other end, which for a dapp is CONNECT. Rejects with the reason if
   * the channel ends first.
   */
  joined: Promise<void>;
  /** Aborts when the channel has ended. */
  ended: AbortSignal;
  /**
   * For a dapp that a wallet has joined: signs SESSION_END, dated `aheadMs` from now. Resolves with a
   * function that sends it and closes the channel at once, which `close` of the channel cannot, because
   * signing takes time.
   */
  prepareClose(aheadMs: number): Promise<(reason: unknown) => void>;
}>;

/** How long a relay may take until it has confirmed the subscription. */
const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** The most events that may wait to be verified. An honest end sends a few at once. */
const MAX_UNVERIFIED = 64;

/**
 * Opens a {@link Channel} over one Nostr relay, for either end (Mobile Wallet Adapter 2.0, "Nostr"). Each
 * message is an event. Ignores events with a wrong id or signature, of other sessions or keys, and repeated
 * ones. When the connection or the subscription ends, or the relay refuses an event, the channel ends,
 * because such a session must not be resumed. Resolves once the relay has confirmed the subscription; rejects
 * as {@link openWebSocket} does.
 */
export async function openNostrChannel(url: string, options: NostrChannelOptions): Promise<NostrChannel> {
  const { host } = new URL(url);
  const use = (socket: WebSocketLike) => createNostrChannel(socket, host, options);
  const target = { name: `The relay ${host}`, protocols: [], use };
  return openWebSocket(url, target, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, ...options });
}

function createNostrChannel(
  socket: WebSocketLike,
  host: string,
  { dappKey, signal, ...thisEnd }: NostrChannelOptions,
): Readonly<{ channel: Channel; ready: Promise<NostrChannel> }> {
  const inbox = createInbox();
  const ended = new AbortController();
  const subscribed = createMilestone(ended.signal);
  const joined = createMilestone(ended.signal);
  /** The ids of the events that were taken. */
  const taken = new Set<string>();
  let counterpart = dappKey;
  let isSubscribed = false;
  let unverified = 0;
  let lastVerified: Promise<void> = Promise.resolve();

  const createEvent = (content: string, message?: string) => {
    const recipient = counterpart === undefined ? [] : [['p', counterpart]];
    return { content, tags: [...recipient, ...(message ? [['msg', message]] : [])] };
  };
  const publish = (content: string, message?: string): void =>
    subscription.publish(createEvent(content, message));
  const end = (reason: unknown, tellOther: () => void): void => {
    if (ended.signal.aborted) return;
    inbox.end(reason);
    ended.abort(reason);
    tellOther();
    subscription.close();
  };
  const close = (reason: unknown = createSessionClosedError()): void =>
    end(reason, () => {
      // Relays do not tell the wallet that the dapp has left.
      if (dappKey === undefined && counterpart !== undefined) publish('', SESSION_END);
    });

  const isExpected = (event: NostrEvent): boolean =>
    counterpart === undefined
      ? getNostrTag(event, 'msg') === CONNECT && getNostrTag(event, 'p') === thisEnd.keys.publicKey
      : event.pubkey === counterpart && !taken.has(event.id);
  const verify = async (event: NostrEvent): Promise<void> => {
    unverified--;
    // Ask again, because the event before this one may have been CONNECT, or the same.
    if (ended.signal.aborted || !isExpected(event) || !(await isNostrEventValid(event))) return;
    taken.add(event.id);
    take(event);
  };
  const take = (event: NostrEvent): void => {
    joined.reach();
    if (counterpart === undefined) counterpart = event.pubkey;
    else if (getNostrTag(event, 'msg') === SESSION_END) {
      close(createSessionClosedError('The other end ended the session'));
    } else if (event.content !== '') {
      const message = decodeBase64Frame(event.content);
      if (message) inbox.push(message);
      else close(createViolationError('The other end sent an event whose content is not base64'));
    }
  };

  const subscription: Subscription = subscribeToSession(socket, host, thisEnd, {
    onSubscribed() {
      if (isSubscribed) return;
      isSubscribed = true;
      subscribed.reach();
      // Not before this moment, because the wallet would miss the dapp's reply.
      if (dappKey !== undefined) publish('', CONNECT);
    },
    onEvent(event) {
      // Verify last and in order, because verifying takes some milliseconds, and anybody may send events.
      if (!isExpected(event)) return;
      unverified++;
      if (unverified > MAX_UNVERIFIED) close(createViolationError(`The relay ${host} sends too many events`));
      else lastVerified = lastVerified.then(() => verify(event));
    },
    // What has arrived before the end is still verified and read.
    onEnd: (reason) => void lastVerified.then(() => close(reason)),
  });
  signal?.addEventListener('abort', () => close(signal.reason), ended);

  const channel: Channel = {
    send(message) {
      inbox.assertOpen();
      // The reference wallet ends the session when it receives an empty event.
      if (message.length > 0) publish(encodeBase64(message));
    },
    read: inbox.read,
    close,
  };
  const opened: NostrChannel = {
    channel,
    joined: joined.reached,
    ended: ended.signal,
    async prepareClose(aheadMs) {
      const sendEnd = await subscription.prepare(createEvent('', SESSION_END), aheadMs);
      return (reason) => end(reason, sendEnd);
    },
  };
  return { channel, ready: subscribed.reached.then(() => opened) };
}

/**
 * Creates a promise to be resolved by `reach`, which rejects with the reason of `ended` if that aborts first.
 */
function createMilestone(ended: AbortSignal): Readonly<{ reach: () => void; reached: Promise<void> }> {
  let reach = (): void => {};
  const reaching = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const reached = abortable(reaching, ended);
  // Nobody may be waiting. The reason is also what the channel's reader gets.
  reached.catch(() => {});
  return { reach, reached };
}
