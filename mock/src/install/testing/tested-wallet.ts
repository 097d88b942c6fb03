import { getErrorMessage } from '../../explain/foreign.js';
import type { OpenAssociation } from '../../sockets/associations.js';
import { createSigner, type MockAccount, type NewAccount } from '../../wallet/accounts.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import {
  type ApprovalDecision,
  type ApprovalRequest,
  type Approve,
  approveAll,
} from '../../wallet/approval.js';
import { assertRequestMethod, type RequestMethod } from '../../wallet/faults/fault.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../../wallet/mock-wallet.js';
import type { SettingsChanges } from '../../wallet/settings.js';
import { explainWaiting, type LaunchEntry } from './explain-waiting.js';

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
  /** The association URIs that were opened, oldest first. */
  launches: readonly LaunchEntry[];
  /**
   * Resolves with a request of the method, as soon as it has reached the wallet. Each call gets another
   * request, also one that came before the call.
   */
  waitForRequest(method: RequestMethod): Promise<ActivityEntry>;
  /** Returns in a few sentences what the wallet, or a `waitForRequest`, waits for. */
  explainWaiting(): string;
}>;

/** What is known of a launch besides its URI. */
type LaunchDetails = Pick<LaunchEntry, 'androidPackage' | 'chooser' | 'refusal'>;

/** A mock wallet in a test, and what the test's installation does with it. */
export type TestedWallet = Readonly<{
  wallet: MockWallet & TestVerbs;
  /** What the wallet has asked its user so far, oldest first. */
  asked: readonly ApprovalRequest[];
  /**
   * Notes a launch and serves it until `close`. `open` gets a wallet that notes a connection; its error is
   * noted, too. It is this wallet, or that of another app on the phone.
   */
  launch(
    uri: string,
    open: (wallet: MockWallet, signal: AbortSignal) => Promise<OpenAssociation>,
    options?: LaunchDetails & Readonly<{ wallet?: MockWallet }>,
  ): Promise<OpenAssociation>;
  /** Notes a launch to which no wallet answers. */
  note(uri: string, details: LaunchDetails): void;
  /** Closes all associations. Resolves once their ports are free. More may be opened afterwards. */
  close(): Promise<void>;
}>;

/** Creates a mock wallet for a test, with its verbs and launches. By default it approves every request. */
export async function createTestedWallet(options: MockWalletOptions): Promise<TestedWallet> {
  const asked: ApprovalRequest[] = [];
  const launches: { -readonly [Key in keyof LaunchEntry]: LaunchEntry[Key] }[] = [];
  const awaited: RequestMethod[] = [];
  const taken = new Set<number>();
  let decide = options.approve ?? approveAll;
  let opened: Promise<OpenAssociation>[] = [];
  let end = new AbortController();
  const wallet = await createMockWallet({
    ...options,
    approve(request, callOptions) {
      asked.push(request);
      return decide(request, callOptions);
    },
  });

  const verbs: TestVerbs = {
    approveNext: (decision = {}) => wallet.answerNext({ ...decision, approved: true }),
    declineNext: () => wallet.answerNext({ approved: false }),
    failNext(code, { method, ...details } = {}) {
      wallet.answerNext({ instead: { type: 'error', code, ...details } }, method);
    },
    approveWith(approve) {
      if (typeof approve !== 'function') throw new TypeError('`approve` must be a function.');
      decide = approve;
    },
    setAccounts: (accounts) => setAccounts(wallet, accounts),
    setDelay: (delayMs) => wallet.changeSettings({ delayMs }),
    setSettings: wallet.changeSettings,
    get requests() {
      return wallet.getActivity();
    },
    launches,
    async waitForRequest(method) {
      assertRequestMethod(method);
      awaited.push(method);
      return new Promise((resolve) => {
        const take = (): void => {
          const request = wallet
            .getActivity()
            .find((entry) => entry.method === method && !taken.has(entry.id));
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
    explainWaiting: () =>
      explainWaiting({ launches, requests: wallet.getActivity(), awaited, now: Date.now() }),
  };

  return {
    wallet: combine(wallet, verbs),
    asked,
    async launch(uri, open, { wallet: opening = wallet, ...details } = {}) {
      const launch: (typeof launches)[number] = { uri, at: Date.now(), isConnected: false, ...details };
      launches.push(launch);
      const attach: MockWallet['attach'] = (...session) => {
        launch.isConnected = true;
        return opening.attach(...session);
      };
      const association = open({ ...opening, attach }, end.signal);
      opened.push(association);
      return association.catch((error: unknown) => {
        launch.refusal = getErrorMessage(error);
        throw error;
      });
    },
    note(uri, details) {
      launches.push({ uri, at: Date.now(), isConnected: false, ...details });
    },
    async close() {
      const closing = opened;
      opened = [];
      end.abort();
      end = new AbortController();
      await Promise.allSettled(closing.map(async (association) => (await association).ended));
    },
  };
}

/** Returns one object with the members of both, getters included. */
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
