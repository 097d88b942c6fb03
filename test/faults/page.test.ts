import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.js';
import type { RemoteRow } from './remote/row.js';
import { ALL_REMOTE } from './remote/rows.js';
import { getBound, type Row } from './row.js';
import { ALL } from './rows.js';

const HEADS = ['fault', 'call', 'over', 'outcome', 'within, ms', 'afterwards'];
const REMOTE_HEADS = ['fault', 'call', 'outcome', 'within, ms', 'afterwards', 'next code'];

describe('the page of faults', () => {
  it('matches the data: update it with `npx vitest run test/faults/page -u`', async () => {
    await expect(createPage()).toMatchFileSnapshot('../../e2e/FAULTS.md');
  });

  it('has no row twice', () => {
    const lines = [
      ...ALL.map((row) => [row.where, ...getCells(row)].join()),
      ...ALL_REMOTE.map((row) => [row.where, ...getRemoteCells(row)].join()),
    ];
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });
});

function createPage(): string {
  return [
    '# Faults',
    '',
    `What this library’s wallet does when the wallet app, or what lies between, misbehaves: ${ALL.length + ALL_REMOTE.length} faults. Each is a`,
    'test of [`test/faults`](../test/faults), whose data generates this page. The [mock',
    'wallet](../mock/src/wallet/faults/fault.ts) misbehaves by its option `faults`.',
    '',
    'The outcome is a result, an error code, or “own error”: an error of the dapp’s own `launch` or `signal`, which is thrown',
    'unchanged. On a calm machine it must come within the given milliseconds, counted from the call or, if something ends a',
    'wait (“then …”), from that event. After each fault both ends are closed, no timer, socket or listener is left, and the next call succeeds.',
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
    'Over real WebSockets, through a [reflector](../test/faults/remote/reflector.ts) or a [Nostr',
    'relay](../test/faults/remote/relays.ts) that misbehaves. The last column says whether the next call shows a code, which is',
    'always a fresh one, and the reason that the user sees. Without a code, the session goes on.',
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
  return places.flatMap((place) => {
    const cells = rows.filter(({ where }) => where === place).map(toCells);
    const table = [heads, heads.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`);
    return ['', `### ${place[0]?.toUpperCase()}${place.slice(1)}`, '', ...table];
  });
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
