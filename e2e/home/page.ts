import type { WalletCommand, WalletHost, WalletState } from '../../mock/src/phone/wallet-state.js';
import { showHome } from '../../mock/src/screens/home/main.js';
import { createSigner } from '../../mock/src/wallet/accounts.js';
import { DEFAULT_SETTINGS } from '../../mock/src/wallet/settings.js';
import { changeSettings } from '../../mock/src/wallet/state/change-settings.js';
import { createAccount, FRESH, USED } from './sample.js';

/** What a test can do to the wallet behind the page. */
export type HomeTest = Readonly<{
  commands: WalletCommand[];
  /** Changes the state as if something had happened in the wallet. */
  change(changes: Partial<WalletState>): void;
  getState(): WalletState;
  /** The reason why the wallet refuses the next command. */
  refuseNext(reason: string): void;
  /** Ends the connection to the wallet. */
  lose(): void;
}>;

// The wallet's screens over a wallet that only has a state. The fragment `fresh` is a wallet that nobody has
// used.
let state: WalletState = location.hash === '#fresh' ? FRESH : USED;
let refusal: string | undefined;
const commands: WalletCommand[] = [];
const listeners = new Map<(next: WalletState) => void, () => void>();

function change(changes: Partial<WalletState>): void {
  state = { ...state, ...changes };
  for (const listener of listeners.keys()) listener(state);
}

async function run(command: WalletCommand): Promise<void> {
  commands.push(command);
  const reason = refusal;
  refusal = undefined;
  if (reason !== undefined) throw new Error(reason);
  change(await getChanges(command));
}

async function getChanges(command: WalletCommand): Promise<Partial<WalletState>> {
  const { accounts, apps, settings } = state;
  const withAccount = (address: string, changes: object): Partial<WalletState> => ({
    accounts: accounts.map((account) => (account.address === address ? { ...account, ...changes } : account)),
  });
  switch (command.type) {
    case 'add-account': {
      const seed = command.seed ?? crypto.getRandomValues(new Uint8Array(32));
      const { account } = await createSigner(seed, '');
      const label = command.label ?? `Account ${accounts.length + 1}`;
      return { accounts: [...accounts, createAccount(account.address, label)] };
    }
    case 'rename-account':
      return withAccount(command.address, { label: command.label });
    case 'remove-account':
      return { accounts: accounts.filter(({ address }) => address !== command.address) };
    case 'grant-account':
      return withAccount(command.address, { isGranted: command.isGranted });
    case 'airdrop': {
      const account = accounts.find(({ address }) => address === command.address);
      return withAccount(command.address, { balance: (account?.balance ?? 0n) + command.lamports });
    }
    case 'revoke-app':
      return { apps: apps.filter(({ id }) => id !== command.id) };
    case 'revoke-all-apps':
      return { apps: [] };
    case 'clear-activity':
      return { activity: [] };
    case 'change-settings':
      return { settings: changeSettings(settings, command.changes) };
    case 'reset-settings':
      return { settings: DEFAULT_SETTINGS };
    case 'show-app':
      return { walletApps: { apps: [], ...state.walletApps, shown: command.androidPackage } };
    case 'change-app':
    case 'clear-default-app': {
      const { apps: list = [], shown = '' } = state.walletApps ?? {};
      return {
        walletApps: {
          shown,
          apps: list.map((app) =>
            command.type === 'change-app' && app.androidPackage === command.androidPackage
              ? { ...app, state: command.state }
              : app,
          ),
        },
      };
    }
    case 'reset':
      return { ...FRESH, settings };
  }
}

const host: WalletHost = {
  watchWallet(listener, onLost) {
    listeners.set(listener, onLost);
    listener(state);
    return () => void listeners.delete(listener);
  },
  run,
  watchApprovals: () => () => {},
  findApp: async () => ({ type: 'nothing' }),
  launch: async () => 1,
  decide: async () => {},
  leave: async () => {},
};

const homeTest: HomeTest = {
  commands,
  change,
  getState: () => state,
  refuseNext(reason) {
    refusal = reason;
  },
  lose() {
    for (const onLost of listeners.values()) onLost();
  },
};
Object.assign(window, { homeTest });
showHome(host);
