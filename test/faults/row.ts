import type { WalletAccount } from '@wallet-standard/base';
import type { Fault } from '../../mock/src/faults/fault.js';
import type { MockWalletOptions } from '../../mock/src/mock-wallet.js';
import type { Dial } from '../../src/dapp/dial.js';
import type { Launch } from '../../src/dapp/launch.js';
import type { MobileWalletErrorCode } from '../../src/errors.js';
import { CALLS, type CallName } from './calls.js';
import type { Milestone } from './link.js';

/** How a call must end: well, by a code, or by an error that is the dapp's own and comes back as it is. */
export type Outcome = 'success' | 'own error' | MobileWalletErrorCode;

/** One fault: where and what, and how a call of the dapp must fare with it. */
export type Row = Readonly<{
  where: string;
  what: string;
  call: CallName;
  outcome: Outcome;
  /** Whether the wallet has accounts then. */
  connected: boolean;
  faults?: readonly Fault[];
  /** `socket` is a real WebSocket; `memory` by default. */
  link?: 'memory' | 'socket';
  phone?: MockWalletOptions;
  /** Takes the place of the seams while the fault lasts. */
  launch?: Launch;
  dial?: (real: Dial) => Dial;
  /** What ends the waiting, as nothing else does, once the call has come so far. */
  ends?: Readonly<{ by: 'disconnect' | 'abort'; at: Milestone; nth?: number }>;
  /**
   * Milliseconds until it must have settled: from then, by default {@link ENDED_BOUND}, or from the call, by default
   * {@link BOUND}.
   */
  within?: number;
  /** How long sessions stay open after their last call, in ms; 0 by default. */
  linger?: number;
  /** Where the wallet app is opened for the next call; `solana-wallet:/` by default. */
  base?: string;
  /** The person leaves the wallet app then: it would not notice the end of the session. */
  isLeft?: boolean;
  /** What the error's context must hold. */
  context?: object;
  /** What the call's result must hold. */
  result?: object;
  /** What must be true of the first account. */
  isRight?(account: WalletAccount): boolean;
}>;

/** Long for a wallet that answers at once, on a busy machine. */
export const BOUND = 2_000;

/** What is told to end has nothing to wait for. */
export const ENDED_BOUND = 1_000;

/** The error of a dapp's own seam or signal. */
export const OWN_ERROR = new Error('the dapp’s own');

/** Milliseconds until a row's call must have settled. */
export function getBound({ within, ends }: Row): number {
  return within ?? (ends ? ENDED_BOUND : BOUND);
}

/** Names a row within its place. */
export function getRowName({ what, call, link = 'memory', outcome }: Row): string {
  return `${what}, ${CALLS[call].label} (${link}) → ${outcome}`;
}

/** Gives rows a place. */
export function rowsAt(where: string, rows: readonly Omit<Row, 'where'>[]): readonly Row[] {
  return rows.map((row) => ({ where, ...row }));
}
