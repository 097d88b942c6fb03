import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { MobileStandardWallet } from 'mobile-wallet-standard';
import { CHAIN } from './chain.js';
import type { Way } from './moments.js';
import { type Build, connectAndPay } from './snippets/connect-and-pay.js';
import { connectThenPay } from './snippets/connect-then-pay.js';
import { getFeature } from './wallets.js';

/** How this page connects to a wallet and lets it pay. */
export type WayToPay = Readonly<{
  /** The file in `snippets` whose code does this. */
  name: Way;
  /** Connects if there is no `payer` yet, and asks for what `build` returns. Returns the signature. */
  pay(build: Build, payer: WalletAccount | undefined): Promise<Uint8Array | undefined>;
}>;

/** Whether a wallet can connect and pay in one visit. */
export function isOneVisitEnough(wallet: Wallet): boolean {
  return getFeature(wallet, 'mobile-wallet-standard:transact') !== undefined;
}

/** Returns how a wallet can pay: in one visit if possible, else by the feature that any wallet may have. */
export function findWayToPay(wallet: Wallet): WayToPay | undefined {
  if (isOneVisitEnough(wallet)) {
    return {
      name: 'connect-and-pay',
      pay: (build) => connectAndPay(wallet as MobileStandardWallet, build),
    };
  }
  if (!wallet.chains.includes(CHAIN) || !getFeature(wallet, 'solana:signAndSendTransaction'))
    return undefined;
  type Payable = Parameters<typeof connectThenPay>[0];
  return {
    name: 'connect-then-pay',
    pay: (build, payer) => connectThenPay(wallet as Payable, build, payer),
  };
}
