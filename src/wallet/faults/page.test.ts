import { describe, expect, it } from 'vitest';
import { CALLS } from './calls.test-support.js';
import { getBound, type Row } from './row.test-support.js';
import { ALL } from './rows.test-support.js';

const HEADS = ['what', 'call', 'over', 'outcome', 'within', 'afterwards'];

describe('the page of faults', () => {
  it('is that of the rows: renew it with `npx vitest run src/wallet/faults/page -u`', async () => {
    await expect(createPage()).toMatchFileSnapshot('../../../e2e/FAULTS.md');
  });

  it('has each row once', () => {
    const lines = ALL.map((row) => [row.where, ...getCells(row)].join());
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });
});

function createPage(): string {
  const places = [...new Set(ALL.map(({ where }) => where))];
  return [
    '# Faults',
    '',
    `What the wallet of this library does when the wallet app, or the way to it, misbehaves: ${ALL.length} faults, each a`,
    'test of [`src/wallet/faults`](../src/wallet/faults), from whose data this page is made. The [mock',
    'wallet](../mock/src/faults/fault.ts) misbehaves by its option `faults`, in memory or over a real WebSocket.',
    '',
    'An outcome is a result, an error code, or an error of the dapp’s own (of its `launch`, its `signal`) that comes back as it',
    'is. It must be there within the milliseconds named, from the call or, where something ends the waiting (“then …”), from',
    'then. After each fault both ends are closed, no timer, socket or listener is left, and the next call succeeds.',
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
