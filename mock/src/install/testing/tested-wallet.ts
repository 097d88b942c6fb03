import type { OpenAssociation } from '../../sockets/associations.js';
import { type ApprovalRequest, approveAll } from '../../wallet/approval.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../../wallet/mock-wallet.js';
import { createLaunchLog, type LaunchDetails, type LaunchLog } from './launch-log.js';
import { createWalletVerbs, type TestVerbs } from './wallet-verbs.js';

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
  /** Its launches, and those of the phone's other apps. */
  log: LaunchLog;
  /** Closes all associations. Resolves once their ports are free. More may be opened afterwards. */
  close(): Promise<void>;
}>;

/** Creates a mock wallet for a test, with its verbs and launches. By default it approves every request. */
export async function createTestedWallet(
  options: MockWalletOptions,
  log: LaunchLog = createLaunchLog(),
): Promise<TestedWallet> {
  const asked: ApprovalRequest[] = [];
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
  const verbs: TestVerbs = combine(createWalletVerbs(wallet, log), {
    approveWith(approve: typeof decide) {
      if (typeof approve !== 'function') throw new TypeError('`approve` must be a function.');
      decide = approve;
    },
  });

  return {
    wallet: combine(wallet, verbs),
    asked,
    launch(uri, open, { wallet: opening = wallet, ...details } = {}) {
      const { signal } = end;
      const association = log.open(uri, opening, (noting) => open(noting, signal), details);
      opened.push(association);
      return association;
    },
    log,
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
