import {
  type AuthorizationStore,
  createMobileWallet,
  type Dial,
  type Launch,
  type MobileStandardWallet,
  type MobileWalletOptions,
  type SolanaSignAndSendTransactionInput,
  type SolanaSignInInput,
  type SolanaSignTransactionInput,
  type WalletAccount,
} from 'mobile-wallet-standard';
import { CHAINS } from 'mobile-wallet-standard/endpoint';
import { createWalletIcon } from '../../wallet/wallet-icon.js';

/** How the wallet in a wallet app's own browser reaches the mock wallet. */
export type BrowserWalletOptions = Readonly<{
  launch: Launch;
  /** By default a WebSocket on loopback. */
  dial?: Dial | undefined;
  /** The chain of its authorizations. The wallet shows all chains, and signs for any, as wallet apps do. */
  chain: string;
}>;

/** A Wallet Standard wallet, whatever its features are. */
type BrowserWallet = Omit<MobileStandardWallet, 'features'> &
  Readonly<{ features: Readonly<Record<`${string}:${string}`, unknown>> }>;

/** The name of the wallet in pickers. */
const NAME = 'Mock wallet';
const PREFIX = 'mock-mobile-wallet:browser:';

/** The page around the frame has the same `localStorage`, and is another app. */
const store: AuthorizationStore = {
  get: (key) => sessionStorage.getItem(PREFIX + key),
  set: (key, value) => sessionStorage.setItem(PREFIX + key, value),
  delete: (key) => sessionStorage.removeItem(PREFIX + key),
};

/**
 * Registers the mock wallet as a wallet app does in the pages of its own browser. Call it before the dapp's
 * code runs.
 */
export function registerBrowserWallet(options: BrowserWalletOptions): void {
  const wallet = createBrowserWallet(options);
  type Api = Readonly<{ register(wallet: BrowserWallet): unknown }>;
  const register = (api: Api): void => void api.register(wallet);
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail));
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

/**
 * Creates a Wallet Standard wallet with the features of wallet apps, by the library and a session of the mock
 * wallet for each call.
 */
export function createBrowserWallet({ launch, dial, chain }: BrowserWalletOptions): BrowserWallet {
  const known = CHAINS.find((each) => each === chain) ?? 'solana:devnet';
  const inner = createMobileWallet({
    name: NAME,
    icon: createWalletIcon(0).replaceAll('\n', '') as MobileWalletOptions['icon'],
    // A wallet app's browser shows the host, because a page could give itself any name.
    identity: { name: location.host },
    chains: [known],
    dialogs: false,
    store,
    launch,
    dial,
  });
  const { features } = inner;
  const connect = features['standard:connect'];
  const events = features['standard:events'];
  const signIn = features['solana:signIn'];
  const signTransaction = features['solana:signTransaction'];
  const send = features['solana:signAndSendTransaction'];
  const shown = new WeakMap<WalletAccount, WalletAccount>();
  const show = (account: WalletAccount): WalletAccount => {
    const known = shown.get(account) ?? { ...account, chains: CHAINS };
    shown.set(account, known);
    return known;
  };
  let last: Readonly<{ inner: readonly WalletAccount[]; shown: readonly WalletAccount[] }> | undefined;
  const getAccounts = (): readonly WalletAccount[] => {
    const { accounts } = inner;
    // Frameworks compare the lists.
    if (last?.inner !== accounts) last = { inner: accounts, shown: accounts.map(show) };
    return last.shown;
  };
  const onChain = <T extends object>(inputs: readonly T[]) =>
    inputs.map((input) => ({ ...input, chain: known }));

  return {
    version: '1.0.0',
    name: NAME,
    icon: inner.icon,
    chains: CHAINS,
    get accounts() {
      return getAccounts();
    },
    features: {
      'standard:connect': {
        ...connect,
        connect: async (...input: Parameters<typeof connect.connect>) => {
          await connect.connect(...input);
          return { accounts: getAccounts() };
        },
      },
      'standard:disconnect': features['standard:disconnect'],
      'standard:events': {
        ...events,
        on: (event: 'change', listener: (changes: object) => void) =>
          events.on(event, () => listener({ accounts: getAccounts() })),
      },
      'solana:signIn': {
        ...signIn,
        signIn: async (...inputs: readonly SolanaSignInInput[]) => {
          const outputs = await signIn.signIn(...inputs);
          return outputs.map((output) => ({ ...output, account: show(output.account) }));
        },
      },
      'solana:signMessage': features['solana:signMessage'],
      // Without `mobile-wallet-standard:transact`, which wallets in their own browsers do not have.
      ...(signTransaction && {
        'solana:signTransaction': {
          ...signTransaction,
          signTransaction: async (...inputs: readonly SolanaSignTransactionInput[]) =>
            signTransaction.signTransaction(...onChain(inputs)),
        },
      }),
      'solana:signAndSendTransaction': {
        ...send,
        signAndSendTransaction: async (...inputs: readonly SolanaSignAndSendTransactionInput[]) =>
          send.signAndSendTransaction(...onChain(inputs)),
      },
    },
  };
}
