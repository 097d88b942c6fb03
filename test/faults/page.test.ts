import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.js';
import { getBound, type Row } from './row.js';
import { ALL } from './rows.js';

const HEADS = ['fault', 'call', 'over', 'outcome', 'within, ms', 'afterwards'];

describe('the page of faults', () => {
  it('matches the data: update it with `npx vitest run test/faults/page -u`', async () => {
    await expect(createPage()).toMatchFileSnapshot('../../e2e/FAULTS.md');
  });

  it('has no row twice', () => {
    const lines = ALL.map((row) => [row.where, ...getCells(row)].join());
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });
});

function createPage(): string {
  const places = [...new Set(ALL.map(({ where }) => where))];
  return [
    '# Faults',
    '',
    `What this library’s wallet does when the wallet app or the connection to it misbehaves: ${ALL.length} faults. Each is a`,
    'test of [`test/faults`](../test/faults), whose data generates this page. The [mock',
    'wallet](../mock/src/faults/fault.ts) misbehaves by its option `faults`, in memory or over a real WebSocket.',
    '',
    'The outcome is a result, an error code, or “own error”: an error of the dapp’s own `launch` or `signal`, which is thrown',
    'unchanged. It must come within the given milliseconds, counted from the call or, if something ends a wait (“then …”),',
    'from that event. After each fault both ends are closed, no timer, socket or listener is left, and the next call succeeds.',
    ...places.flatMap((place) => [
      '',
      `## ${place[0]?.toUpperCase()}${place.slice(1)}`,
      '',
      ...getTable(ALL.filter(({ where }) => where === place)),
    ]),
    '',
  ].join('\n');
}

function getTable(rows: readonly Row[]): readonly string[] {
  const lines = [HEADS, HEADS.map(() => '---'), ...rows.map(getCells)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`);
}

function getCells(row: Row): readonly string[] {
  const { what, call, link = 'memory', outcome, connected } = row;
  const named = /^[A-Z_]+$/.test(outcome) ? `\`${outcome}\`` : outcome;
  return [
    what,
    CALLS[call].label,
    link,
    named,
    `${getBound(row)}`,
    connected ? 'connected' : 'not connected',
  ];
}
