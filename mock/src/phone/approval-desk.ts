import type { MockAccount } from '../wallet/accounts.js';
import type { ApprovalDecision, ApprovalRequest } from '../wallet/approval.js';

/** What the approval page shows of one dapp page. */
export type ApprovalState = Readonly<{
  /** The name of the wallet app that asks, or was opened last. */
  app: string;
  /** The accounts of its wallet. */
  accounts: readonly MockAccount[];
  /** Whether its chain is a test, in which nothing is worth money. */
  isTest: boolean;
  /** The number of the dapp page's latest launch, as in the response to that launch. Numbers increase. */
  launch: number;
  /** How many sessions the dapp page has, including those that wait for its connection. */
  sessions: number;
  /** The requests that wait for a decision, oldest first. */
  requests: readonly ApprovalRequest[];
}>;

/** A wallet app as the desk knows it. */
export type DeskApp = Readonly<{ name: string; getAccounts(): readonly MockAccount[] }>;

/** The requests for approval that wait for the user, in one queue for each dapp page, by the page's id. */
export type ApprovalDesk = Readonly<{
  /**
   * Counts one more session of a page until `close` is called. `launch` is the number of this launch. `app`
   * is the wallet app that was opened, by default the phone's first.
   */
  openSession(page: string, app?: DeskApp): Readonly<{ launch: number; close(): void }>;
  /**
   * Waits for a decision. Forgets the request and rejects with the signal's reason if the signal aborts
   * first.
   */
  ask(page: string, request: ApprovalRequest, signal: AbortSignal, app?: DeskApp): Promise<ApprovalDecision>;
  /** Decides a waiting request; returns `false` if no request with this id waits there. */
  decide(page: string, id: number, decision: ApprovalDecision): boolean;
  /**
   * Calls `listener` with the page's state, now and after every change, until the returned function is
   * called.
   */
  watch(page: string, listener: (state: ApprovalState) => void): () => void;
}>;

type Waiting = Readonly<{
  app: DeskApp;
  request: ApprovalRequest;
  decide: (decision: ApprovalDecision) => void;
}>;
type Queue = {
  app: DeskApp;
  launch: number;
  sessions: number;
  waiting: Map<number, Waiting>;
  listeners: Set<(state: ApprovalState) => void>;
};

/** Creates an empty {@link ApprovalDesk} for a phone whose first wallet app is `first`. */
export function createApprovalDesk(first: DeskApp, isTest: boolean): ApprovalDesk {
  const queues = new Map<string, Queue>();
  // Starts at the current time, so that numbers keep increasing for pages that stay open while the server
  // restarts.
  let lastLaunch = Date.now();

  const getQueue = (page: string): Queue => {
    const known = queues.get(page);
    if (known) return known;
    // All launches of an unknown page have ended, hence the latest number.
    const queue: Queue = {
      app: first,
      launch: lastLaunch,
      sessions: 0,
      waiting: new Map(),
      listeners: new Set(),
    };
    queues.set(page, queue);
    return queue;
  };

  const getState = ({ app, launch, sessions, waiting }: Queue): ApprovalState => {
    const asking = [...waiting.values()];
    const { name, getAccounts } = asking[0]?.app ?? app;
    const requests = asking.map(({ request }) => request);
    return { app: name, accounts: getAccounts(), isTest, launch, sessions, requests };
  };

  const publish = (page: string): void => {
    const queue = getQueue(page);
    const state = getState(queue);
    for (const listener of queue.listeners) listener(state);
    forgetIfIdle(page);
  };

  const forgetIfIdle = (page: string): void => {
    const { sessions, waiting, listeners } = getQueue(page);
    if (sessions === 0 && waiting.size === 0 && listeners.size === 0) queues.delete(page);
  };

  return {
    openSession(page, app = first) {
      let isOpen = true;
      const launch = ++lastLaunch;
      const queue = getQueue(page);
      queue.app = app;
      queue.launch = launch;
      queue.sessions++;
      publish(page);
      const close = (): void => {
        if (!isOpen) return;
        isOpen = false;
        getQueue(page).sessions--;
        publish(page);
      };
      return { launch, close };
    },
    ask: (page, request, signal, app = first) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const settle = (finish: () => void): void => {
          signal.removeEventListener('abort', withdraw);
          getQueue(page).waiting.delete(request.id);
          publish(page);
          finish();
        };
        const withdraw = (): void => settle(() => reject(signal.reason));
        signal.addEventListener('abort', withdraw);
        const decide = (decision: ApprovalDecision): void => settle(() => resolve(decision));
        getQueue(page).waiting.set(request.id, { app, request, decide });
        publish(page);
      }),
    decide(page, id, decision) {
      const waiting = queues.get(page)?.waiting.get(id);
      waiting?.decide(decision);
      return waiting !== undefined;
    },
    watch(page, listener) {
      const queue = getQueue(page);
      queue.listeners.add(listener);
      listener(getState(queue));
      return () => {
        queue.listeners.delete(listener);
        forgetIfIdle(page);
      };
    },
  };
}
