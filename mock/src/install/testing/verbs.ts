import { createSigner, type MockAccount } from '../../wallet/accounts.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import type { ApprovalDecision, Approve } from '../../wallet/approval.js';
import { assertRequestMethod, type RequestMethod } from '../../wallet/faults/fault.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';
import type { SettingsChanges } from '../../wallet/settings.js';
import type { NewAccount } from '../../wallet/state/account-list.js';
import { explainWaiting, type Launch } from './explain-waiting.js';

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

/** Creates the verbs of a wallet. `setApprove` replaces the function behind its option `approve`. */
export function createTestVerbs(
  wallet: MockWallet,
  launches: readonly Launch[],
  setApprove: (approve: Approve) => void,
): TestVerbs {
  const awaited: RequestMethod[] = [];
  const taken = new Set<number>();
  const getRequests = (): readonly ActivityEntry[] => [...wallet.getActivity()].reverse();

  return {
    approveNext: (decision = {}) => wallet.answerNext({ ...decision, approved: true }),
    declineNext: () => wallet.answerNext({ approved: false }),
    failNext(code, { method, ...details } = {}) {
      wallet.answerNext({ approved: false, instead: { type: 'error', code, ...details } }, method);
    },
    approveWith(approve) {
      if (typeof approve !== 'function') throw new TypeError('`approve` must be a function.');
      setApprove(approve);
    },
    setAccounts: (accounts) => setAccounts(wallet, accounts),
    setDelay: (delayMs) => wallet.changeSettings({ delayMs }),
    setSettings: wallet.changeSettings,
    get requests() {
      return getRequests();
    },
    launches,
    async waitForRequest(method) {
      assertRequestMethod(method);
      awaited.push(method);
      return new Promise((resolve) => {
        const take = (): void => {
          const request = getRequests().find((entry) => entry.method === method && !taken.has(entry.id));
          if (!request) return;
          taken.add(request.id);
          awaited.splice(awaited.indexOf(method), 1);
          stopWatching();
          resolve(request);
        };
        const stopWatching = wallet.watch(take);
        take();
      });
    },
    explainWaiting: () => explainWaiting({ launches, requests: getRequests(), awaited, now: Date.now() }),
  };
}

/** Returns one object with the members of all, getters included. */
export function combine<First extends object, Second extends object>(
  first: First,
  second: Second,
): First & Second {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(first),
    ...Object.getOwnPropertyDescriptors(second),
  };
  return Object.defineProperties({}, descriptors) as First & Second;
}

async function setAccounts(
  wallet: MockWallet,
  accounts: readonly TestAccount[],
): Promise<readonly MockAccount[]> {
  const known = new Set(wallet.accounts.map(({ address }) => address));
  const kept: MockAccount[] = [];
  for (const [index, { seed, label, isGranted = index === 0 }] of accounts.entries()) {
    const wanted = seed && (await createSigner(seed, label ?? '')).account;
    if (wanted && known.has(wanted.address)) {
      if (label !== undefined) wallet.renameAccount(wanted.address, label);
      kept.push(wanted);
    } else {
      kept.push(await wallet.addAccount({ ...(seed && { seed }), ...(label !== undefined && { label }) }));
    }
    wallet.setGranted(kept[index]?.address ?? '', isGranted);
  }
  const addresses = kept.map(({ address }) => address);
  for (const address of known) if (!addresses.includes(address)) wallet.removeAccount(address);
  return wallet.accounts;
}
