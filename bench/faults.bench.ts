import { test } from '@playwright/test';
import type { ScriptPage } from '../e2e/bundle.js';
import { say } from '../scripts/process.mjs';
import type { Library } from './dapp.js';
import { FAULTS, measureFault, openBench, serveFaults, VERDICTS, type Verdict } from './faults/run.js';
import { describeVersions, formatTable, SESSION_PEER, writeSection } from './report.js';

/** Many at the same time, because they mostly wait for calls that hang. */
const BENCHES = 8;

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveFaults();
});
test.afterAll(() => site.close());

test('calls that meet a fault', async ({ browser }) => {
  test.setTimeout(900_000);
  const verdicts = new Map<string, Verdict>();
  const queue = FAULTS.flatMap((row) => (['peer', 'own'] as const).map((library) => ({ row, library })));
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

  const count = (library: Library, verdict: Verdict, where?: string): string =>
    String(
      FAULTS.filter(
        (row, index) =>
          (where === undefined || row.where === where) && verdicts.get(getKey(library, index)) === verdict,
      ).length,
    );
  const getRow = (head: string, total: number, where?: string): readonly string[] => [
    head,
    String(total),
    ...(['peer', 'own'] as const).flatMap((library) =>
      VERDICTS.filter((verdict) => isColumn(library, verdict)).map((verdict) =>
        count(library, verdict, where),
      ),
    ),
  ];
  const places = [...new Set(FAULTS.map(({ where }) => where))];
  const rows = [
    ...places.map((where) => getRow(where, FAULTS.filter((row) => row.where === where).length, where)),
    getRow('all', FAULTS.length),
  ];
  const heads = [
    'where',
    'faults',
    ...(['peer', 'own'] as const).flatMap((library) =>
      VERDICTS.filter((verdict) => isColumn(library, verdict)).map(
        (verdict) => `${library === 'peer' ? 'peer' : 'ours'}: ${verdict}`,
      ),
    ),
  ];
  const section = `${formatTable(heads, rows)}\n\n${describeVersions(browser.version(), SESSION_PEER)}`;
  writeSection('faults', section);
  say(`\n${section}`);
});

function getKey(library: Library, index: number): string {
  return `${library} ${index}`;
}

/** The peer has no column for another code, because any of its codes is right. */
function isColumn(library: Library, verdict: Verdict): boolean {
  return library === 'own' || verdict !== 'another code';
}
