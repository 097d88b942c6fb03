import { createSigner, type MockAccount, type NewAccount } from '../../wallet/accounts.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import type { ApprovalDecision, Approve } from '../../wallet/approval.js';
import { assertRequestMethod, type RequestMethod } from '../../wallet/faults/fault.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';
import type { SettingsChanges } from '../../wallet/settings.js';
import { explainWaiting, type LaunchEntry } from './explain-waiting.js';
import type { LaunchLog } from './launch-log.js';

/** An account for a test. */
export type TestAccount = NewAccount &
  Readonly<{
    /** Whether the wallet suggests to grant it; by default only the first account. */
    isGranted?: boolean;
  }>;

/** What a test can do with a mock wallet. Without any of it, the wallet approves every request. */
export type TestVerbs = Readonly<{
  /** Approves the next request that asks the user. Answers are used in the order of these calls. */
  approveNext(decision?: Pick<ApprovalDecision, 'accounts' | 'afterMs'>): void;
  /** Declines the next request that asks the user. */
  declineNext(): void;
  /**
   * Answers the next request that asks the user, or the next of `method`, with an error. Without a message it
   * has the reference library's for the code.
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
  /** The last 200 association URIs that were opened, oldest first. */
  launches: readonly LaunchEntry[];
  /**
   * Resolves with a request of the method, as soon as it has reached the wallet. Each call gets another
   * request, also one that came before the call.
   */
  waitForRequest(method: RequestMethod): Promise<ActivityEntry>;
  /** Returns in a few sentences what the wallet, or a `waitForRequest`, waits for. */
  explainWaiting(): string;
}>;

/** What a test can do with any wallet, wherever that runs. */
export type WalletVerbs = Omit<TestVerbs, 'approveWith' | 'waitForRequest'> &
  Readonly<{
    /** As {@link TestVerbs.waitForRequest}. Rejects with the reason of `signal` if that aborts first. */
    waitForRequest(method: RequestMethod, signal?: AbortSignal): Promise<ActivityEntry>;
  }>;

/** Creates the verbs of a wallet, which the launches of `log` have opened. */
export function createWalletVerbs(wallet: MockWallet, log: LaunchLog): WalletVerbs {
  const awaited: RequestMethod[] = [];
  const taken = new Set<number>();
  return {
    approveNext: (decision = {}) => wallet.answerNext({ ...decision, approved: true }),
    declineNext: () => wallet.answerNext({ approved: false }),
    failNext(code, { method, ...details } = {}) {
      wallet.answerNext({ instead: { type: 'error', code, ...details } }, method);
    },
    setAccounts: (accounts) => setAccounts(wallet, accounts),
    setDelay: (delayMs) => wallet.changeSettings({ delayMs }),
    setSettings: wallet.changeSettings,
    get requests() {
      return wallet.getActivity();
    },
    launches: log.launches,
    async waitForRequest(method, signal) {
      assertRequestMethod(method);
      signal?.throwIfAborted();
      awaited.push(method);
      return new Promise((resolve, reject) => {
        const end = (): void => {
          awaited.splice(awaited.indexOf(method), 1);
          stopWatching();
          signal?.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          end();
          reject(signal?.reason);
        };
        const take = (): void => {
          const request = wallet
            .getActivity()
            .find((entry) => entry.method === method && !taken.has(entry.id));
          if (!request) return;
          taken.add(request.id);
          end();
          resolve(request);
        };
        const stopWatching = wallet.watch(take);
        signal?.addEventListener('abort', abort);
        take();
      });
    },
    explainWaiting: () =>
      explainWaiting({
        launches: log.launches,
        requests: log.getRequests(wallet),
        awaited,
        now: Date.now(),
      }),
  };
}

async function setAccounts(wallet: MockWallet, accounts: readonly TestAccount[]) {
  const known = new Set(wallet.accounts.map(({ address }) => address));
  const kept = new Set<string>();
  for (const [index, { isGranted = index === 0, ...account }] of accounts.entries()) {
    const { seed, label } = account;
    const wanted = seed && (await createSigner(seed, '')).account;
    const { address } = wanted && known.has(wanted.address) ? wanted : await wallet.addAccount(account);
    if (label !== undefined) wallet.renameAccount(address, label);
    wallet.setGranted(address, isGranted);
    kept.add(address);
  }
  for (const address of known) if (!kept.has(address)) wallet.removeAccount(address);
  return wallet.accounts;
}
