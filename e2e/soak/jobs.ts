/** How a session may fail, with the outcome that the dapp must see. */
const FAULTS = {
  /** The wallet closes the socket while it asks the user. */
  closed: 'SESSION_CLOSED',
  /** The user refuses. */
  rejected: 'USER_REJECTED',
  /** The dapp's signal aborts while the wallet asks the user. */
  aborted: 'aborted',
  /** The dapp's callback throws. */
  thrown: 'thrown',
} as const;
type Fault = keyof typeof FAULTS;

/** One session: by the Wallet Standard wallet or by the raw `transact`, and how it fails. */
export type Job = Readonly<{ api: 'standard' | 'raw'; fault: Fault | undefined; outcome: string }>;

const FAULTS_OF: Readonly<Record<Job['api'], readonly Fault[]>> = {
  standard: ['closed', 'rejected'],
  raw: ['closed', 'rejected', 'aborted', 'thrown'],
};

/**
 * Returns the session with this number, from 0. Every tenth fails. The page and the test count in the same
 * way.
 */
export function getJob(number: number): Job {
  const round = Math.floor(number / 10);
  const api = (number + round) % 2 === 0 ? 'standard' : 'raw';
  const faults = FAULTS_OF[api];
  const fault = number % 10 === 9 ? faults[Math.floor(round / 2) % faults.length] : undefined;
  return { api, fault, outcome: fault ? FAULTS[fault] : 'ok' };
}
