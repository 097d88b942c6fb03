import { type Channel, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { createLaunchLog } from './install/testing/launch-log.js';
import { createAssociations } from './install/testing/opened-associations.js';
import { combine, createTestVerbs, type TestVerbs } from './install/testing/verbs.js';
import { openAssociation } from './sockets/associations.js';
import { createMemoryAssociations } from './sockets/memory-associations.js';
import type { OpenAssociation } from './sockets/open-association.js';
import { approveAll } from './wallet/approval.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from './wallet/mock-wallet.js';

export type { Launch } from './install/testing/launch-log.js';
export type { TestAccount, TestVerbs } from './install/testing/verbs.js';

/** A mock wallet for tests without a browser. */
export type TestWallet = MockWallet &
  TestVerbs &
  Readonly<{
    /** Opens an association URI, for the option `launch` of mobile-wallet-standard. */
    launch(uri: string): void;
    /** Connects to the wallet in memory, for the option `dial` of mobile-wallet-standard. */
    dial(url: string): Promise<Channel>;
    /**
     * Opens an association URI for any other client: serves it by a real WebSocket on its port. Resolves once the wallet
     * listens.
     */
    openAssociation(uri: string): Promise<OpenAssociation>;
    /** Ends all sessions, as if the user left the app. Resolves once all ports are free. */
    close(): Promise<void>;
  }>;

/**
 * Creates a mock wallet for tests in Node, with any test runner. By default it approves every request.
 *
 * @throws RangeError when a seed is not 32 bytes long
 */
export async function createTestWallet(options: MockWalletOptions = {}): Promise<TestWallet> {
  let decide = options.approve ?? approveAll;
  const wallet = await createMockWallet({
    ...options,
    approve: (request, callOptions) => decide(request, callOptions),
  });
  const log = createLaunchLog(wallet);
  const { listen, dial } = createMemoryAssociations();
  const associations = createAssociations();

  const verbs = createTestVerbs(wallet, log.launches, (approve) => {
    decide = approve;
  });
  return combine(combine(wallet, verbs), {
    launch(uri: string) {
      const request = parseAssociationUri(uri);
      const { association } = request;
      if (association.type !== 'local') throw new TypeError('`launch` takes the URI of a local association.');
      const noting = log.open(uri);
      void associations.open(async (signal) => listen(noting, request, association.port, signal));
    },
    dial,
    openAssociation: (uri: string) =>
      log.serve(uri, (noting) => associations.open((signal) => openAssociation(noting, uri, { signal }))),
    close: associations.close,
  });
}
