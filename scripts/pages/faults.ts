import { CALLS } from '../../test/faults/calls.js';
import type { RemoteRow } from '../../test/faults/remote/row.js';
import { ALL_REMOTE } from '../../test/faults/remote/rows.js';
import { getBound, type Row } from '../../test/faults/row.js';
import { ALL } from '../../test/faults/rows.js';
import { toTable } from './table.js';

const HEADS = ['fault', 'call', 'over', 'outcome', 'within, ms', 'afterwards'];
const REMOTE_HEADS = ['fault', 'call', 'outcome', 'within, ms', 'afterwards', 'next code'];

/** Returns the page that lists what the library does with each fault of a wallet or an intermediary. */
export function createFaultsPage(): string {
  return [
    '# Faults',
    '',
    'What this library’s wallet does when the wallet app, or what lies between, misbehaves:',
    `${ALL.length + ALL_REMOTE.length} faults. Each is a test of [\`test/faults\`](../../test/faults/rows.ts), whose data makes this page.`,
    'The [mock wallet](../../mock/src/wallet/faults/fault.ts) misbehaves by its option `faults`.',
    '',
    'The outcome is a result, an error code, or “own error”: an error of the dapp’s own `launch` or `signal`,',
    'which is thrown unchanged. On a calm machine it must come within the given milliseconds. They are counted',
    'from the call or, if something ends a wait (“then …”), from that event. After each fault both ends are',
    'closed, no timer, socket or listener is left, and the next call succeeds.',
    '',
    'A transaction that had left when the connection ended is `SUBMISSION_UNKNOWN`, whatever carried it.',
    '',
    `## A wallet app on this device: ${ALL.length} faults`,
    '',
    'In memory, or over a real WebSocket.',
    ...getSections(ALL, HEADS, getCells),
    '',
    `## A wallet on another device: ${ALL_REMOTE.length} faults`,
    '',
    'Over real WebSockets, through a [reflector](../../test/faults/remote/reflector.ts) or a [Nostr',
    'relay](../../test/faults/remote/relays.ts) that misbehaves. The last column says whether the next call shows',
    'a code, which is always a fresh one, and the reason that the user sees. Without a code, the session goes on.',
    ...getSections(ALL_REMOTE, REMOTE_HEADS, getRemoteCells),
    '',
  ].join('\n');
}

function getSections<TRow extends Readonly<{ where: string }>>(
  rows: readonly TRow[],
  heads: readonly string[],
  toCells: (row: TRow) => readonly string[],
): readonly string[] {
  const places = [...new Set(rows.map(({ where }) => where))];
  return places.flatMap((place) => [
    '',
    `### ${place[0]?.toUpperCase()}${place.slice(1)}`,
    '',
    ...toTable(heads, rows.filter(({ where }) => where === place).map(toCells)),
  ]);
}

function getCells(row: Row): readonly string[] {
  const { what, call, link = 'memory', outcome, connected } = row;
  return [what, CALLS[call].label, link, nameOutcome(outcome), `${getBound(row)}`, nameState(connected)];
}

function getRemoteCells(row: RemoteRow): readonly string[] {
  const { what, call, outcome, connected, next } = row;
  return [
    what,
    CALLS[call].label,
    nameOutcome(outcome),
    `${getBound(row)}`,
    nameState(connected),
    next ? `\`${next}\`` : 'none',
  ];
}

function nameOutcome(outcome: string): string {
  return /^[A-Z_]+$/.test(outcome) ? `\`${outcome}\`` : outcome;
}

function nameState(isConnected: boolean): string {
  return isConnected ? 'connected' : 'not connected';
}
