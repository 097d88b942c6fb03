import type { Address, Instruction, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import type * as main from 'mobile-wallet-standard';
import { findMobileWalletError, findSendError, registerMobileWallet } from 'mobile-wallet-standard';
import type * as endpoint from 'mobile-wallet-standard/endpoint';
import type * as kit from 'mobile-wallet-standard/kit';
import type * as legacy from 'mobile-wallet-standard/legacy';
import type * as payments from 'mobile-wallet-standard/payments';
import type * as session from 'mobile-wallet-standard/session';
import type * as web3js from 'mobile-wallet-standard/web3js';
import { describe, expectTypeOf, it } from 'vitest';

/** The type of an option without `undefined`, which every option may be. */
type Option<TName extends keyof main.MobileWalletOptions> = Exclude<
  main.MobileWalletOptions[TName],
  undefined
>;

// The compiler checks these tests. Running them has no effect.
describe('the options of the wallet', () => {
  it('are these', () => {
    expectTypeOf<keyof main.MobileWalletOptions>().toEqualTypeOf<
      | 'identity'
      | 'chains'
      | 'local'
      | 'store'
      | 'remote'
      | 'idleMs'
      | 'walletApps'
      | 'chooseApp'
      | 'openIn'
      | 'name'
      | 'icon'
      | 'dialogs'
      | 'onProgress'
      | 'debug'
      | 'launch'
      | 'dial'
    >();
  });

  it('say in milliseconds how long a session stays open, on this device and on another', () => {
    expectTypeOf<Option<'idleMs'>>().toEqualTypeOf<number>();
    expectTypeOf<main.Remote['idleMs']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<keyof main.Remote>().toEqualTypeOf<'type' | 'idleMs'>();
  });

  it('name wallet apps in one place', () => {
    expectTypeOf<Option<'walletApps'>>().toEqualTypeOf<readonly (main.KnownWalletApp | main.WalletApp)[]>();
    expectTypeOf<Option<'openIn'>>().toEqualTypeOf<
      boolean | Readonly<{ getUrl?: (() => string) | undefined }>
    >();
    expectTypeOf<main.WalletApp['installUrl']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof main.WalletApp>().toEqualTypeOf<
      'name' | 'icon' | 'androidPackage' | 'getLink' | 'installUrl'
    >();
    expectTypeOf<Option<'chooseApp'>>().toEqualTypeOf<boolean>();
  });

  it('say which app is to be opened, if the user has chosen one', () => {
    type App = Readonly<{ name: string; androidPackage: string }>;
    expectTypeOf<main.LaunchApp>().toEqualTypeOf<App>();
    expectTypeOf<Parameters<main.Launch>>().toEqualTypeOf<
      [uri: string, options: Readonly<{ signal: AbortSignal; app?: App }>]
    >();
    expectTypeOf<session.SessionConfig['launch']>().toEqualTypeOf<main.Launch | undefined>();
  });
});

describe('a registration', () => {
  it('is destructured, whatever came of it', () => {
    const { registered, wallet, reason } = registerMobileWallet({ identity: { name: 'Example' } });
    expectTypeOf(wallet).toEqualTypeOf<main.MobileStandardWallet | undefined>();
    expectTypeOf(reason).toEqualTypeOf<main.UnregisteredReason | undefined>();
    if (registered) expectTypeOf(wallet).toEqualTypeOf<main.MobileStandardWallet>();
    else expectTypeOf(reason).toEqualTypeOf<main.UnregisteredReason>();
  });

  it('has all reasons in one type', () => {
    expectTypeOf<main.UnregisteredReason>().toEqualTypeOf<
      | 'server'
      | 'insecure'
      | 'wallet-browser'
      | 'ios'
      | 'webview'
      | 'desktop'
      | 'name-taken'
      | 'unknown-chain'
      | 'disabled'
    >();
  });
});

describe('an error that was found', () => {
  it('has the context of the code that was asked for', () => {
    const found = findMobileWalletError(new Error(), 'USER_REJECTED');
    expectTypeOf(found?.code).toEqualTypeOf<'USER_REJECTED' | undefined>();
    expectTypeOf(found?.context.rpcCode).toEqualTypeOf<number | undefined>();
  });

  it('has the context of the code that it is compared with', () => {
    const found = findMobileWalletError(new Error());
    expectTypeOf(found?.code).toEqualTypeOf<main.MobileWalletErrorCode | undefined>();
    if (found?.code === 'PAYLOAD_TOO_LARGE') expectTypeOf(found.context.maxBytes).toEqualTypeOf<number>();
    const failed = findSendError(new Error());
    expectTypeOf(failed?.code).toEqualTypeOf<main.SendErrorCode | undefined>();
    if (failed?.code === 'NOT_SUBMITTED') {
      expectTypeOf(failed.context.transactions).toEqualTypeOf<readonly main.TransactionState[]>();
      type Submitted = Extract<main.TransactionState, { status: 'submitted' }>;
      expectTypeOf<Submitted['signature']>().toEqualTypeOf<string>();
    }
  });

  it('is found by two functions, in every import', () => {
    type Finders = 'findMobileWalletError' | 'findSendError';
    type FindersOf<TImport> = keyof TImport & `${'find' | 'is'}${string}Error`;
    expectTypeOf<FindersOf<typeof main>>().toEqualTypeOf<Finders>();
    expectTypeOf<FindersOf<typeof session>>().toEqualTypeOf<Finders>();
    expectTypeOf<FindersOf<typeof kit>>().toEqualTypeOf<Finders>();
    expectTypeOf<FindersOf<typeof web3js>>().toEqualTypeOf<Finders>();
    expectTypeOf<FindersOf<typeof legacy>>().toEqualTypeOf<Finders>();
    expectTypeOf<FindersOf<typeof endpoint>>().toEqualTypeOf<Finders>();
  });
});

describe('the main import', () => {
  it('has no value but its own', () => {
    expectTypeOf<keyof typeof main>().toEqualTypeOf<
      | 'MobileWalletError'
      | 'createMobileWallet'
      | 'encodeBase58'
      | 'findMobileWalletError'
      | 'findSendError'
      | 'getErrorText'
      | 'isDeclined'
      | 'registerMobileWallet'
      | 'sortSend'
    >();
  });

  it('judges errors', () => {
    expectTypeOf<typeof main.isDeclined>().toEqualTypeOf<(error: unknown) => boolean>();
    expectTypeOf<typeof main.sortSend<string>>().returns.toEqualTypeOf<
      Readonly<{ sent: readonly string[]; unsent: readonly string[]; unknown: readonly string[] }>
    >();
    expectTypeOf<ReturnType<typeof main.getErrorText>>().toEqualTypeOf<string | null>();
    expectTypeOf<keyof main.ErrorTexts>().toEqualTypeOf<
      | main.MobileWalletErrorCode
      | 'OTHER'
      | 'LOOPBACK_FORBIDDEN'
      | 'SEND_DECLINED'
      | 'PARTLY_DECLINED'
      | 'NOTHING_SENT'
      | 'MAYBE_SENT'
    >();
  });
});

describe('the import for payments', () => {
  it('has three functions', () => {
    expectTypeOf<keyof typeof payments>().toEqualTypeOf<
      'createReference' | 'createTransfer' | 'findPayment'
    >();
    expectTypeOf<typeof payments.createReference>().toEqualTypeOf<() => Address>();
    expectTypeOf<ReturnType<typeof payments.createTransfer>>().resolves.toEqualTypeOf<
      readonly Instruction[]
    >();
    expectTypeOf<Rpc<SolanaRpcApi>>().toExtend<payments.PaymentRpc>();
  });

  it('tells what is known by a status', () => {
    type Found = payments.FoundPayment;
    expectTypeOf<Found['status']>().toEqualTypeOf<'paid' | 'none' | 'unknown'>();
    type Paid = Extract<Found, { status: 'paid' }>;
    expectTypeOf<Paid>().toExtend<Readonly<{ signature: Signature; instruction: string; amount: bigint }>>();
    expectTypeOf<Paid['also']>().toEqualTypeOf<readonly payments.ArrivedTransfer[] | undefined>();
    expectTypeOf<Extract<Found, { status: 'none' }>['isFinal']>().toEqualTypeOf<boolean>();
  });
});
