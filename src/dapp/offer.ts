import type { Bytes } from '../bytes.js';
import type { Association } from '../protocol/association.js';
import type { Channel } from '../session/channel.js';

/** Where a wallet on another device is met. */
export type Remote = Readonly<
  | {
      /** A reflector: a server that joins two WebSockets. */
      type: 'reflector';
      /** Its host, with a port if that is not the default one. */
      host: string;
      /** How long a session stays open without a call, in milliseconds; 300,000 by default. */
      idle?: number;
    }
  | {
      /** Nostr relays: public servers that pass on small signed messages. */
      type: 'nostr';
      /** Their hosts or `wss:` URLs. The first that answers is used. */
      relays: readonly string[];
      /** How long a session stays open without a call, in milliseconds; 300,000 by default. */
      idle?: number;
    }
>;

/**
 * Why a code is shown: for the first session, because the code before it has expired, or because the session before it has
 * ended: idle, left by the wallet, cut off, or cancelled by the user. `notRenewed` is for a code that has expired, while no fresh
 * one can be made, for example because the network is lost. It is tried again until a wallet joins or the user cancels.
 */
export type ScanReason =
  | 'first'
  | 'expired'
  | 'notRenewed'
  | 'idle'
  | 'walletLeft'
  | 'connectionLost'
  | 'cancelled';

/** What is known between sessions with a wallet on another device, so that a person who has to scan again is told why. */
export type RemoteHistory = {
  /** Why the next code is shown. */
  reason: ScanReason;
  /** Whether a session is open. */
  isOpen?: boolean;
};

/** An association that waits at an intermediary, which is a reflector or a Nostr relay, for a wallet. */
export type Offer = Readonly<{
  /** What the code says. The intermediary is ready for it. */
  association: Association;
  /** The same for a wallet app on this device, where the transport has that. */
  localAssociation?: Association;
  /**
   * Resolves when a wallet has joined. Rejects with `SESSION_CLOSED` or `SESSION_TIMEOUT` if the offer has ended before
   * that, so that a new one is needed.
   */
  joined: Promise<Channel>;
  /** How long the intermediary is expected to keep the offer, in milliseconds. */
  lifetimeMs: number;
}>;

/**
 * Makes an offer for the dapp's association point. If `signal` aborts, everything that belongs to the offer is closed, also
 * the channel of {@link Offer.joined}.
 *
 * @throws `SESSION_CLOSED` if the intermediary cannot be reached; `SESSION_TIMEOUT` if it does not answer;
 *   `PROTOCOL_VIOLATION`; the signal's reason
 */
export type MakeOffer<TRemote extends Remote = Remote> = (
  remote: TRemote,
  associationPoint: Bytes,
  signal: AbortSignal,
) => Promise<Offer>;
