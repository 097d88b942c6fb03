import { isAddress } from '@solana/kit';
import { decodeBase64, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { parseJson } from '../../explain/foreign.js';
import type { Account } from '../../explain/svm.js';

/** Stores accounts as JSON. What the browser does not store lasts as long as the page. */
export function writeStoredAccounts(key: string, accounts: readonly Account[]): void {
  const stored = accounts.map(({ address, owner, lamports, data }) => [
    address,
    owner,
    lamports.toString(),
    encodeBase64(data),
  ]);
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // The browser may forbid the storage, or it is full.
  }
}

/** Returns the stored accounts; none if there are none, or if another version has stored them. */
export function readStoredAccounts(key: string): readonly Account[] {
  try {
    const stored = parseJson(localStorage.getItem(key) ?? '[]');
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
