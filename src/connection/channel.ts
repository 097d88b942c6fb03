import type { Bytes } from '../util/bytes.js';
import { MobileWalletError, type MobileWalletErrorContext } from '../util/errors.js';

/** The most bytes of a frame through a reflector that sends bytes; one that sends text carries less. */
export const MAX_REFLECTOR_FRAME_BYTES = 4_096;

/** A connection that carries whole messages in order. Each end of a session needs one. */
export type Channel = Readonly<{
  /** Sends one message. Once the channel has ended, throws the reason. */
  send(message: Bytes): void;
  /**
   * Resolves with the next message. Once the channel has ended, first resolves with the messages that are
   * left, then rejects with the reason. Only one read may be pending at a time.
   */
  read(): Promise<Bytes>;
  /** Ends the channel, and rejects a pending `read` with `reason`. Idempotent. */
  close(reason?: unknown): void;
  /** The longest message that the connection carries, in bytes; absent if there is no known limit. */
  maxMessageBytes?: number;
}>;

/** The receiving half of a channel, which keeps messages until they are read. */
export type Inbox = Readonly<{
  /** Adds a message. After the end, does nothing. */
  push(message: Bytes): void;
  /** Reads as `read` of a channel does. */
  read(): Promise<Bytes>;
  /** Ends the inbox. Readers get the reason of the first call; later calls do nothing. */
  end(reason: unknown): void;
  /** Throws the reason if the inbox has ended. */
  assertOpen(): void;
}>;

/** Creates an empty {@link Inbox}. */
export function createInbox(): Inbox {
  const messages: Bytes[] = [];
  let ended: { reason: unknown } | undefined;
  let reader: { resolve: (message: Bytes) => void; reject: (reason: unknown) => void } | undefined;
  return {
    push(message) {
      if (ended) return;
      if (reader) reader.resolve(message);
      else messages.push(message);
      reader = undefined;
    },
    read() {
      const message = messages.shift();
      if (message) return Promise.resolve(message);
      if (ended) return Promise.reject(ended.reason);
      return new Promise((resolve, reject) => {
        reader = { resolve, reject };
      });
    },
    end(reason) {
      if (ended) return;
      ended = { reason };
      reader?.reject(reason);
      reader = undefined;
    },
    assertOpen() {
      if (ended) throw ended.reason;
    },
  };
}

/**
 * Reads a message that is not empty. A reflector's APP_PING is an empty message, which means nothing once the
 * wallet has joined.
 */
export async function readMessage(channel: Channel): Promise<Bytes> {
  let message = await channel.read();
  while (message.length === 0) message = await channel.read();
  return message;
}

/**
 * Creates the error for a session that has ended. `context` has the close code and reason of its WebSocket.
 */
export function createSessionClosedError(
  message = 'The session with the wallet is closed',
  context: MobileWalletErrorContext['SESSION_CLOSED'] = {},
): MobileWalletError<'SESSION_CLOSED'> {
  return new MobileWalletError('SESSION_CLOSED', message, context);
}

/** Creates the error for an end that violates the session protocol. */
export function createViolationError(
  message: string,
  cause?: unknown,
): MobileWalletError<'PROTOCOL_VIOLATION'> {
  return new MobileWalletError('PROTOCOL_VIOLATION', message, {}, { cause });
}

/** Creates two channels joined in memory: each reads what the other sends. Closing one closes both. */
export function createChannelPair(): readonly [Channel, Channel] {
  const inboxes = [createInbox(), createInbox()] as const;
  const join = (inbox: Inbox, peerInbox: Inbox): Channel => ({
    send(message) {
      inbox.assertOpen();
      peerInbox.push(message.slice());
    },
    read: inbox.read,
    close(reason = createSessionClosedError()) {
      inbox.end(reason);
      peerInbox.end(createSessionClosedError('The other end closed the session'));
    },
  });
  return [join(inboxes[0], inboxes[1]), join(inboxes[1], inboxes[0])];
}
