import type { Bytes } from '../bytes.js';
import { MobileWalletError } from '../errors.js';

/** A connection that carries whole messages, in order. Both ends of a session stand on one. */
export type Channel = Readonly<{
  /** Hands over one message; throws what ended the channel once it is closed. */
  send(message: Bytes): void;
  /**
   * Gives the next message. Messages that came before the end are still given; then it rejects, always with
   * the error that ended the channel. One reader at a time.
   */
  read(): Promise<Bytes>;
  /** Ends the channel and rejects a waiting {@link Channel.read} with `reason`. Idempotent. */
  close(reason?: unknown): void;
}>;

/** The receiving half of a channel: what came is kept until it is read. */
export type Inbox = Readonly<{
  push(message: Bytes): void;
  read(): Promise<Bytes>;
  /** The first call decides the error that readers get; later ones change nothing. */
  end(reason: unknown): void;
  /** Throws what ended it, once it has ended. */
  assertOpen(): void;
}>;

/** Makes an empty {@link Inbox}. */
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

/** Makes the error for a session that has ended; the numbers are the WebSocket's. */
export function createSessionClosedError(
  message = 'The session with the wallet is closed',
  context: Readonly<{ closeCode?: number; closeReason?: string }> = {},
): MobileWalletError<'SESSION_CLOSED'> {
  return new MobileWalletError('SESSION_CLOSED', message, context);
}

/** Makes two channels joined in memory: what one sends, the other reads. Closing one closes both. */
export function createChannelPair(): readonly [Channel, Channel] {
  const inboxes = [createInbox(), createInbox()] as const;
  const join = (own: Inbox, other: Inbox): Channel => ({
    send(message) {
      own.assertOpen();
      other.push(message.slice());
    },
    read: own.read,
    close(reason = createSessionClosedError()) {
      own.end(reason);
      other.end(createSessionClosedError('The other end closed the session'));
    },
  });
  return [join(inboxes[0], inboxes[1]), join(inboxes[1], inboxes[0])];
}
