import type { MockAccount } from '../../wallet/accounts.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import type { ApprovalDecision, Approve } from '../../wallet/approval.js';
import type { RequestMethod } from '../../wallet/faults/fault.js';
import type { SettingsChanges } from '../../wallet/settings.js';
import type { NewAccount } from '../../wallet/state/account-list.js';
import type { Launch } from './explain-waiting.js';

/** An account for a test. */
export type TestAccount = NewAccount &
  Readonly<{
    /** Whether the wallet suggests to grant it; by default only the first account. */
    isGranted?: boolean;
  }>;

/** What a test can do with a mock wallet. Without any of it, the wallet approves every request. */
export type TestVerbs = Readonly<{
  /** Approves the next request that asks the user. Answers are used in the order of these calls. */
  approveNext(decision?: Omit<ApprovalDecision, 'approved' | 'instead'>): void;
  /** Declines the next request that asks the user. */
  declineNext(): void;
  /**
   * Answers the next request that asks the user, or the next of `method`, with an error. Without a message it has the
   * reference library's for the code.
   */
  failNext(
    code: number,
    details?: Readonly<{ message?: string; data?: unknown; method?: RequestMethod }>,
  ): void;
  /** Replaces the function that decides when there is no answer for the next request. */
  approveWith(approve: Approve): void;
  /** Replaces the accounts. Those that the wallet has already keep their grants. */
  setAccounts(accounts: readonly TestAccount[]): Promise<readonly MockAccount[]>;
  /** Sets how many milliseconds pass before the wallet acts on a decision. */
  setDelay(delayMs: number): void;
  /** Changes settings of the running wallet. */
  setSettings(changes: SettingsChanges): void;
  /** The last 200 requests with their answers, decoded, oldest first. Long texts in them are cut. */
  requests: readonly ActivityEntry[];
  /** The association URIs that were opened, oldest first. */
  launches: readonly Launch[];
  /**
   * Resolves with a request of the method, as soon as it has reached the wallet. Each call gets another request, also one
   * that came before the call.
   */
  waitForRequest(method: RequestMethod): Promise<ActivityEntry>;
  /** Returns in a few sentences what the wallet, or a `waitForRequest`, waits for. */
  explainWaiting(): string;
}>;
