import type { Bytes, Channel } from 'mobile-wallet-standard/endpoint';

/** The requests of a dapp, by their names on the wire. */
export type RequestMethod =
  | 'authorize'
  | 'reauthorize'
  | 'deauthorize'
  | 'clone_authorization'
  | 'get_capabilities'
  | 'sign_messages'
  | 'sign_transactions'
  | 'sign_and_send_transactions';

/**
 * What goes wrong with a message of the wallet: HELLO_RSP (`hello`), or the reply to a request. The steps are taken in
 * the order in which they stand here; a fault with none of them changes nothing.
 */
export type MessageFault = Readonly<{
  at: 'hello' | RequestMethod;
  /** Which message of its kind in a session it is, from 1; by default, every one. */
  nth?: number;
  /** Milliseconds that it comes too late; other replies overtake it. */
  delay?: number;
  /** Texts to seal in place of the message's: the session properties, or JSON-RPC. Each becomes a message. */
  rewrite?(text: string): readonly string[];
  /** The sequence number to seal it with, given the one that is due; messages after it count on from there. */
  number?(due: number): number;
  /** What to send in place of the message: nothing, or any messages. */
  send?(message: Bytes): readonly Bytes[];
  /** Sends it in the kind of frame that the subprotocol does not have: text for bytes, bytes for text. */
  inOtherKind?: boolean;
  /** How the wallet ends the connection then: by a close code (1005 stands for none), or by dropping the socket. */
  end?: 1000 | 1001 | 1005 | 1011 | 'drop';
  /** From then on the wallet reads nothing more, not even that the dapp closes; over a WebSocket only. */
  goesDeaf?: boolean;
}>;

/**
 * What goes wrong where the dapp connects to the mock wallet's server: the connection is dropped; is never answered; is
 * answered with an HTTP status in place of a WebSocket; with a subprotocol (`''` for none) whatever was offered, the
 * base64 one among them; or is closed as soon as it is open.
 */
export type ConnectionFault = Readonly<{
  at: 'connection';
  answer:
    | 'drop'
    | 'silence'
    | Readonly<{ status: number }>
    | Readonly<{ subprotocol: string }>
    | Readonly<{ closeCode: number }>;
}>;

/** A place at which a mock wallet misbehaves, and how. */
export type Fault = MessageFault | ConnectionFault;

/** A channel to misbehave on; what only a WebSocket can do is left out where there is none. */
export type FaultyChannel = Channel &
  Readonly<{
    /** Sends a message in a frame of the kind that the subprotocol does not have. */
    sendInOtherKind?(message: Bytes): void;
    /** Reads nothing more. */
    pause?(): void;
  }>;

/** The reason with which a mock wallet closes a channel, with the close code of a WebSocket. */
export class WalletHangUp extends Error {
  override readonly name = 'WalletHangUp';
  readonly closeCode: number;

  constructor(closeCode: number) {
    super(`The mock wallet hangs up with close code ${closeCode}`);
    this.closeCode = closeCode;
  }
}

/** Finds the fault of the `nth` message of a place. */
export function findMessageFault(
  faults: readonly Fault[],
  place: string | undefined,
  nth: number,
): MessageFault | undefined {
  return faults.find(
    (fault): fault is MessageFault =>
      fault.at !== 'connection' && fault.at === place && (fault.nth ?? nth) === nth,
  );
}

/** Finds what goes wrong with a connection. */
export function findConnectionFault(faults: readonly Fault[]): ConnectionFault['answer'] | undefined {
  return faults.find((fault): fault is ConnectionFault => fault.at === 'connection')?.answer;
}
