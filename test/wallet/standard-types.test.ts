import type * as solana from '@solana/wallet-standard-features';
import type * as base from '@wallet-standard/base';
import type * as standard from '@wallet-standard/features';
import { registerWallet } from '@wallet-standard/wallet';
import type * as oldSolana from 'solana-features-1.3';
import type * as oldBase from 'standard-base-1.1.0';
import type * as oldStandard from 'standard-features-1.1.0';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  MobileStandardWallet,
  MobileWalletFeatures,
  MobileWalletTransactFeature,
} from '../../src/index.js';

/** All features of Wallet Standard that the wallet has, as the packages declare them. */
type Features = standard.StandardConnectFeature &
  standard.StandardDisconnectFeature &
  standard.StandardEventsFeature &
  solana.SolanaSignAndSendAllTransactionsFeature &
  solana.SolanaSignAndSendTransactionFeature &
  solana.SolanaSignInFeature &
  solana.SolanaSignMessageFeature &
  solana.SolanaSignOffchainMessageFeature &
  solana.SolanaSignTransactionFeature;

type Send = 'solana:signAndSendTransaction';
type Method<TFeature extends keyof MobileWalletFeatures, TName extends string> =
  Required<MobileWalletFeatures>[TFeature] extends Record<TName, infer TMethod> ? TMethod : never;

// The compiler checks these tests. Running them has no effect.
describe('the types of the wallet', () => {
  it('are a `Wallet` of Wallet Standard, with all of its features', () => {
    expectTypeOf<MobileStandardWallet>().toExtend<base.Wallet>();
    expectTypeOf<MobileStandardWallet>().toExtend<
      base.WalletWithFeatures<Omit<Features, keyof solana.SolanaSignTransactionFeature>>
    >();
    // Only a wallet that signs without sending has the feature `solana:signTransaction`.
    expectTypeOf<Required<MobileWalletFeatures>>().toExtend<Features>();
    expectTypeOf<
      base.WalletWithFeatures<Features & MobileWalletTransactFeature>
    >().toExtend<MobileStandardWallet>();
    expectTypeOf(registerWallet).toBeCallableWith({} as MobileStandardWallet);
  });

  it('have accounts of Wallet Standard, in both directions', () => {
    expectTypeOf<MobileStandardWallet['accounts'][number]>().toEqualTypeOf<base.WalletAccount>();
  });

  it('know version 1 of transactions', () => {
    type Versions = MobileWalletFeatures[Send]['supportedTransactionVersions'];
    expectTypeOf<Versions[number]>().toEqualTypeOf<'legacy' | 0 | 1>();
  });
});

describe('the types of the wallet, beside older packages', () => {
  it('are a `Wallet` of `@wallet-standard/base` 1.1.0', () => {
    expectTypeOf<MobileStandardWallet>().toExtend<oldBase.Wallet>();
    expectTypeOf<oldBase.WalletAccount>().toEqualTypeOf<base.WalletAccount>();
    expectTypeOf<MobileWalletFeatures>().toExtend<oldStandard.StandardConnectFeature>();
  });

  it('have the methods that `@solana/wallet-standard-features` 1.3.0 declares', () => {
    expectTypeOf<MobileWalletFeatures>().toExtend<oldSolana.SolanaSignMessageFeature>();
    expectTypeOf<
      Method<Send, 'signAndSendTransaction'>
    >().toExtend<oldSolana.SolanaSignAndSendTransactionMethod>();
    expectTypeOf<Method<'solana:signIn', 'signIn'>>().toExtend<oldSolana.SolanaSignInMethod>();
  });

  it('name versions that 1.3.0 does not know: 1 of transactions, and 1.1.0 of sign-ins', () => {
    expectTypeOf<MobileWalletFeatures>().not.toExtend<oldSolana.SolanaSignAndSendTransactionFeature>();
    expectTypeOf<MobileWalletFeatures>().not.toExtend<oldSolana.SolanaSignInFeature>();
  });
});
