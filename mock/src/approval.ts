import type { Identity } from 'mobile-wallet-standard/endpoint';
import type { MockAccount } from './accounts.js';
import type { TransactionSummary } from './chain.js';

/** A transaction to approve: its wire bytes, and what it does. */
export type TransactionToApprove = Readonly<{ wire: Uint8Array; summary: TransactionSummary }>;

/** What a person is asked to approve. Addresses are base58. */
export type ApprovalSubject = Readonly<
  | {
      type: 'authorize';
      /** The wallet's accounts, to choose from. */
      accounts: readonly MockAccount[];
      /** The accounts that are granted when the decision names none: those that the dapp asked for, else the first. */
      defaultAddresses: readonly string[];
      /** The features that the dapp says it will use. */
      features: readonly string[];
    }
  | {
      type: 'sign-in';
      accounts: readonly MockAccount[];
      /** The account that signs; it is always among the granted ones. */
      address: string;
      /** The accounts that are granted when the decision names none: the one that signs, and those that the dapp asked for. */
      defaultAddresses: readonly string[];
      /** The text to sign (Sign In With Solana). */
      text: string;
    }
  | { type: 'sign-messages'; addresses: readonly string[]; messages: readonly Uint8Array[] }
  | {
      type: 'sign-transactions' | 'sign-and-send-transactions';
      transactions: readonly TransactionToApprove[];
    }
>;

/** A question to the person who holds the wallet. */
export type ApprovalRequest = ApprovalSubject &
  Readonly<{
    /** Counts from 1 in each wallet. */
    id: number;
    /** The dapp as it presents itself. */
    identity: Identity;
    chain: string;
  }>;

/** The person's answer. */
export type ApprovalDecision = Readonly<{
  approved: boolean;
  /** For `authorize` and `sign-in`: the base58 addresses to grant; without it, those that the request suggests. */
  accounts?: readonly string[];
}>;

/**
 * Decides in a person's place. `signal` aborts when the session ends before the decision, which is then of no
 * effect. Rejecting makes the wallet answer -32603.
 */
export type Approve = (
  request: ApprovalRequest,
  options: Readonly<{ signal: AbortSignal }>,
) => ApprovalDecision | Promise<ApprovalDecision>;

/** Approves everything, as suggested. */
export const approveAll: Approve = () => ({ approved: true });

/** Declines everything. */
export const declineAll: Approve = () => ({ approved: false });
