/** How a session with a wallet on another device may fail, with the outcome that the dapp must see. */
const FAULTS = {
  /** While the wallet asks the user, it leaves the reflector, or the relay drops the connections. */
  lost: 'SESSION_CLOSED',
  /** The user refuses. */
  rejected: 'USER_REJECTED',
  /** The user cancels instead of scanning the code. */
  cancelled: 'USER_CANCELLED',
} as const;
type Fault = keyof typeof FAULTS;

/** One session: where the wallet is met, and how it fails. */
export type RemoteJob = Readonly<{
  type: 'reflector' | 'nostr';
  fault: Fault | undefined;
  outcome: string;
}>;

const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/**
 * Returns the session with this number, from 0. Half are of each type, and one of ten fails: never the last,
 * because what is kept of the latest session, which is compared, depends on how that ended.
 */
export function getRemoteJob(number: number): RemoteJob {
  const round = Math.floor(number / 10);
  const type = (number + round) % 2 === 0 ? 'reflector' : 'nostr';
  const fault = number % 10 === 4 ? FAULT_NAMES[Math.floor(round / 2) % FAULT_NAMES.length] : undefined;
  return { type, fault, outcome: fault ? FAULTS[fault] : 'ok' };
}
