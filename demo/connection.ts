import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { CHAIN } from './chain.js';
import { recall, remember } from './memory.js';
import { getFeature, requireFeature } from './wallets.js';

/** The wallet in use, and the account of it that this page uses. */
export type Connection = Readonly<{ wallet: Wallet; account: WalletAccount }>;

export type Connector = Readonly<{
  getConnection(): Connection | undefined;
  /** Uses a wallet, if it has accounts now. */
  adopt(wallet: Wallet): void;
  /** Restores the last visit's connection silently, if it was with this wallet. */
  restore(wallet: Wallet): Promise<void>;
  /** Uses another account of the connected wallet. */
  select(address: string): void;
  disconnect(): Promise<void>;
}>;

/**
 * Creates the connector. `onChange` is called for every change of the connection, including the wallet's own.
 */
export function createConnector(onChange: (connection: Connection | undefined) => void): Connector {
  let connection: Connection | undefined;
  let stopListening = () => {};

  const set = (next: Connection | undefined) => {
    connection = next;
    remember('wallet', next?.wallet.name);
    onChange(next);
  };

  const adopt = (wallet: Wallet) => {
    const account = chooseAccount(wallet.accounts);
    if (!account) return;
    stopListening();
    stopListening = requireFeature(wallet, 'standard:events').on('change', () => {
      if (connection?.wallet !== wallet) return;
      const next = chooseAccount(wallet.accounts, connection.account.address);
      if (!next) stopListening();
      set(next && { wallet, account: next });
    });
    set({ wallet, account });
  };

  return {
    getConnection: () => connection,

    adopt,

    async restore(wallet) {
      if (connection || recall('wallet') !== wallet.name) return;
      if (wallet.accounts.length === 0) {
        await requireFeature(wallet, 'standard:connect').connect({ silent: true });
      }
      if (!connection) adopt(wallet);
    },

    select(address) {
      const account = connection?.wallet.accounts.find((candidate) => candidate.address === address);
      if (connection && account && account !== connection.account) set({ ...connection, account });
    },

    async disconnect() {
      const wallet = connection?.wallet;
      stopListening();
      set(undefined);
      if (wallet) await getFeature(wallet, 'standard:disconnect')?.disconnect();
    },
  };
}

/** Returns the account in use if the wallet still has it, else the first that can use this page's chain. */
function chooseAccount(accounts: readonly WalletAccount[], address?: string): WalletAccount | undefined {
  return (
    accounts.find((account) => account.address === address) ??
    accounts.find((account) => account.chains.includes(CHAIN)) ??
    accounts[0]
  );
}
