import { type OpenAssociation, openAssociation } from '../../../mock/src/server.js';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../../mock/src/wallet/mock-wallet.js';
import { SEED } from '../../support/mock-wallet.js';
import { takeAll } from '../link.js';

/** A person with a wallet on another device. */
export type Phone = Readonly<{
  wallet: MockWallet;
  /** Scans a code, and serves the session. A code that is of no use is ignored. */
  scan(uri: string): void;
  /** Resolves when no session is open at the wallet's end. */
  whenIdle(): Promise<void>;
  /** Leaves the wallet app. */
  leave(): void;
}>;

/** Creates a {@link Phone}. */
export async function createRemotePhone(
  options: MockWalletOptions,
  onRequest: (method: string) => void,
): Promise<Phone> {
  let left = new AbortController();
  const associations: Promise<OpenAssociation | undefined>[] = [];
  const wallet = await createMockWallet({
    accounts: [{ seed: SEED }],
    chain: takeAll,
    ...options,
    capabilities: {
      features: ['solana:signTransactions', 'solana:signInWithSolana', 'solana:cloneAuthorization'],
    },
    // So that faults can begin in an open session.
    faults: [{ at: 'hello' }],
    onRequest,
  });
  return {
    wallet,
    scan(uri) {
      associations.push(openAssociation(wallet, uri, { signal: left.signal }).catch(() => undefined));
    },
    async whenIdle() {
      await Promise.all(associations.map(async (association) => (await association)?.ended));
    },
    leave() {
      left.abort(new Error('The user has left the wallet app'));
      left = new AbortController();
    },
  };
}
