import type { Identity } from 'mobile-wallet-standard/endpoint';
import type { TransactionSummary } from '../explain/chain.js';
import type { MockAccount } from './accounts.js';
import type { FaultName } from './faults/named-faults.js';

/** A transaction to approve, as wire bytes, and its description. */
export type TransactionToApprove = Readonly<{
  /** The transaction as wire bytes. */
  wire: Uint8Array;
  /** What the transaction does. */
  summary: TransactionSummary;
}>;

/** What the user is asked to approve. Addresses are base58. */
export type ApprovalSubject = Readonly<
  | {
      /** The dapp asks for accounts. */
      type: 'authorize';
      /** The wallet's accounts, to choose from. */
      accounts: readonly MockAccount[];
      /**
       * The accounts to grant when the decision names none: those that the dapp asked for, or else the first.
       */
      defaultAddresses: readonly string[];
      /** The features that the dapp says it will use. */
      features: readonly string[];
    }
  | {
      /** The dapp asks for accounts and a signed text. */
      type: 'sign-in';
      /** The wallet's accounts, to choose from. */
      accounts: readonly MockAccount[];
      /** The account that signs. It is always granted. */
      address: string;
      /**
       * The accounts to grant when the decision names none: the one that signs, and those that the dapp asked
       * for.
       */
      defaultAddresses: readonly string[];
      /** The text to sign (Sign In With Solana). */
      text: string;
    }
  | {
      /** The dapp asks for signatures of messages. */
      type: 'sign-messages';
      /** The accounts that sign each message. */
      addresses: readonly string[];
      /** The messages as bytes. */
      messages: readonly Uint8Array[];
    }
  | {
      /** The dapp asks for signed transactions, or to send them. */
      type: 'sign-transactions' | 'sign-and-send-transactions';
      /** The transactions in the order of the request. */
      transactions: readonly TransactionToApprove[];
    }
>;

/** A question to the user of the wallet. */
export type ApprovalRequest = ApprovalSubject &
  Readonly<{
    /** Counts from 1 in each wallet. */
    id: number;
    /** The dapp's own, unverified description of itself. */
    identity: Identity;
    /** The chain that the session is authorized for, or that the dapp asks for. */
    chain: string;
  }>;

/**
 * What a wallet does with a request instead of approving or declining it:
 *
 * - `error`: it answers with this error. Without a `message`, it uses the reference library's for the code.
 * - `invalid-payloads`: it answers -2. The payloads at `indexes` are marked as invalid.
 * - `not-submitted`: it signs all transactions, sends them except those at `indexes`, and answers -4 with the
 * signatures of
 *   the others.
 * - `silence`: it never answers. `close`: it closes the connection, as a user who leaves the app. `crash`: it
 * drops it.
 * - `forget-token`: it forgets the dapp's tokens and the session's authorization, and answers -1.
 * - `twice`: it approves, and sends the reply twice.
 * - `fault`: it approves, and the reply has a fault.
 */
export type OtherAnswer = Readonly<
  | {
      /** Answers with an error. */
      type: 'error';
      /** The JSON-RPC error code, e.g. -3. */
      code: number;
      /** The error's text; by default the reference library's for the code. */
      message?: string;
      /** The error's `data`. */
      data?: unknown;
    }
  | {
      /** Answers -2, or sends all but some transactions and answers -4. */
      type: 'invalid-payloads' | 'not-submitted';
      /** Which payloads are invalid or not sent, from 0. */
      indexes: readonly number[];
    }
  | {
      /** What the wallet does, see above. */
      type: 'silence' | 'close' | 'crash' | 'forget-token' | 'twice';
    }
  | {
      /** Approves, with a fault in the reply. */
      type: 'fault';
      /** The name of the fault. */
      name: FaultName;
    }
>;

/** The user's answer: yes, no, or what the wallet does instead. */
export type ApprovalDecision = Readonly<
  (
    | {
        /** The wallet does what the dapp asks for. */
        approved: true;
        /**
         * For `authorize` and `sign-in`, the base58 addresses to grant; by default the request's
         * `defaultAddresses`.
         */
        accounts?: readonly string[];
        /** There is none. */
        instead?: never;
      }
    | {
        /** The wallet declines. */
        approved: false;
        /** There is none. */
        accounts?: never;
        /** There is none. */
        instead?: never;
      }
    | {
        /** What the wallet does instead of approving or declining. */
        instead: OtherAnswer;
        /** The same as for a yes, for the answers that approve: `twice` and `fault`. */
        accounts?: readonly string[];
        /** There is none. */
        approved?: never;
      }
  ) & {
    /** How many milliseconds the wallet waits before it acts on the decision; 0 by default. */
    afterMs?: number;
  }
>;

/**
 * Decides in the user's place. `signal` aborts when the session ends before the decision, which then has no
 * effect. If the promise rejects, the wallet answers -32603.
 */
export type Approve = (
  request: ApprovalRequest,
  options: Readonly<{ signal: AbortSignal }>,
) => ApprovalDecision | Promise<ApprovalDecision>;

/** Approves everything, as suggested. */
export const approveAll: Approve = () => ({ approved: true });

/** Declines everything. */
export const declineAll: Approve = () => ({ approved: false });
