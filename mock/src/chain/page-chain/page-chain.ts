import { isAddress } from '@solana/kit';
import { decodeBase64, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { tryParseJson } from '../../explain/foreign.js';
import type { Account } from '../../explain/svm.js';
import { createSvmChain, type SvmChain, type SvmChainOptions } from '../svm/svm-chain.js';
import { createPageSvm } from './page-svm.js';

/** From 2020 on, slots fit `minContextSlot`, which has 32 bits with its sign, until 2047. */
const FIRST_SLOT_AT = Date.UTC(2020);

/** Options of the small chain, all of them optional. */
export type PageChainOptions = SvmChainOptions &
  Readonly<{
    /** Under which key of the page's `localStorage` the accounts are stored; by default they are not. */
    storageKey?: string;
  }>;

/**
 * Creates the small chain: System, Compute Budget, Memo, Token and Associated Token, written in TypeScript,
 * with fees, rent, blockhashes, signatures and errors like a validator's. Other programs do not exist there.
 * Runs in Node and in browsers. Pages of one origin with the same `storageKey` share the accounts.
 */
export function createPageChain({ storageKey, ...options }: PageChainOptions = {}): SvmChain {
  const svm = createPageSvm();
  // Pages that share accounts share the slots, too: a block height that one of them has kept passes for all.
  const chain = createSvmChain(svm, options, storageKey === undefined ? undefined : FIRST_SLOT_AT);
  if (storageKey !== undefined) {
    // The faucet is not stored.
    svm.keepAccounts();
    const load = (): void => svm.replaceNewAccounts(readStoredAccounts(storageKey));
    load();
    globalThis.addEventListener?.('storage', ({ key }) => {
      // Without a key, all of the storage was cleared.
      if (key === storageKey || key === null) load();
    });
    chain.watch(() => writeStoredAccounts(storageKey, svm.getNewAccounts()));
  }
  return chain;
}

/** Stores accounts as JSON. What the browser does not store lasts as long as the page. */
function writeStoredAccounts(key: string, accounts: readonly Account[]): void {
  const stored = accounts.map(({ address, owner, lamports, data }) => {
    return [address, owner, lamports.toString(), encodeBase64(data)];
  });
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // The browser may forbid the storage, or it is full.
  }
}

/** Returns the stored accounts; none if there are none, or if another version has stored them. */
function readStoredAccounts(key: string): readonly Account[] {
  try {
    const stored = tryParseJson(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(readAccount) : [];
  } catch {
    return [];
  }
}

function readAccount(stored: unknown): Account {
  const [address, owner, lamports, data] = (Array.isArray(stored) ? stored : []).map(String);
  if (!address || !owner || !lamports || data === undefined || !isAddress(address) || !isAddress(owner)) {
    throw new TypeError('This is no stored account');
  }
  return { address, owner, lamports: BigInt(lamports), data: decodeBase64(data), executable: false };
}
