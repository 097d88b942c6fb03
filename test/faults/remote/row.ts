import type { RequestMethod } from '../../../mock/src/wallet/faults/fault.js';
import type { MockWalletOptions } from '../../../mock/src/wallet/mock-wallet.js';
import type { ProgressState } from '../../../src/dapp/open/progress.js';
import type { ScanReason, ShowQrCode } from '../../../src/dapp/open/session-ui.js';
import type { Remote } from '../../../src/protocol/remote-option.js';
import { CALLS } from '../calls.js';
import type { Row } from '../row.js';
import type { CarryAny } from './carry.js';
import type { Phone } from './phone.js';
import type { ReflectorFault } from './reflector.js';
import type { RelayFault } from './relays.js';

/**
 * How far a dapp's call has come: to a state of the session, to a message that reached the intermediary, or
 * to a request that reached the wallet.
 */
export type RemoteMilestone = ProgressState | 'carried' | RequestMethod;

/** A code that is shown. */
export type Code = Parameters<ShowQrCode>[0];

type Common = Pick<
  Row,
  | 'where'
  | 'what'
  | 'call'
  | 'outcome'
  | 'connected'
  | 'faults'
  | 'phone'
  | 'within'
  | 'context'
  | 'result'
  | 'isLeft'
>;

/** One fault of a session with a wallet on another device. */
export type RemoteRow = Common &
  Readonly<{
    /** Why the next call shows a code; absent if it shows none, because the session goes on. */
    next?: ScanReason;
    /** How many codes the call shows; by default none if the session is open already, otherwise one. */
    codes?: number;
    /** What ends the call, also by Cancel under the code, once it has reached a milestone. */
    ends?: Readonly<{ by: 'disconnect' | 'abort' | 'cancel'; at: RemoteMilestone }>;
    /**
     * The dapp's request with which the fault of what lies between begins, because others precede it; by
     * default it begins with the call.
     */
    since?: RequestMethod;
    /** How long sessions stay open without a call, in ms; by default longer than the row takes. */
    idleMs?: number;
    /** What the person with the wallet does with a code; by default scans it. */
    onCode?(code: Code, phone: Phone, count: number): void;
    /** The wallet that the person uses during the fault; by default the same as before and after it. */
    other?: MockWalletOptions;
    /** Where a wallet is met during the fault, for calls of the session API. */
    remote?: (remote: Remote) => Remote | Promise<Remote>;
  }> &
  (
    | Readonly<{ by: 'reflector'; reflector?: ReflectorFault; subprotocol?: 'binary' | 'base64' }>
    | Readonly<{ by: 'nostr'; relays?: readonly RelayFault[] }>
  );

/** The members that a row has whatever carries its messages. */
export type EitherRow = Omit<Common, 'where'> &
  Pick<RemoteRow, 'next' | 'codes' | 'ends' | 'since' | 'idleMs' | 'onCode' | 'other'> &
  Readonly<{
    carry?: () => CarryAny;
    /** What differs over Nostr. */
    overNostr?: Pick<RemoteRow, 'next' | 'result'>;
  }>;

/** Names a remote row within its place. */
export function getRemoteRowName({ what, call, outcome }: RemoteRow): string {
  return `${what}, ${CALLS[call].label} → ${outcome}`;
}

type ReflectorRow = Extract<RemoteRow, { by: 'reflector' }>;
type NostrRow = Extract<RemoteRow, { by: 'nostr' }>;

/** Gives rows of the reflector a place. */
export function reflectorRows(
  where: string,
  rows: readonly Omit<ReflectorRow, 'where' | 'by'>[],
): readonly RemoteRow[] {
  return rows.map((row) => ({ by: 'reflector', where: `through a reflector: ${where}`, ...row }));
}

/** Gives rows of relays a place. */
export function nostrRows(
  where: string,
  rows: readonly Omit<NostrRow, 'where' | 'by'>[],
): readonly RemoteRow[] {
  return rows.map((row) => ({ by: 'nostr', where: `over Nostr: ${where}`, ...row }));
}

/** Makes rows of faults that both a reflector and a relay can have. */
export function bothRows(where: string, rows: readonly EitherRow[]): readonly RemoteRow[] {
  return [
    ...reflectorRows(
      where,
      rows.map(({ carry, overNostr: _, ...row }) => ({
        ...row,
        ...(carry && { reflector: { carry: carry() } }),
      })),
    ),
    ...nostrRows(
      where,
      rows.map(({ carry, overNostr, ...row }) => ({
        ...row,
        ...overNostr,
        ...(carry && { relays: [{ carry: carry() }] }),
      })),
    ),
  ];
}
