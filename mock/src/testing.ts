import { type Channel, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { combine, createTestedWallet } from './install/testing/tested-wallet.js';
import type { TestVerbs } from './install/testing/wallet-verbs.js';
import type { OpenAssociation } from './sockets/associations.js';
import { openAssociation } from './sockets/associations.js';
import { createMemoryAssociations } from './sockets/memory-associations.js';
import type { MockWallet, MockWalletOptions } from './wallet/mock-wallet.js';

export type { LaunchEntry } from './install/testing/explain-waiting.js';
export type { TestAccount, TestVerbs } from './install/testing/wallet-verbs.js';

/** A mock wallet for tests without a browser. */
export type TestWallet = MockWallet &
  TestVerbs &
  Readonly<{
    /** Opens an association URI, for the option `launch` of mobile-wallet-standard. */
    launch(uri: string): void;
    /** Connects to the wallet in memory, for the option `dial` of mobile-wallet-standard. */
    dial(url: string): Promise<Channel>;
    /**
     * Opens an association URI for any other client: serves it by a real WebSocket on its port. Resolves once
     * the wallet listens.
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
  const { wallet, launch, close } = await createTestedWallet(options);
  const { listen, dial } = createMemoryAssociations();
  return combine(wallet, {
    launch(uri: string) {
      const request = parseAssociationUri(uri);
      const { association } = request;
      if (association.type !== 'local') throw new TypeError('`launch` takes the URI of a local association.');
      void launch(uri, async (noting, signal) => listen(noting, request, association.port, signal));
    },
    dial,
    openAssociation: (uri: string) =>
      launch(uri, (noting, signal) => openAssociation(noting, uri, { signal })),
    close,
  });
}
