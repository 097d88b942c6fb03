import { test } from '@playwright/test';
import type { ScriptPage } from '../e2e/bundle.js';
import { say } from '../scripts/process.mjs';
import { FLOW_NAMES, FLOWS, type Flow } from './launches/flows.js';
import { type Measurement, measureLaunches, serveFlows } from './launches/run.js';
import { describeVersions, formatTable, writeSection } from './report.js';

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveFlows();
});
test.afterAll(() => site.close());

test('launches per flow', async ({ browser }) => {
  const rows: string[][] = [];
  for (const name of FLOW_NAMES) {
    const peer = await measureLaunches(browser, site, 'peer', name, true);
    const onPhone = await measureLaunches(browser, site, 'peer', name);
    const own = await measureLaunches(browser, site, 'own', name);
    const { taps }: Flow = FLOWS[name];
    const launches = [taps.length, peer.launches, own.launches].map(String);
    rows.push([name, ...launches, peer.outcome, onPhone.outcome, own.outcome]);
    say(
      `${name}: ${describe(peer)} (peer), ${onPhone.outcome} (peer, one launch for each tap), ${describe(own)} (ours)`,
    );
  }
  const heads = [
    'flow',
    'taps',
    'peer launches',
    'our launches',
    'peer outcome, with a tap for each launch',
    'peer outcome, with these taps',
    'our outcome, with these taps',
  ];
  const section = `${formatTable(heads, rows)}\n\n${describeVersions(browser.version())}`;
  writeSection('launches', section);
  say(`\n${section}`);
});

function describe({ launches, outcome }: Measurement): string {
  return `${launches}, ${outcome}`;
}
