import type { TokenHolding } from '../explain/chain.js';
import type { MockAccount } from '../wallet/accounts.js';
import type { ActivityEntry, ConnectedApp } from '../wallet/activity.js';
import type { ApprovalDecision } from '../wallet/approval.js';
import type { MockWalletSettings, SettingsChanges } from '../wallet/settings.js';
import type { ApprovalState } from './approval-desk.js';
import type { AppChoice, InstalledApp, LaunchTarget, WalletAppState } from './wallet-apps.js';

/** An account as the wallet's own screens show it. */
export type AccountState = MockAccount &
  Readonly<{
    /** Whether the wallet suggests to grant it to a dapp that connects. */
    isGranted: boolean;
    /** In lamports; absent while the chain has not answered. */
    balance?: bigint | undefined;
    /** What it holds of each token, in smallest units. */
    tokens?: readonly Pick<TokenHolding, 'mint' | 'amount' | 'decimals' | 'name' | 'symbol'>[] | undefined;
  }>;

/** Everything that the wallet's own screens show. */
export type WalletState = Readonly<{
  /** The phone's wallet apps, if it has several. Everything else is of the app that is shown. */
  walletApps?: Readonly<{
    apps: readonly InstalledApp[];
    /** The package of the app that is shown: the one that was opened last, or that the user has chosen. */
    shown: string;
    /** The package of the app that opens always, if there is one. */
    defaultApp?: string | undefined;
  }>;
  accounts: readonly AccountState[];
  /** The last to connect first, as the screens show them. */
  apps: readonly ConnectedApp[];
  /** The last requests, newest first, as the screens show them. */
  activity: readonly ActivityEntry[];
  settings: MockWalletSettings;
  chain: Readonly<{
    /** E.g. `LiteSVM`, or the host of a cluster. */
    name: string;
    /** Whether it gives away SOL, as all chains do in which that is worth nothing. */
    hasFaucet: boolean;
    /** Whether it can be emptied. */
    canReset: boolean;
    /** The URL of its JSON-RPC, if it has one that a dapp can use. */
    rpcUrl?: string;
  }>;
}>;

/** What the wallet's own screens can do. All of it is JSON, `bigint` and bytes. */
export type WalletCommand = Readonly<
  /** Adds an account, with a random seed unless `seed` (32 bytes, Ed25519) is given. */
  | { type: 'add-account'; label?: string; seed?: Uint8Array }
  | { type: 'rename-account'; address: string; label: string }
  | { type: 'remove-account'; address: string }
  | { type: 'grant-account'; address: string; isGranted: boolean }
  | { type: 'airdrop'; address: string; lamports: bigint }
  | { type: 'revoke-app'; id: string }
  | { type: 'revoke-all-apps' | 'clear-activity' | 'reset-settings' }
  | { type: 'change-settings'; changes: SettingsChanges }
  /** Shows the screens of another wallet app. */
  | { type: 'show-app'; androidPackage: string }
  /** Changes how a wallet app of the phone is. */
  | { type: 'change-app'; androidPackage: string; state: WalletAppState }
  /** Makes the phone ask again which app opens. */
  | { type: 'clear-default-app' }
  /**
   * Empties the chain, replaces the accounts by new ones, and forgets apps, activity, changes of the phone
   * and, with `hasSettings`, of the settings.
   */
  | { type: 'reset'; hasSettings?: boolean }
>;

/**
 * What the wallet's screens need of it, wherever it runs: in a server, or in the page. `page` is the id of a
 * dapp's page.
 */
export type WalletHost = Readonly<{
  /**
   * Calls `listener` with a page's requests for approval, now and after every change, until the result is
   * called.
   */
  watchApprovals(page: string, listener: (state: ApprovalState) => void, onLost: () => void): () => void;
  /** Calls `listener` with the wallet's state, now and after every change, until the result is called. */
  watchWallet(listener: (state: WalletState) => void, onLost: () => void): () => void;
  /**
   * Resolves with what an address opens on the phone; `choice` is the user's answer to its chooser. Rejects
   * with the reason for an `intent:` address that Android does not understand.
   */
  findApp(address: string, choice?: AppChoice): Promise<LaunchTarget>;
  /**
   * Opens an association URI for a page in a wallet app, by default in the one that is shown. Resolves with
   * the launch's number once the app listens; rejects with the reason if it does not.
   */
  launch(page: string, uri: string, androidPackage?: string): Promise<number>;
  decide(page: string, id: number, decision: ApprovalDecision): Promise<void>;
  /** Ends a page's sessions, because the user has left the wallet. */
  leave(page: string): Promise<void>;
  /** Rejects with the reason in one sentence if the wallet cannot do it. */
  run(command: WalletCommand): Promise<void>;
}>;
