import type { Bytes, Channel } from 'mobile-wallet-standard/endpoint';

/** The methods of a dapp's requests. */
export const REQUEST_METHODS = [
  'authorize',
  'reauthorize',
  'deauthorize',
  'clone_authorization',
  'get_capabilities',
  'sign_messages',
  'sign_transactions',
  'sign_and_send_transactions',
] as const;

/** A method of a dapp's requests. */
export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** Throws a TypeError for a text that is not a method of a dapp's requests. */
export function assertRequestMethod(method: unknown): asserts method is RequestMethod {
  if (REQUEST_METHODS.some((known) => known === method)) return;
  const methods = REQUEST_METHODS.join(', ');
  throw new TypeError(`${JSON.stringify(method)} is not a method of the protocol, which are: ${methods}.`);
}

/**
 * A fault of a message from the wallet: HELLO_RSP (`hello`), or the reply to a request. Its steps happen in
 * the order of the properties. A fault without any changes nothing.
 */
export type MessageFault = Readonly<{
  /** Which message has the fault: HELLO_RSP, or the replies to a method. */
  at: 'hello' | RequestMethod;
  /** Which message of its kind in a session has the fault, from 1; by default every one. */
  nth?: number;
  /** How many milliseconds the message is late. Other replies overtake it. */
  delay?: number;
  /**
   * Replaces the text of the message (session properties, or JSON-RPC) before it is sealed. Each text is a
   * message.
   */
  rewrite?(text: string): readonly string[];
  /** Replaces the sequence number, given the correct one. Later messages count on from it. */
  number?(due: number): number;
  /** Replaces the sealed message by any number of messages. */
  send?(message: Bytes): readonly Bytes[];
  /**
   * Whether to send it in the frame type that the subprotocol does not use: text instead of binary, or the
   * reverse.
   */
  inOtherKind?: boolean;
  /**
   * How the wallet then ends the connection: with a close code (1005 means none), or by dropping the socket.
   */
  end?: 1000 | 1001 | 1005 | 1011 | 'drop';
  /** Whether the wallet then stops reading, even the dapp's close frame; over a WebSocket only. */
  goesDeaf?: boolean;
}>;

/**
 * A fault of one reply, whichever it is.
 *
 * @interface
 */
export type ReplyFault = Omit<MessageFault, 'at' | 'nth'>;

/**
 * A fault when the dapp connects to the mock wallet's server. The server drops the connection; never answers;
 * answers with an HTTP status instead of a WebSocket; selects a subprotocol (`''` for none) that the dapp may
 * not have offered; or closes the connection as soon as it is open.
 */
export type ConnectionFault = Readonly<{
  /** When the dapp connects. */
  at: 'connection';
  /** What the server does instead of accepting the connection. */
  answer:
    | 'drop'
    | 'silence'
    | Readonly<{
        /** The HTTP status. */
        status: number;
      }>
    | Readonly<{
        /** The subprotocol to select; `''` for none. */
        subprotocol: string;
      }>
    | Readonly<{
        /** The close code of the WebSocket. */
        closeCode: number;
      }>;
}>;

/** A misbehaviour of the mock wallet, and where it happens. */
export type Fault = MessageFault | ConnectionFault;

/** A channel that faults can use. The methods that need a WebSocket are missing on other channels. */
export type FaultyChannel = Channel &
  Readonly<{
    /** Sends a message in the frame type that the subprotocol does not use. */
    sendInOtherKind?(message: Bytes): void;
    /** Stops reading. */
    pause?(): void;
  }>;

/**
 * The reason to pass to `Channel.close` to close a WebSocket with a close code, or to drop it without a close
 * frame, like an app that crashes.
 */
export class WalletHangUp extends Error {
  override readonly name = 'WalletHangUp';
  readonly end: NonNullable<MessageFault['end']>;

  constructor(end: NonNullable<MessageFault['end']>) {
    super(`The mock wallet hangs up: ${end}`);
    this.end = end;
  }
}

/** Returns the answer of the connection fault, if there is one. */
export function findConnectionFault(faults: readonly Fault[]): ConnectionFault['answer'] | undefined {
  return faults.find((fault): fault is ConnectionFault => fault.at === 'connection')?.answer;
}
