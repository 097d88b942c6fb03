import { test } from '@playwright/test';
import { useResource } from '../e2e/bundle.js';
import { say } from '../scripts/process.mjs';
import type { Release } from './dapp.js';
import { FAULTS, measureFault, openBench, serveFaults, VERDICTS, type Verdict } from './faults/run.js';
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

  const count = (library: Release, verdict: Verdict, where?: string): string =>
    String(
      FAULTS.filter(
        (row, index) =>
          (where === undefined || row.where === where) && verdicts.get(getKey(library, index)) === verdict,
      ).length,
    );
  const places = [...new Set(FAULTS.map(({ where }) => where))];
  const tables = RELEASES.map((library) => {
    // The peer has no column for another code, because any of its codes is right.
    const columns = VERDICTS.filter((verdict) => library === 'own' || verdict !== 'another code');
    const who = library === 'own' ? 'ours' : library;
    const getRow = (head: string, where?: string): readonly string[] => [
      head,
      String(FAULTS.filter((row) => where === undefined || row.where === where).length),
      ...columns.map((verdict) => count(library, verdict, where)),
    ];
    return formatTable(
      ['where', 'faults', ...columns.map((verdict) => `${who}: ${verdict}`)],
      [...places.map((where) => getRow(where, where)), getRow('all')],
    );
  });
  const versions = describeVersions(browser.version(), SESSION_PEER, NEXT_SESSION_PEER);
  const section = [...tables, versions].join('\n\n');
  writeSection('faults', section);
  say(`\n${section}`);
});

function getKey(library: Release, index: number): string {
  return `${library} ${index}`;
}
