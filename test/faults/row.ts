import type { WalletAccount } from '@wallet-standard/base';
import type { Fault } from '../../mock/src/wallet/faults/fault.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import type { Dial } from '../../src/dapp/open/dial.js';
import type { Launch } from '../../src/dapp/open/launch.js';
import type { MobileWalletErrorCode } from '../../src/util/errors.js';
import { CALLS, type CallName } from './calls.js';
import type { Milestone } from './link.js';

/** How a call must end: with success, with an error code, or with the dapp's own error, unchanged. */
export type Outcome = 'success' | 'own error' | MobileWalletErrorCode;

/** One fault: where it happens, what it is, and how a call of the dapp must end with it. */
export type Row = Readonly<{
  where: string;
  what: string;
  call: CallName;
  outcome: Outcome;
  /** Whether the wallet has accounts afterwards. */
  connected: boolean;
  faults?: readonly Fault[];
  /** `socket` is a real WebSocket; `memory` by default. */
  link?: 'memory' | 'socket';
  phone?: MockWalletOptions;
  /** Replaces the options `launch` and `dial` during the fault. */
  launch?: Launch;
  dial?: (real: Dial) => Dial;
  /** What ends the call once it has reached a milestone, because nothing else would end it. */
  ends?: Readonly<{ by: 'disconnect' | 'abort'; at: Milestone; nth?: number }>;
  /**
   * Milliseconds until it must have settled: from then, by default {@link ENDED_BOUND}, or from the call, by
   * default {@link BOUND}.
   */
  within?: number;
  /** How long sessions stay open after their last call, in ms; 0 by default. */
  idleMs?: number;
  /** Where the wallet app is opened for the next call; `solana-wallet:/` by default. */
  base?: string;
  /** The user leaves the wallet app afterwards, because the app would not notice the end of the session. */
  isLeft?: boolean;
  /** What the error's context must hold. */
  context?: object;
  /** What the error must say. */
  message?: RegExp;
  /** How many sends the wallet must have received. */
  sends?: number;
  /** What the call's result must hold. */
  result?: object;
  /** What must be true of the first account. */
  isRight?(account: WalletAccount): boolean;
}>;

/** Milliseconds of a calm machine that are enough for a wallet that answers at once. */
export const BOUND = 5_000;

/** Milliseconds of a calm machine that are enough for a call that was aborted or disconnected. */
export const ENDED_BOUND = 1_000;

/** The error of the dapp's own `launch`, `dial` or signal. */
export const OWN_ERROR = new Error('the dapp’s own');

/** Milliseconds until a row's call must have settled. */
export function getBound({ within, ends }: Readonly<{ within?: number; ends?: unknown }>): number {
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
