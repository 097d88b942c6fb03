import { isAddress } from '@solana/kit';
import {
  getLookupTableAddresses,
  getTransactionAccounts,
  readLookupTables,
} from '../../explain/describe-transaction.js';
import { LOOKUP_TABLE_PROGRAM_ADDRESS } from '../../explain/instructions/program-addresses.js';
import { readTokenAccount } from '../../explain/parsed-account.js';
import type { Account, Svm } from '../../explain/svm.js';
import { createClusterRpc, fetchAccounts } from '../cluster-rpc.js';
import { getProgramData } from '../svm/loaded-size.js';

/** The owners of accounts that are part of every validator. */
const OWN_OWNERS: ReadonlySet<string> = new Set([
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
]);
const LAST_EXTENDED_SLOT = { start: 12, end: 20 };

/**
 * Adds to an {@link Svm} the accounts of the cluster at `url`, each when it is first used. From then on it
 * changes only here.
 */
export function cloneAccounts(svm: Svm, url: string): Svm {
  const rpc = createClusterRpc(url);
  const loaded = new Map<string, Promise<void>>();

  async function load(addresses: readonly string[]): Promise<void> {
    const missing = addresses.filter((address) => !loaded.has(address) && isAddress(address));
    if (missing.length > 0) {
      const cloning = clone([...new Set(missing)]);
      for (const address of missing) {
        loaded.set(address, cloning);
        // Fetch it again next time, because the cluster may be out of reach only for a moment.
        cloning.catch(() => loaded.delete(address));
      }
    }
    await Promise.all(addresses.map((address) => loaded.get(address)));
  }

  async function clone(addresses: readonly string[]): Promise<void> {
    const accounts = await fetchMissing(addresses);
    // Accounts without which others are of no use: a token's mint, a program's code.
    const companions = accounts
      .flatMap((account) => readTokenAccount(account)?.mint ?? getProgramData(account) ?? [])
      .filter((address) => !addresses.includes(address));
    const others = await fetchMissing([...new Set(companions)]);
    for (const { address } of others) loaded.set(address, Promise.resolve());
    // Programs last, because LiteSVM takes no program without its code.
    const ordered = [...others, ...accounts].sort((a, b) => Number(a.executable) - Number(b.executable));
    for (const account of ordered) {
      // Meanwhile, a transaction may have created it here.
      if (!svm.getAccount(account.address)) svm.setAccount(adapt(account));
    }
  }

  async function fetchMissing(addresses: readonly string[]): Promise<readonly Account[]> {
    const missing = addresses.filter((address) => !svm.getAccount(address));
    const fetched = await fetchAccounts(rpc, missing);
    return fetched.flatMap((account) => (account && !OWN_OWNERS.has(account.owner) ? [account] : []));
  }

  return {
    ...svm,
    load,
    prepare: async ({ message }) => {
      const tables = getLookupTableAddresses(message);
      await load(tables);
      const accounts = getTransactionAccounts(message, readLookupTables(tables.map(svm.getAccount)));
      await load(accounts.map(({ address }) => address));
    },
    reset: () => {
      loaded.clear();
      svm.reset();
    },
  };
}

/**
 * Makes all addresses of a lookup table usable, although the slots of this chain may be behind the cluster's.
 */
function adapt(account: Account): Account {
  if (account.owner !== LOOKUP_TABLE_PROGRAM_ADDRESS || account.data.length < LAST_EXTENDED_SLOT.end) {
    return account;
  }
  const data = account.data.slice();
  data.fill(0, LAST_EXTENDED_SLOT.start, LAST_EXTENDED_SLOT.end);
  return { ...account, data };
}
