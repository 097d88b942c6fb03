import type { OpenAssociation } from '../sockets/associations.js';
import type { Approve } from '../wallet/approval.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.js';
import { createFinishingApps } from './finishing-apps.js';
import type { PhoneMemory, PhoneStore } from './phone-store.js';
import { createPhoneWallet, type PhoneWallet, type PhoneWalletOptions } from './phone-wallet.js';
import { assertWalletApps, createWalletApps, MOCK_WALLET_APPS, type MockWalletApp } from './wallet-apps.js';
import type { WalletCommand, WalletHost, WalletState } from './wallet-state.js';

/** What a phone is made of. */
export type PhoneOptions = PhoneWalletOptions &
  Readonly<{
    /**
     * The wallet apps of the phone, which has several then. The first is the wallet of the other options. By
     * default it has one app, and {@link MOCK_WALLET_APPS} with the setting `phone: 'android-apps'`.
     */
    walletApps?: readonly MockWalletApp[] | undefined;
    /** Where accounts and settings are kept. */
    store: PhoneStore;
    /** Opens where those of another wallet app than the first are kept. */
    openStore(androidPackage: string): PhoneStore;
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
    /** The wallet of the first app. */
    wallet: MockWallet;
    /** The wallets' requests for approval, by the id of the dapp page that opened the session. */
    desk: ApprovalDesk;
    /** Returns the wallet of the app that is shown. */
    getShownWallet(): MockWallet;
    /** Resolves with the wallet's state once the chain has said what its accounts hold now. */
    readWallet(): Promise<WalletState>;
    /** Ends all sessions. */
    close(): void;
  }>;

/** An association that is open or opening. */
type OpenLaunch = Readonly<{ page: string; controller: AbortController; opened: Promise<number> }>;

/** The commands after which a part has to be stored. */
const STORED: Readonly<Record<keyof PhoneMemory, readonly WalletCommand['type'][]>> = {
  accounts: ['add-account', 'rename-account', 'remove-account', 'grant-account', 'reset'],
  settings: ['change-settings', 'reset-settings', 'reset'],
  apps: ['change-app', 'clear-default-app', 'reset'],
};

/** Creates a phone with its wallet. */
export async function createPhone(options: PhoneOptions): Promise<Phone> {
  const { chain, store, walletApps } = options;
  const list = walletApps ?? MOCK_WALLET_APPS;
  assertWalletApps(list);
  const [firstApp] = list;
  const phone = walletApps && { phone: 'android-apps' as const };
  const first = await createPhoneWallet(
    firstApp,
    { ...options, wallet: { ...phone, ...options.wallet } },
    store,
  );
  const { wallet } = first;
  const hasSeveral = (): boolean => wallet.getSettings().phone === 'android-apps';
  const appsFrom = JSON.stringify(
    list.map(({ name, androidPackage, state }) => ({ name, androidPackage, state })),
  );
  const { apps: memory } = store.load();
  const apps = createWalletApps(list, hasSeveral, memory?.from === appsFrom ? memory : undefined);
  const saveApps = (): void => store.save({ apps: { from: appsFrom, ...apps.getMemory() } });

  // Most phones never open the others.
  const opened = new Map([[firstApp.androidPackage, Promise.resolve(first)]]);
  const openWallet = async (androidPackage: string): Promise<PhoneWallet> => {
    const app = apps.getApps().find((each) => each.androidPackage === androidPackage);
    const described = list.find((each) => each.androidPackage === androidPackage);
    if (!described || !app || app.state === 'missing') {
      throw new RangeError(`The phone has no app ${androidPackage}.`);
    }
    if (app.state === 'silent') throw new Error(`${app.name} does not answer.`);
    const { approve, onRequest, onReply } = options.wallet ?? {};
    const own = {
      ...(approve && { approve }),
      ...(onRequest && { onRequest }),
      ...(onReply && { onReply }),
    };
    const { airdrop } = options;
    const open =
      opened.get(androidPackage) ??
      createPhoneWallet(described, { wallet: own, airdrop, chain }, options.openStore(androidPackage));
    opened.set(androidPackage, open);
    return open;
  };

  let lastShown = first;
  const getShown = (): PhoneWallet => (hasSeveral() ? lastShown : first);
  const watching = new Set<() => void>();
  const notify = (): void => {
    for (const follow of watching) follow();
  };
  const show = (shown: PhoneWallet): void => {
    if (lastShown === shown) return;
    lastShown = shown;
    notify();
  };
  /** Adds what is the phone's. */
  const withPhone = (state: WalletState): WalletState => ({
    ...state,
    settings: { ...state.settings, phone: wallet.getSettings().phone },
    ...(hasSeveral() && {
      walletApps: {
        apps: apps.getApps(),
        shown: getShown().androidPackage,
        defaultApp: apps.getDefault(),
      },
    }),
  });
  const watchWallet: WalletHost['watchWallet'] = (listener, onLost) => {
    let stop = (): void => {};
    const follow = (): void => {
      stop();
      stop = getShown().watch((state) => listener(withPhone(state)), onLost);
    };
    watching.add(follow);
    follow();
    return () => {
      watching.delete(follow);
      stop();
    };
  };

  const desk = createApprovalDesk(first.app, chain.airdrop !== undefined);
  const launches = new Map<string, OpenLaunch>();
  const finishing = createFinishingApps();
  const getKey = (page: string, uri: string): string => `${page} ${uri}`;
  const open = async (
    page: string,
    uri: string,
    androidPackage: string,
    signal: AbortSignal,
  ): Promise<number> => {
    const end = (): void => void launches.delete(getKey(page, uri));
    try {
      const asking = await openWallet(androidPackage);
      if (finishing.isFinishing(asking.wallet)) throw new Error('The app is about to finish.');
      show(asking);
      const session = desk.openSession(page, asking.app);
      const approve: Approve =
        options.wallet?.approve ?? ((request, asked) => desk.ask(page, request, asked.signal, asking.app));
      const attach: MockWallet['attach'] = (channel, request) =>
        asking.wallet.attach(channel, request, { approve });
      const association = await options
        .openAssociation({ ...asking.wallet, attach }, uri, { signal })
        .catch((error: unknown) => {
          session.close();
          throw error;
        });
      finishing.follow(asking.wallet, association);
      void association.ended.then(() => {
        end();
        session.close();
      });
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

  /** Runs a command, and returns the wallets that it has changed. */
  const change = async (command: WalletCommand): Promise<readonly PhoneWallet[]> => {
    const shown = getShown();
    switch (command.type) {
      case 'show-app':
        show(await openWallet(command.androidPackage));
        return [];
      case 'change-app':
        apps.setState(command.androidPackage, command.state);
        if (command.state !== 'works' && command.androidPackage === shown.androidPackage) lastShown = first;
        notify();
        return [];
      case 'clear-default-app':
        apps.clearDefault();
        notify();
        return [];
      case 'change-settings': {
        const { phone: kind, ...changes } = command.changes;
        await shown.run({ ...command, changes });
        // Which phone it is, the first wallet keeps.
        if (kind !== undefined) {
          wallet.changeSettings({ phone: kind });
          notify();
        }
        return [...new Set([shown, first])];
      }
      case 'reset': {
        endSessions('The phone was reset');
        await chain.reset?.();
        apps.reset();
        lastShown = first;
        const all = await Promise.all(opened.values());
        for (const each of all) {
          await each.kept.replaceAccounts();
          each.wallet.revokeTokens();
          each.wallet.clearActivity();
          each.wallet.forgetAnswers();
          if (command.hasSettings) each.kept.resetSettings();
          await each.fund();
        }
        notify();
        return all;
      }
      default:
        await shown.run(command);
        return [shown];
    }
  };
  let last: Promise<void> = Promise.resolve();
  const run: WalletHost['run'] = (command) => {
    const parts = (['accounts', 'settings'] as const).filter((part) => STORED[part].includes(command.type));
    const hasApps = STORED.apps.includes(command.type);
    const work = async (): Promise<void> => {
      const changed = await change(command);
      if (parts.length > 0) for (const { kept } of changed) kept.save(parts);
      if (hasApps) saveApps();
    };
    if (parts.length === 0 && !hasApps) return work();
    // One after another, because a reset replaces the accounts in several steps.
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };

  return {
    wallet,
    desk,
    getShownWallet: () => getShown().wallet,
    readWallet: async () => withPhone(await getShown().read()),
    watchApprovals: desk.watch,
    watchWallet,
    async findApp(address, choice) {
      const target = apps.find(address, choice);
      if (choice?.isAlways) {
        saveApps();
        notify();
      }
      return target;
    },
    async launch(page, uri, androidPackage = getShown().androidPackage) {
      const running = launches.get(getKey(page, uri));
      if (running) return running.opened;
      const controller = new AbortController();
      const opening = open(page, uri, androidPackage, controller.signal);
      launches.set(getKey(page, uri), { page, controller, opened: opening });
      return opening;
    },
    async decide(page, id, decision) {
      desk.decide(page, id, decision);
    },
    leave: async (page) => endSessions('The user has left the wallet', page),
    run,
    close: () => endSessions('The phone was switched off'),
  };
}
