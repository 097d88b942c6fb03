import { getErrorMessage } from '../../explain/foreign.js';
import type { OpenAssociation } from '../../sockets/associations.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';
import type { LaunchEntry } from './explain-waiting.js';

/** What is known of a launch besides its URI. */
export type LaunchDetails = Pick<LaunchEntry, 'androidPackage' | 'chooser' | 'refusal'>;

/** The launches of a phone. */
export type LaunchLog = Readonly<{
  /** The last 200, oldest first. */
  launches: readonly LaunchEntry[];
  /** Returns the requests of a wallet, and of the phone's other apps that were opened, oldest first. */
  getRequests(wallet: MockWallet): readonly ActivityEntry[];
  /**
   * Notes a launch, and opens its association. `open` gets the wallet, which then notes a connection; its
   * error is noted, too.
   */
  open(
    uri: string,
    wallet: MockWallet,
    open: (noting: MockWallet) => Promise<OpenAssociation>,
    details?: LaunchDetails,
  ): Promise<OpenAssociation>;
  /** Notes a launch to which no wallet answers. */
  note(uri: string, details?: LaunchDetails): void;
  /** Forgets all launches. */
  clear(): void;
}>;

/** Keeps the log of a server that runs for days small. */
const MAX_LAUNCHES = 200;

/** Creates an empty {@link LaunchLog}. */
export function createLaunchLog(): LaunchLog {
  const launches: { -readonly [Key in keyof LaunchEntry]: LaunchEntry[Key] }[] = [];
  const opened = new Set<MockWallet['getActivity']>();
  const add = (uri: string, details: LaunchDetails): (typeof launches)[number] => {
    const launch = { uri, at: Date.now(), isConnected: false, ...details };
    if (launches.push(launch) > MAX_LAUNCHES) launches.shift();
    return launch;
  };
  return {
    launches,
    getRequests: ({ getActivity }) =>
      [...new Set([...opened, getActivity])]
        .flatMap((getEntries) => getEntries())
        .sort((one, other) => one.at - other.at),
    open(uri, wallet, open, details = {}) {
      const launch = add(uri, details);
      opened.add(wallet.getActivity);
      const attach: MockWallet['attach'] = (...session) => {
        launch.isConnected = true;
        return wallet.attach(...session);
      };
      return open({ ...wallet, attach }).catch((error: unknown) => {
        launch.refusal = getErrorMessage(error);
        throw error;
      });
    },
    note: (uri, details = {}) => void add(uri, details),
    clear() {
      launches.length = 0;
      opened.clear();
    },
  };
}
