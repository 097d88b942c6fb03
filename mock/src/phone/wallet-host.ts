import type { ApprovalDecision } from '../wallet/approval.js';
import type { ApprovalState } from './approval-desk.js';
import type { WalletCommand, WalletState } from './wallet-state.js';

/**
 * What the wallet's screens need of the wallet, wherever it runs: in the dev server, or in the page itself. `page` is the
 * id of a dapp's page.
 */
export type WalletHost = Readonly<{
  /** Calls `listener` with a page's requests for approval, now and after every change, until the result is called. */
  watchApprovals(page: string, listener: (state: ApprovalState) => void, onLost: () => void): () => void;
  /** Calls `listener` with the wallet's state, now and after every change, until the result is called. */
  watchWallet(listener: (state: WalletState) => void, onLost: () => void): () => void;
  /** Opens an association URI for a page; resolves with the launch's number once the wallet listens. */
  launch(page: string, uri: string): Promise<number>;
  decide(page: string, id: number, decision: ApprovalDecision): Promise<void>;
  /** Ends a page's sessions, because the user has left the wallet. */
  leave(page: string): Promise<void>;
  /** Rejects with the reason in one sentence if the wallet cannot do it. */
  run(command: WalletCommand): Promise<void>;
}>;
