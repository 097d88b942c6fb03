import type { Account } from '../../explain/svm.js';
import { createSvmChain, type SvmChain, type SvmChainOptions } from '../svm/svm-chain.js';
import { createPageSvm } from './page-svm.js';
import { readStoredAccounts, writeStoredAccounts } from './stored-accounts.js';

/** Options of the small chain, all of them optional. */
export type PageChainOptions = SvmChainOptions &
  Readonly<{
    /** Under which key of the page's `localStorage` the accounts are stored; by default they are not. */
    storageKey?: string;
  }>;

/**
 * Creates the small chain: System, Compute Budget, Memo, Token and Associated Token, written in TypeScript, with fees,
 * rent, blockhashes, signatures and errors like a validator's. Other programs do not exist there. Runs in Node and in
 * browsers. Pages of one origin with the same `storageKey` share the accounts.
 */
export function createPageChain({ storageKey, ...options }: PageChainOptions = {}): SvmChain {
  const svm = createPageSvm();
  const chain = createSvmChain(svm, options);
  if (storageKey !== undefined) {
    // The faucet is not stored.
    svm.keepAccounts();
    follow(storageKey, svm.replaceNewAccounts);
    chain.watch(() => writeStoredAccounts(storageKey, svm.getNewAccounts()));
  }
  return chain;
}

/** Calls `listener` with the stored accounts, now and when another page has stored others. */
function follow(storageKey: string, listener: (accounts: readonly Account[]) => void): void {
  listener(readStoredAccounts(storageKey));
  globalThis.addEventListener?.('storage', ({ key }) => {
    // Without a key, all of the storage was cleared.
    if (key === storageKey || key === null) listener(readStoredAccounts(storageKey));
  });
}
