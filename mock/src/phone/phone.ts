import type { OpenAssociation } from '../sockets/associations.js';
import type { NewAccount } from '../wallet/accounts.js';
import type { Approve } from '../wallet/approval.js';
import type { MockWallet, MockWalletOptions } from '../wallet/mock-wallet.js';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.js';
import { createKeptWallet, type KeptWallet } from './kept-wallet.js';
import type { PhoneChain } from './phone-chain.js';
import type { PhoneMemory, PhoneStore } from './phone-store.js';
import type { WalletCommand, WalletHost } from './wallet-state.js';
import { createWalletWatch } from './wallet-watch.js';

/** What a phone is made of. */
export type PhoneOptions = Readonly<{
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
  /** Where accounts and settings are kept. */
  store: PhoneStore;
  /**
   * Handles an association URI as the phone does. Resolves once the wallet listens; closes it when `signal`
   * aborts.
   */
  openAssociation(
    wallet: MockWallet,
    uri: string,
    options: Readonly<{ signal: AbortSignal }>,
  ): Promise<OpenAssociation>;
}>;

/** A phone with a mock wallet. Runs in Node and in browsers. */
export type Phone = WalletHost &
  Readonly<{
    wallet: MockWallet;
    /** The wallet's requests for approval, by the id of the dapp page that opened the session. */
    desk: ApprovalDesk;
    /** Ends all sessions. */
    close(): void;
  }>;

/** What a command changes. */
type CommandContext = Readonly<{
  kept: KeptWallet;
  chain: PhoneChain;
  endSessions(reason: string): void;
  fund(): Promise<void>;
}>;

/** An association that is open or opening. */
type OpenLaunch = Readonly<{ page: string; controller: AbortController; opened: Promise<number> }>;

const DEFAULT_ACCOUNTS = [{ label: 'Main' }, { label: 'Savings' }] as const;

/** The commands after which a part has to be stored. */
const STORED: Readonly<Record<keyof PhoneMemory, readonly WalletCommand['type'][]>> = {
  accounts: ['add-account', 'rename-account', 'remove-account', 'grant-account', 'reset'],
  settings: ['change-settings', 'reset-settings', 'reset'],
};

/** Creates a phone with its wallet. */
export async function createPhone(options: PhoneOptions): Promise<Phone> {
  const { chain, airdrop = 0n, store, accounts = DEFAULT_ACCOUNTS } = options;
  const kept = await createKeptWallet({ ...options.wallet, chain }, accounts, store);
  const { wallet } = kept;
  const desk = createApprovalDesk(() => wallet.accounts, chain.airdrop !== undefined);
  const launches = new Map<string, OpenLaunch>();
  const getKey = (page: string, uri: string): string => `${page} ${uri}`;

  const open = async (page: string, uri: string, signal: AbortSignal): Promise<number> => {
    const session = desk.openSession(page);
    const end = (): void => {
      launches.delete(getKey(page, uri));
      session.close();
    };
    const approve: Approve =
      options.wallet?.approve ?? ((request, asked) => desk.ask(page, request, asked.signal));
    const attach: MockWallet['attach'] = (channel, request) => wallet.attach(channel, request, { approve });
    try {
      const association = await options.openAssociation({ ...wallet, attach }, uri, { signal });
      void association.ended.then(end);
      return session.launch;
    } catch (error) {
      end();
      throw error;
    }
  };

  const endSessions = (reason: string, page?: string): void => {
    for (const launch of launches.values()) {
      if (page === undefined || launch.page === page) launch.controller.abort(new Error(reason));
    }
  };

  const fund = async (): Promise<void> => {
    const [main] = wallet.accounts;
    if (!main || airdrop === 0n || (await chain.getBalance(main.address)) > 0n) return;
    await chain.airdrop?.(main.address, airdrop);
  };

  await fund();
  return {
    wallet,
    desk,
    watchApprovals: desk.watch,
    watchWallet: createWalletWatch(wallet, chain),
    async launch(page, uri) {
      const running = launches.get(getKey(page, uri));
      if (running) return running.opened;
      const controller = new AbortController();
      const opened = open(page, uri, controller.signal);
      launches.set(getKey(page, uri), { page, controller, opened });
      return opened;
    },
    async decide(page, id, decision) {
      desk.decide(page, id, decision);
    },
    leave: async (page) => endSessions('The user has left the wallet', page),
    run: createCommandRunner({ kept, chain, endSessions, fund }),
    close: () => endSessions('The phone was switched off'),
  };
}

/**
 * Creates the function that runs commands of the wallet's own screens. It rejects with the reason in one
 * sentence.
 */
function createCommandRunner({ kept, chain, endSessions, fund }: CommandContext): WalletHost['run'] {
  const { wallet } = kept;
  const run = async (command: WalletCommand): Promise<void> => {
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
      case 'reset':
        endSessions('The phone was reset');
        await chain.reset?.();
        await kept.replaceAccounts();
        wallet.revokeTokens();
        wallet.clearActivity();
        return fund();
    }
  };
  let last: Promise<void> = Promise.resolve();
  return (command) => {
    const parts = (['accounts', 'settings'] as const).filter((part) => STORED[part].includes(command.type));
    if (parts.length === 0) return run(command);
    // One after another, because a reset replaces the accounts in several steps.
    const done = last.then(async () => {
      await run(command);
      kept.save(parts);
    });
    last = done.catch(() => {});
    return done;
  };
}
