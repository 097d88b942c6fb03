import type { TransactionVersion } from 'mobile-wallet-standard/endpoint';
import type { FaultName } from './faults/named-faults.js';
import type { Quirks } from './quirks.js';
import { REFERENCE_QUIRKS } from './quirks.js';

/** What the mock wallet publishes in `get_capabilities`. A limit of 0 is neither published nor enforced. */
export type MockCapabilities = Readonly<{
  /** The most transactions in one request; 10 by default. */
  maxTransactionsPerRequest: number;
  /** The most messages in one request; 10 by default. */
  maxMessagesPerRequest: number;
  /** The transaction formats that the wallet signs; `legacy`, 0 and 1 by default. */
  supportedTransactionVersions: readonly TransactionVersion[];
  /** The supported optional features. */
  features: readonly string[];
}>;

/** The phones that can be played; `android-apps` is an Android phone with several wallet apps. */
export type PhoneKind = 'android' | 'android-apps' | 'iphone';

/** What can be changed about a mock wallet while it runs. All of it is JSON. */
export type MockWalletSettings = Readonly<{
  /** Whether the wallet asks (its option `approve` decides), approves everything or declines everything. */
  decide: 'ask' | 'approve' | 'decline';
  /** How many milliseconds pass before the wallet acts on a decision that does not say so itself. */
  delayMs: number;
  /**
   * `legacy` is a 1.x wallet. Counts for sessions that begin later, as do `chains`, `quirks` and
   * `attestation`.
   */
  protocol: 'v1' | 'legacy';
  /** What the wallet publishes as its limits, transaction formats and features. */
  capabilities: MockCapabilities;
  /** The chains that may be authorized; `null` leaves that to the quirks. */
  chains: readonly string[] | null;
  /** What differs between wallets; by default as in the reference Android wallet library. */
  quirks: Quirks;
  /**
   * Whether the wallet demands an attestation of the dapp's origin (-100), and accepts what it gets. With the
   * option `attestation`, `accept` verifies with that. Without it, the wallet has no attestation page.
   */
  attestation: 'off' | 'accept' | 'refuse';
  /** The fault that every reply to a request for approval has. */
  fault: FaultName | null;
  /**
   * Which phone is played. Dapps have no sessions on an `iphone`, and open their page in the wallet app's own
   * browser. Counts for pages that are loaded later, where the mock wallet plays a phone for pages.
   */
  phone: PhoneKind;
}>;

/**
 * Changes of {@link MockWalletSettings}. What is not named stays, also of `capabilities` and `quirks`.
 *
 * @interface
 */
export type SettingsChanges = Readonly<
  Partial<Omit<MockWalletSettings, 'capabilities' | 'quirks'>> & {
    /** The capabilities that change. */
    capabilities?: Partial<MockCapabilities>;
    /** The quirks that change. */
    quirks?: Partial<Quirks>;
  }
>;

/** The settings of a wallet that nobody has changed. */
export const DEFAULT_SETTINGS: MockWalletSettings = {
  decide: 'ask',
  delayMs: 0,
  protocol: 'v1',
  capabilities: {
    maxTransactionsPerRequest: 10,
    maxMessagesPerRequest: 10,
    supportedTransactionVersions: ['legacy', 0, 1],
    features: ['solana:signTransactions', 'solana:signInWithSolana'],
  },
  chains: null,
  quirks: REFERENCE_QUIRKS,
  attestation: 'off',
  fault: null,
  phone: 'android',
};
