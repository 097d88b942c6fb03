import type { OpenAssociation } from '../sockets/associations.js';
import type { MockWallet } from '../wallet/mock-wallet.js';

/** Which wallet apps have a session, or are about to finish after one: see `ignoresLaunchMs`. */
export type FinishingApps = Readonly<{
  /** Whether a launch of the app does nothing now. */
  isFinishing(wallet: MockWallet): boolean;
  /** Follows a session of the app. */
  follow(wallet: MockWallet, session: OpenAssociation): void;
}>;

/** Creates the {@link FinishingApps} of a phone, of which no app has had a session. */
export function createFinishingApps(): FinishingApps {
  const endedAt = new WeakMap<MockWallet, number>();
  return {
    isFinishing(wallet) {
      const { ignoresLaunchMs } = wallet.getSettings().quirks;
      const sinceMs = performance.now() - (endedAt.get(wallet) ?? Number.NEGATIVE_INFINITY);
      return ignoresLaunchMs > 0 && sinceMs < ignoresLaunchMs;
    },
    follow(wallet, { ended }) {
      endedAt.set(wallet, Number.POSITIVE_INFINITY);
      void ended.then(() => endedAt.set(wallet, performance.now()));
    },
  };
}
