import type { SolanaTransactionVersion } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { isIcon } from '../../protocol/icon.js';
import type { Grant, ShownAccount } from './stored-grant.js';

/** What wallet pickers see of a grant. */
export type Shown = Readonly<{
  /** The accounts, in the order of the grant's `accounts`, which `shown-accounts.ts` makes. */
  accounts: readonly WalletAccount[];
  /** The same accounts, by the JSON of the stored ones. */
  accountsByJson: ReadonlyMap<string, WalletAccount>;
  /** What the features depend on. */
  transactions: TransactionSupport;
}>;

/** Which transactions the wallet signs, and how. */
export type TransactionSupport = Readonly<{
  versions: readonly SolanaTransactionVersion[];
  /** Whether the wallet cannot sign a transaction without sending it. */
  isSendOnly: boolean;
}>;

/** The transaction versions that a wallet is assumed to sign until its capabilities are known. */
const DEFAULT_VERSIONS: TransactionSupport['versions'] = ['legacy', 0];

/** What is shown without a grant. */
export const NOTHING_GRANTED: Shown = {
  accounts: Object.freeze([]),
  accountsByJson: new Map(),
  transactions: { versions: DEFAULT_VERSIONS, isSendOnly: false },
};

/**
 * Returns what is shown of a grant. What equals a part of what was shown `before` is the same object, because
 * wallet pickers compare by identity. If all of it is equal, returns `before`.
 */
export function getShown(grant: Grant | undefined, before: Shown): Shown {
  const accountsByJson = new Map(
    (grant?.accounts ?? []).map((stored) => {
      const json = JSON.stringify(stored);
      return [json, before.accountsByJson.get(json) ?? createAccount(stored)];
    }),
  );
  const named = grant?.capabilities?.supported_transaction_versions as typeof DEFAULT_VERSIONS | undefined;
  const transactions = {
    versions: named?.length ? named : DEFAULT_VERSIONS,
    isSendOnly: grant?.isSendOnly ?? false,
  };
  const areAccountsEqual = isEqual([...accountsByJson.keys()], [...before.accountsByJson.keys()]);
  const areTransactionsEqual = isEqual(transactions, before.transactions);
  if (areAccountsEqual && areTransactionsEqual) return before;
  return {
    accounts: areAccountsEqual ? before.accounts : Object.freeze([...accountsByJson.values()]),
    accountsByJson,
    transactions: areTransactionsEqual ? before.transactions : transactions,
  };
}

function isEqual(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function createAccount({ icon, key, ...shown }: ShownAccount): WalletAccount {
  return Object.freeze({
    ...shown,
    // Earlier versions stored icons without checking all of them.
    ...(isIcon(icon) && { icon }),
    publicKey: Uint8Array.from(atob(key), (character) => character.charCodeAt(0)),
    chains: Object.freeze([...shown.chains]),
    features: Object.freeze([...shown.features]),
  });
}
