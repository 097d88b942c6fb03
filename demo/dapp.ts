import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { BlockhashSource } from './blockhash.js';
import { CHAIN } from './chain.js';
import { DemoError } from './errors.js';
import { getFeature } from './wallets.js';

/** What the actions work with. */
export type Dapp = Readonly<{
  wallet: Wallet;
  /** The account in use at the moment of asking. Throws DISCONNECTED when there is none any more. */
  getAccount(): WalletAccount;
  blockhashes: BlockhashSource;
  /** The account's balance in lamports as last seen; `undefined` before the chain has answered. */
  getKnownBalance(): bigint | undefined;
  /** Looks at the balance again. */
  refreshBalance(): void;
}>;

/** Makes what throws where an account is needed and none is there. */
export function createDisconnectedError(): DemoError {
  return new DemoError('DISCONNECTED', 'The wallet has ended the connection.');
}

/** Chooses the newest transaction form that a wallet signs with one of its features. */
export function chooseTransactionVersion(
  wallet: Wallet,
  feature: 'solana:signTransaction' | 'solana:signAndSendTransaction',
): 'legacy' | 0 {
  return getFeature(wallet, feature)?.supportedTransactionVersions.includes(0) ? 0 : 'legacy';
}

/** Tells whether an account may be used on this page's chain. */
export function isForThisChain(account: WalletAccount): boolean {
  return account.chains.includes(CHAIN);
}
