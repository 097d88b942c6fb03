import type {
  Address,
  Transaction as KitTransaction,
  SignatureBytes,
  TransactionWithBlockhashLifetime,
} from '@solana/kit';
import type { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  createMobileWallet,
  MobileStandardWallet,
  MobileWalletOptions,
  Registration,
  registerMobileWallet,
} from '../index.js';
import type * as session from './bytes.js';
import type * as kit from './kit/index.js';
import type * as legacy from './legacy.js';
import type * as web3js from './web3js.js';

type Params<TWallet, TName extends keyof TWallet> = TWallet[TName] extends (params: infer P) => unknown
  ? P
  : never;
type Result<TWallet, TName extends keyof TWallet> = TWallet[TName] extends (
  ...args: never
) => Promise<infer R>
  ? R
  : never;

type Transact<TWallet> = (
  callback: (wallet: TWallet) => number | Promise<number>,
  config?: session.SessionConfig,
) => Promise<number>;

// The compiler checks these tests. Running them has no effect.
describe('public types', () => {
  it('of transact, in every flavour', () => {
    expectTypeOf<session.WalletAssociationConfig>().toEqualTypeOf<
      Readonly<{ baseUri?: string | undefined }>
    >();
    expectTypeOf<session.SessionConfig>().toExtend<session.WalletAssociationConfig>();
    expectTypeOf<typeof session.transact<number>>().toEqualTypeOf<Transact<session.MobileWallet>>();
    expectTypeOf<typeof kit.transact<number>>().toEqualTypeOf<Transact<kit.KitMobileWallet>>();
    expectTypeOf<typeof web3js.transact<number>>().toEqualTypeOf<Transact<web3js.Web3MobileWallet>>();
    expectTypeOf<typeof legacy.transact<number>>().toEqualTypeOf<Transact<legacy.Web3MobileWallet>>();
  });

  it('of operations that are the same in every flavour', () => {
    type Names =
      | 'authorize'
      | 'reauthorize'
      | 'deauthorize'
      | 'getCapabilities'
      | 'cloneAuthorization'
      | 'signMessages';
    type Common = Pick<session.MobileWallet, Names>;
    expectTypeOf<Pick<kit.KitMobileWallet, Names>>().toEqualTypeOf<Common>();
    expectTypeOf<Pick<web3js.Web3MobileWallet, Names>>().toEqualTypeOf<Common>();
    expectTypeOf<Pick<legacy.Web3MobileWallet, Names>>().toEqualTypeOf<Common>();
    expectTypeOf<keyof kit.KitMobileWallet>().toEqualTypeOf<keyof session.MobileWallet>();
    expectTypeOf<keyof web3js.Web3MobileWallet>().toEqualTypeOf<keyof session.MobileWallet>();

    expectTypeOf<session.MobileWallet['authorize']>().parameters.toEqualTypeOf<
      [params?: session.AuthorizeParams | undefined]
    >();
    expectTypeOf<session.AuthorizeParams>().toEqualTypeOf<
      Readonly<{
        chain?: session.Chain | (string & Record<never, never>) | undefined;
        cluster?: session.Cluster | (string & Record<never, never>) | undefined;
        identity?: session.Identity | undefined;
        features?: readonly string[] | null | undefined;
        addresses?: readonly string[] | null | undefined;
        auth_token?: string | undefined;
        sign_in_payload?: session.SignInPayload | undefined;
      }>
    >();
    expectTypeOf<session.Chain>().toEqualTypeOf<
      | 'solana:mainnet'
      | 'solana:testnet'
      | 'solana:devnet'
      | 'solana:localnet'
      | 'mainnet-beta'
      | 'testnet'
      | 'devnet'
    >();
    expectTypeOf<session.Cluster>().toEqualTypeOf<'mainnet-beta' | 'testnet' | 'devnet'>();
    expectTypeOf<MobileWalletOptions['chains']>().toEqualTypeOf<
      readonly (session.ChainIdentifier | (string & Record<never, never>))[] | undefined
    >();
    expectTypeOf<readonly string[]>().toExtend<MobileWalletOptions['chains']>();
    // A dapp may compile with `exactOptionalPropertyTypes`, and pass what it does not have.
    expectTypeOf<{
      identity: { name: string; uri: undefined; icon: undefined };
      store: undefined;
    }>().toExtend<MobileWalletOptions>();
    expectTypeOf<{ type: 'reflector'; host: string; idleMs: undefined }>().toExtend<session.Remote>();
    expectTypeOf<{ signal: undefined; remote: undefined }>().toExtend<session.SessionConfig>();
    expectTypeOf<{ commitment: undefined }>().toExtend<session.SendOptions>();
    // What a dapp has stored is a string, and what it got it passes on.
    type Stored = { chain: string; auth_token: string; features: string[]; addresses: string[] };
    expectTypeOf<Stored>().toExtend<session.AuthorizeParams>();
    expectTypeOf<{ cluster: string }>().toExtend<session.AuthorizeParams>();
    expectTypeOf<{ commitment: string }>().toExtend<session.SendOptions>();
    expectTypeOf<{ chain: session.Account['chains'][number] }>().toExtend<session.AuthorizeParams>();
    // A chain that is no string is not one.
    expectTypeOf<{ chain: number }>().not.toExtend<session.AuthorizeParams>();
    expectTypeOf<session.AuthorizationResult['accounts']>().toExtend<session.Account[]>();
    expectTypeOf<Result<session.MobileWallet, 'authorize'>>().toEqualTypeOf<session.AuthorizationResult>();
    expectTypeOf<Result<session.MobileWallet, 'reauthorize'>>().toEqualTypeOf<session.AuthorizationResult>();
    expectTypeOf<Params<session.MobileWallet, 'deauthorize'>>().toEqualTypeOf<
      Readonly<{ auth_token: string }>
    >();
    expectTypeOf<Result<session.MobileWallet, 'getCapabilities'>>().toEqualTypeOf<session.Capabilities>();
    expectTypeOf<Result<session.MobileWallet, 'cloneAuthorization'>>().toEqualTypeOf<
      Readonly<{ auth_token: string }>
    >();
    expectTypeOf<Params<session.MobileWallet, 'signMessages'>>().toEqualTypeOf<
      Readonly<{ addresses: readonly string[]; payloads: readonly Uint8Array[] }>
    >();
    expectTypeOf<Result<session.MobileWallet, 'signMessages'>>().toEqualTypeOf<Uint8Array[]>();
  });

  it('of transactions, flavour by flavour', () => {
    expectTypeOf<Params<session.MobileWallet, 'signTransactions'>>().toEqualTypeOf<
      Readonly<{ transactions: readonly Uint8Array[] }>
    >();
    expectTypeOf<Result<session.MobileWallet, 'signTransactions'>>().toEqualTypeOf<Uint8Array[]>();
    expectTypeOf<Result<session.MobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<Uint8Array[]>();

    expectTypeOf<Params<kit.KitMobileWallet, 'signTransactions'>>().toEqualTypeOf<
      Readonly<{ transactions: readonly KitTransaction[] }>
    >();
    expectTypeOf<Result<kit.KitMobileWallet, 'signTransactions'>>().toEqualTypeOf<KitTransaction[]>();
    type Expiring = KitTransaction & TransactionWithBlockhashLifetime;
    expectTypeOf<typeof kitWallet.signTransactions<Expiring>>().returns.resolves.toEqualTypeOf<Expiring[]>();
    expectTypeOf<Params<kit.KitMobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<
      kit.SignAndSendParams<KitTransaction | kit.SignAndSendTransactionMessage>
    >();
    expectTypeOf<Result<kit.KitMobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<SignatureBytes[]>();
    expectTypeOf<typeof kit.getAccountAddress>().returns.toEqualTypeOf<Address>();

    expectTypeOf<Params<web3js.Web3MobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<
      session.SignAndSendParams<Transaction | VersionedTransaction>
    >();
    expectTypeOf<Result<web3js.Web3MobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<string[]>();
    expectTypeOf<typeof wallet.signTransactions<Transaction>>().returns.resolves.toEqualTypeOf<
      Transaction[]
    >();
    expectTypeOf<typeof wallet.signTransactions<VersionedTransaction>>().returns.resolves.toEqualTypeOf<
      VersionedTransaction[]
    >();
    expectTypeOf<typeof web3js.getAccountPublicKey>().returns.toEqualTypeOf<PublicKey>();
    expectTypeOf<Result<legacy.Web3MobileWallet, 'signAndSendTransactions'>>().toEqualTypeOf<string[]>();
  });

  it('of the Wallet Standard wallet', () => {
    expectTypeOf<typeof registerMobileWallet>().toEqualTypeOf<
      (options: MobileWalletOptions) => Registration
    >();
    expectTypeOf<typeof createMobileWallet>().toEqualTypeOf<
      (options: MobileWalletOptions) => MobileStandardWallet
    >();
  });
});

declare const wallet: web3js.Web3MobileWallet;
declare const kitWallet: kit.KitMobileWallet;
