import type { SolanaSignInMethod, SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/core';
import { useWallets } from '@wallet-standard/react';
import { registerWallet } from '@wallet-standard/wallet';
import { wallet } from './exports.js';

const take = (given: Wallet): readonly WalletAccount[] => given.accounts;
const connect = (given: WalletWithFeatures<StandardConnectFeature>) =>
  given.features['standard:connect'].connect();

export const accounts = take(wallet);
export const connecting = connect(wallet);
export const unregister = getWallets().register(wallet);
export const useMobileWallet = () => useWallets().find(({ name }) => name === wallet.name);
registerWallet(wallet);

// The types of this version, which wallet-ui pins, lack version 1 of transactions and 1.1.0 of sign-ins. The
// methods are the same.
export const messages: SolanaSignMessageFeature = wallet.features;
export const signIn: SolanaSignInMethod = wallet.features['solana:signIn'].signIn;
