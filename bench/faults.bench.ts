import { test } from '@playwright/test';
import { useResource } from '../e2e/bundle.js';
import { say } from '../scripts/process.mjs';
import type { Release } from './dapp.js';
import { FAULTS, measureFault, openBench, serveFaults, type Verdict } from './faults/run.js';
import { describeVersions, formatTable, NEXT_SESSION_PEER, SESSION_PEER, writeSection } from './report.js';

/**
 * Several at the same time, because they mostly wait for calls that hang. With eight, a busy machine lets
 * calls time out that do not hang.
 */
const BENCHES = 4;
const RELEASES: readonly Release[] = ['peer', 'next', 'own'];

const site = useResource(serveFaults);

test('calls that meet a fault', async ({ browser }) => {
  test.setTimeout(900_000);
  const verdicts = new Map<string, Verdict>();
  const queue = FAULTS.flatMap((row) => RELEASES.map((library) => ({ row, library })));
  const work = async (): Promise<void> => {
    const bench = await openBench(browser, site);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { row, library } = next;
      const first = await measureFault(bench, site, library, row);
      // Try again, because the call may only have been slow while the machine ran the others.
      const { verdict, outcome } =
        first.verdict === 'hangs' ? await measureFault(bench, site, library, row) : first;
      verdicts.set(getKey(library, FAULTS.indexOf(row)), verdict);
      if (verdict !== 'right') say(`${row.where}: ${row.what}: ${library} ${verdict} (${outcome})`);
    }
    await bench.context.close();
    await bench.wallet.close();
  };
  await Promise.all(Array.from({ length: BENCHES }, work));

  const count = (where?: string): readonly string[] => {
    const rows = FAULTS.flatMap((row, index) => (where === undefined || row.where === where ? [index] : []));
    const counts = RELEASES.flatMap((library) => {
      const found = rows.map((index) => verdicts.get(getKey(library, index)));
      const right = found.filter((verdict) => verdict === 'right').length;
      const hangs = found.filter((verdict) => verdict === 'hangs').length;
      return [right, hangs];
    });
    return [rows.length, ...counts].map(String);
  };
  const heads = ['peer', 'next', 'ours'].flatMap((who) => [`${who}: right`, `${who}: hangs`]);
  const places = [...new Set(FAULTS.map(({ where }) => where))];
  const table = formatTable(
    ['where', 'faults', ...heads],
    [...places.map((where) => [where, ...count(where)]), ['all', ...count()]],
  );
  const versions = describeVersions(browser.version(), SESSION_PEER, NEXT_SESSION_PEER);
  const section = `${table}\n\n${versions}`;
  writeSection('faults', section);
  say(`\n${section}`);
});

function getKey(library: Release, index: number): string {
  return `${library} ${index}`;
}
