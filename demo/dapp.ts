import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { BlockhashSource } from './blockhash.js';
import { CHAIN } from './chain.js';
import { DemoError } from './errors.js';
import { getFeature } from './wallets.js';

/** What the actions need. */
export type Dapp = Readonly<{
  wallet: Wallet;
  /** Returns the account in use now. Throws DISCONNECTED if there is none any more. */
  getAccount(): WalletAccount;
  /** The address that test transfers go to. */
  recipient: string;
  blockhashes: BlockhashSource;
  /** Returns the account's last known balance in lamports; `undefined` before the chain has answered. */
  getKnownBalance(): bigint | undefined;
  /** Reads the balance again. */
  refreshBalance(): void;
}>;

/** Creates the error for a call that needs an account while there is none. */
export function createDisconnectedError(): DemoError {
  return new DemoError('DISCONNECTED', 'The wallet has ended the connection.');
}

/** Returns the newest transaction version that the wallet supports for one of its features. */
export function chooseTransactionVersion(
  wallet: Wallet,
  feature: 'solana:signTransaction' | 'solana:signAndSendTransaction',
): 'legacy' | 0 {
  return getFeature(wallet, feature)?.supportedTransactionVersions.includes(0) ? 0 : 'legacy';
}

/** Whether an account may be used on this page's chain. */
export function isForThisChain(account: WalletAccount): boolean {
  return account.chains.includes(CHAIN);
}
