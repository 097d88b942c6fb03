import type { NewAccount } from '../wallet/accounts.js';
import type { MockWallet, MockWalletOptions } from '../wallet/mock-wallet.js';
import type { DeskApp } from './approval-desk.js';
import { createKeptWallet, type KeptWallet } from './kept-wallet.js';
import type { PhoneChain } from './phone-chain.js';
import type { PhoneStore } from './phone-store.js';
import type { MockWalletApp } from './wallet-apps.js';
import type { WalletCommand } from './wallet-state.js';
import { createWalletWatch, type WalletWatch } from './wallet-watch.js';

/** What the wallet of a phone is made of. */
export type PhoneWalletOptions = Readonly<{
  /** The wallet's options. With `approve`, that decides instead of the user. */
  wallet?: Omit<MockWalletOptions, 'accounts' | 'chain'>;
  /**
   * The accounts of a new phone; "Main" and "Savings" by default. One without a seed gets a random one, which
   * the phone keeps.
   */
  accounts?: readonly NewAccount[] | undefined;
  /**
   * What the first account gets from the chain's faucet when the phone starts or is reset, if it has nothing;
   * by default nothing.
   */
  airdrop?: bigint | undefined;
  chain: PhoneChain;
}>;

/** The wallet of one of the phone's apps. */
export type PhoneWallet = WalletWatch &
  Readonly<{
    androidPackage: string;
    kept: KeptWallet;
    wallet: MockWallet;
    /** The app at the desk. */
    app: DeskApp;
    /** Gives the first account what a new phone has, if it has nothing. */
    fund(): Promise<void>;
    /** Runs a command of the screens. */
    run(command: OwnCommand): void | Promise<void>;
  }>;

/** The commands that concern one wallet. The others are the phone's. */
export type OwnCommand = Exclude<
  WalletCommand,
  { type: 'reset' | 'show-app' | 'change-app' | 'clear-default-app' }
>;

const DEFAULT_ACCOUNTS = [{ label: 'Main' }, { label: 'Savings' }] as const;

/** Creates the wallet of an app, with `options` and the app's own. */
export async function createPhoneWallet(
  { name, androidPackage, accounts, settings }: MockWalletApp,
  options: PhoneWalletOptions,
  store: PhoneStore,
): Promise<PhoneWallet> {
  const { chain, airdrop = 0n } = options;
  const kept = await createKeptWallet(
    { ...options.wallet, ...(settings && { settings }), chain },
    accounts ?? options.accounts ?? DEFAULT_ACCOUNTS,
    store,
  );
  const { wallet } = kept;
  const fund = async (): Promise<void> => {
    const [main] = wallet.accounts;
    if (!main || airdrop === 0n || (await chain.getBalance(main.address)) > 0n) return;
    await chain.airdrop?.(main.address, airdrop);
  };
  const run: PhoneWallet['run'] = (command) => {
    switch (command.type) {
      case 'add-account':
        return kept.addAccount(command);
      case 'rename-account':
        return wallet.renameAccount(command.address, command.label);
      case 'remove-account':
        return wallet.removeAccount(command.address);
      case 'grant-account':
        return wallet.setGranted(command.address, command.isGranted);
      case 'airdrop':
        if (!chain.airdrop) throw new Error('This chain gives away nothing.');
        return chain.airdrop(command.address, command.lamports);
      case 'revoke-app':
        return wallet.revokeApp(command.id);
      case 'revoke-all-apps':
        return wallet.revokeTokens();
      case 'clear-activity':
        return wallet.clearActivity();
      case 'change-settings':
        return wallet.changeSettings(command.changes);
      case 'reset-settings':
        return kept.resetSettings();
    }
  };
  await fund();
  const app: DeskApp = { name, getAccounts: () => wallet.accounts };
  return { androidPackage, kept, wallet, app, ...createWalletWatch(wallet, chain), fund, run };
}
