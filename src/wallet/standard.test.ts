import type * as solana from '@solana/wallet-standard-features';
import type * as base from '@wallet-standard/base';
import type * as standard from '@wallet-standard/features';
import { describe, expectTypeOf, it } from 'vitest';
import type * as later from 'wallet-standard-features-1.5';
import type { MobileWalletFeatures } from './features.js';
import type * as own from './standard.js';

/** Our types, each beside the published one. */
type Pairs = {
  chain: [own.IdentifierString, base.IdentifierString];
  icon: [own.WalletIcon, base.WalletIcon];
  bytes: [own.ReadonlyUint8Array, base.ReadonlyUint8Array];
  version: [own.SolanaTransactionVersion, solana.SolanaTransactionVersion];
  signOptions: [NonNullable<Sign['options']>, solana.SolanaSignTransactionOptions];
  sendOptions: [NonNullable<Send['options']>, solana.SolanaSignAndSendTransactionOptions];
  account: [own.WalletAccount, base.WalletAccount];
  wallet: [own.Wallet, base.Wallet];
  change: [own.StandardEventsChangeProperties, standard.StandardEventsChangeProperties];
  connected: [own.StandardConnectOutput, standard.StandardConnectOutput];
  sign: [Sign, solana.SolanaSignTransactionInput];
  signed: [own.SolanaSignTransactionOutput, solana.SolanaSignTransactionOutput];
  send: [Send, solana.SolanaSignAndSendTransactionInput];
  sent: [own.SolanaSignAndSendTransactionOutput, solana.SolanaSignAndSendTransactionOutput];
  message: [own.SolanaSignMessageInput, solana.SolanaSignMessageInput];
  signedMessage: [own.SolanaSignMessageOutput, solana.SolanaSignMessageOutput];
  offchain: [own.SolanaSignOffchainMessageInput, later.SolanaSignOffchainMessageInput];
  signedOffchain: [own.SolanaSignOffchainMessageOutput, later.SolanaSignOffchainMessageOutput];
  signIn: [own.SolanaSignInInput, solana.SolanaSignInInput];
  signedIn: [own.SolanaSignInOutput, solana.SolanaSignInOutput];
  features: [Required<Omit<MobileWalletFeatures, `mobile-${string}`>>, Features];
};
type Sign = own.SolanaSignTransactionInput;
type Send = own.SolanaSignAndSendTransactionInput;
type Features = standard.StandardConnectFeature &
  standard.StandardDisconnectFeature &
  standard.StandardEventsFeature &
  solana.SolanaSignAndSendAllTransactionsFeature &
  solana.SolanaSignAndSendTransactionFeature &
  solana.SolanaSignInFeature &
  solana.SolanaSignMessageFeature &
  later.SolanaSignOffchainMessageFeature &
  solana.SolanaSignTransactionFeature;
type LaterFeatures = later.SolanaSignAndSendAllTransactionsFeature &
  later.SolanaSignAndSendTransactionFeature &
  later.SolanaSignInFeature &
  later.SolanaSignMessageFeature &
  later.SolanaSignOffchainMessageFeature &
  later.SolanaSignTransactionFeature;

// The compiler checks these tests. Running them has no effect.
describe('the types of Wallet Standard', () => {
  type Own = { [Name in keyof Pairs]: Pairs[Name][0] };
  type Published = { [Name in keyof Pairs]: Pairs[Name][1] };

  it('are those of its packages, in both directions', () => {
    expectTypeOf<Own>().toExtend<Published>();
    expectTypeOf<Published>().toExtend<Own>();
    // Assignable types may differ in optional properties.
    type Keys<T> = { [Name in keyof T]: keyof T[Name] };
    expectTypeOf<Keys<Own>>().toEqualTypeOf<Keys<Published>>();
  });

  it('fit where a dapp uses later packages', () => {
    expectTypeOf<Required<MobileWalletFeatures>>().toExtend<LaterFeatures>();
  });
});
