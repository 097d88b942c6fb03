import {
  type AssociationRequest,
  type Channel,
  createChannelPair,
  createSessionClosedError,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
import { createLaunchLog } from './install/testing/launch-log.js';
import { createAssociations } from './install/testing/opened-associations.js';
import { combine, createTestVerbs, type TestVerbs } from './install/testing/verbs.js';
import { openAssociation } from './sockets/associations.js';
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
  const listening = new Map<number, Readonly<{ wallet: MockWallet; request: AssociationRequest }>>();
  const channels: Channel[] = [];
  const associations = createAssociations();

  const verbs = createTestVerbs(wallet, log.launches, (approve) => {
    decide = approve;
  });
  return combine(combine(wallet, verbs), {
    launch(uri: string) {
      const request = parseAssociationUri(uri);
      const { association } = request;
      if (association.type !== 'local') throw new TypeError('`launch` takes the URI of a local association.');
      listening.set(association.port, { wallet: log.open(uri), request });
    },
    async dial(url: string) {
      const opened = listening.get(Number(new URL(url).port));
      if (!opened) throw createSessionClosedError(`No wallet was launched for ${url}`);
      const [dappEnd, walletEnd] = createChannelPair();
      channels.push(walletEnd);
      void opened.wallet.attach(walletEnd, opened.request);
      return dappEnd;
    },
    openAssociation: (uri: string) =>
      log.serve(uri, (noting) => associations.open((signal) => openAssociation(noting, uri, { signal }))),
    async close() {
      listening.clear();
      for (const channel of channels) channel.close();
      await associations.close();
    },
  });
}
