import { test } from '@playwright/test';
import { useResource } from '../e2e/bundle.js';
import { say } from '../scripts/process.mjs';
import { FLOW_NAMES, FLOWS, type Flow } from './launches/flows.js';
import { type Measurement, measureLaunches, serveFlows } from './launches/run.js';
import { describeVersions, formatTable, NEXT_WALLET_PEER, WALLET_PEER, writeSection } from './report.js';

const site = useResource(serveFlows);

test('launches per flow', async ({ browser }) => {
  const rows: string[][] = [];
  for (const name of FLOW_NAMES) {
    const peer = await measureLaunches(browser, site, 'peer', name, true);
    const onPhone = await measureLaunches(browser, site, 'peer', name);
    const next = await measureLaunches(browser, site, 'next', name, true);
    const nextOnPhone = await measureLaunches(browser, site, 'next', name);
    const own = await measureLaunches(browser, site, 'own', name);
    const { taps }: Flow = FLOWS[name];
    const launches = [taps.length, peer.launches, next.launches, own.launches].map(String);
    const outcomes = [describe(peer, next), describe(onPhone, nextOnPhone), own.outcome];
    rows.push([name, ...launches, ...outcomes]);
    say([name, ...launches, ...outcomes].join(' · '));
  }
  const heads = [
    'flow',
    'taps',
    'peer launches',
    'next launches',
    'our launches',
    'peer and next outcome, with a tap for each launch',
    '… with these taps',
    'our outcome, with these taps',
  ];
  const section = `${formatTable(heads, rows)}\n\n${describeVersions(browser.version(), WALLET_PEER, NEXT_WALLET_PEER)}`;
  writeSection('launches', section);
  say(`\n${section}`);
});

function describe(peer: Measurement, next: Measurement): string {
  return next.outcome === peer.outcome ? peer.outcome : `${peer.outcome} (next: ${next.outcome})`;
}
