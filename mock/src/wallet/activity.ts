import type { Identity, JsonObject, JsonRpcError } from 'mobile-wallet-standard/endpoint';
import type { OtherAnswer } from './approval.js';
import type { FaultName } from './faults/named-faults.js';

/** How a request ended: with a reply, or without one. */
export type ActivityOutcome = Readonly<
  | {
      /** What the wallet answered. */
      result: JsonObject;
    }
  | {
      /** The error that the wallet answered. */
      error: JsonRpcError;
    }
  | {
      /** Why there was no reply. */
      unanswered: 'silence' | 'closed' | 'crashed' | 'session-ended';
    }
>;

/** A request of a dapp, and what became of it. Times are milliseconds since 1970. */
export type ActivityEntry = Readonly<{
  /** Counts from 1 in each wallet. */
  id: number;
  /** Counts the wallet's sessions from 1. */
  session: number;
  /** Empty if the message was no request. */
  method: string;
  /**
   * The request's parameters, as they came over the wire. Here and in the outcome, long texts are cut and
   * tokens replaced by the ids of their apps.
   */
  params: JsonObject;
  /** When the request came. */
  at: number;
  /** The dapp that asks, as far as the session knows it. */
  identity?: Identity;
  /** The authorized chain, as far as the session knows it. */
  chain?: string;
  /** What the user, or the settings in the user's place, decided; absent for a request that asks nobody. */
  decision?: 'approved' | 'declined' | OtherAnswer['type'];
  /** When the decision was made. */
  decidedAt?: number;
  /**
   * The fault of the reply, if the user or the settings chose one. The outcome is what the reply would be
   * without.
   */
  fault?: FaultName;
  /** Absent while the request waits. */
  outcome?: ActivityOutcome;
  /** When the reply was sent, or it was clear that there would be none. */
  endedAt?: number;
  /** The base58 signatures of the transactions that were signed or sent, in order. */
  signatures?: readonly string[];
  /**
   * What the transactions transfer from the wallet's accounts, e.g. `0.01 SOL` or `25 tokens`; absent if
   * nothing.
   */
  pays?: string;
  /** Whether a transaction failed on the chain after it was sent. */
  hasFailed?: boolean;
}>;

/** A dapp that holds a token. */
export type ConnectedApp = Readonly<{
  /** Names the authorization. It is not the token. */
  id: string;
  /** The dapp's own, unverified description of itself. */
  identity: Identity;
  /** The chain that the token is for. */
  chain: string;
  /** The base58 addresses of the granted accounts. */
  addresses: readonly string[];
  /** When the token was issued, in milliseconds since 1970. */
  since: number;
  /** When the token was last used, in milliseconds since 1970. */
  lastUsed: number;
}>;
