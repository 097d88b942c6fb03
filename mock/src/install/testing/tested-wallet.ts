import { getErrorMessage } from '../../explain/foreign.js';
import type { OpenAssociation } from '../../sockets/open-association.js';
import { type ApprovalRequest, approveAll } from '../../wallet/approval.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../../wallet/mock-wallet.js';
import type { Launch } from './explain-waiting.js';
import { combine, createTestVerbs, type TestVerbs } from './verbs.js';

/** A mock wallet for a test, and its launches. */
export type TestedWallet = Readonly<{
  wallet: MockWallet & TestVerbs;
  /** What the wallet has asked its user so far, oldest first. */
  asked: readonly ApprovalRequest[];
  /**
   * Notes a launch and serves it until `close`. `open` gets the wallet to serve it with, which notes that the dapp has
   * connected. If it fails, notes why and rejects with its error.
   */
  launch(
    uri: string,
    open: (wallet: MockWallet, signal: AbortSignal) => Promise<OpenAssociation>,
  ): Promise<OpenAssociation>;
  /** Notes a launch that did not open the wallet app. */
  refuse(uri: string, refusal: string): void;
  /** Closes all associations. Resolves once their ports are free. More may be opened afterwards. */
  close(): Promise<void>;
}>;

/** Creates a {@link TestedWallet}. By default it approves every request. */
export async function createTestedWallet(options: MockWalletOptions): Promise<TestedWallet> {
  const asked: ApprovalRequest[] = [];
  const launches: { -readonly [Key in keyof Launch]: Launch[Key] }[] = [];
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
  const verbs = createTestVerbs(wallet, launches, (approve) => {
    decide = approve;
  });

  return {
    wallet: combine(wallet, verbs),
    asked,
    async launch(uri, open) {
      const launch: (typeof launches)[number] = { uri, at: Date.now(), isConnected: false };
      launches.push(launch);
      const attach: MockWallet['attach'] = (...session) => {
        launch.isConnected = true;
        return wallet.attach(...session);
      };
      const association = open({ ...wallet, attach }, end.signal);
      opened.push(association);
      return association.catch((error: unknown) => {
        launch.refusal = getErrorMessage(error);
        throw error;
      });
    },
    refuse(uri, refusal) {
      launches.push({ uri, at: Date.now(), isConnected: false, refusal });
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
