import { test } from '@playwright/test';
import { openFirefox } from '../e2e/browsers/firefox.js';
import type { ScriptPage } from '../e2e/bundle.js';
import { type Browser, openBrowser, type Tab, type Window } from '../e2e/dial/browser.js';
import { findFirefox, getAdvice } from '../scripts/browsers.mjs';
import { say } from '../scripts/process.mjs';
import type { Library } from './dapp.js';
import { openFirefoxBench, type Place } from './dial/firefox.js';
import { type Bench, type Dialled, openBench, type Run, serveDial } from './dial/run.js';
import { BUCKETS, type Bucket, createRandom } from './dial/simulation.js';
import { describeVersions, formatTable, SESSION_PEER, writeSection } from './report.js';
import { formatRatio, getQuantile } from './speed/statistics.js';

/** How many pages dial at the same time. Most of the time they wait. */
const BENCHES = 8;
/** Dials of each library, in each kind of page, for each bucket. */
const RUNS = 8;
/** When the wallet is ready in Firefox, in ms after the launch. */
const READY_IN_FIREFOX = [0, 2_000, 8_000, 25_000];
/** Dials in Firefox for each of them, in each place. */
const RUNS_IN_FIREFOX = 3;
const PLACES: readonly Place[] = ['localhost', 'public'];
const LIBRARIES: readonly Library[] = ['peer', 'own'];

/** The dials of one row: their latencies in ms, and the most probes and WebSockets of any. */
type Sample = Readonly<{ latencies: readonly number[]; probes: number; webSockets: number }>;

let site: ScriptPage;
let browser: Browser;
test.beforeAll(async () => {
  site = await serveDial();
  browser = await openBrowser();
});
test.afterAll(async () => {
  await browser.close();
  site.close();
});

test('wallet ready to first request', async () => {
  test.setTimeout(600_000);
  const random = createRandom(1);
  const runs = BUCKETS.flatMap((bucket, index) =>
    Array.from({ length: RUNS }, () => pick(bucket, random)).flatMap((ready) =>
      LIBRARIES.flatMap((library) => [
        { library, ready, bucket: index, isHidden: false },
        { library, ready, bucket: index, isHidden: true },
      ]),
    ),
  );
  const window = await browser.openWindow();
  const front = await window.openTab();
  const results = new Map<string, Dialled[]>();
  for (let start = 0; start < runs.length; start += BENCHES) {
    const batch = runs.slice(start, start + BENCHES);
    say(`dials ${start + 1} to ${start + batch.length} of ${runs.length}`);
    const dialled = await dialAll(window, front, batch);
    for (const [index, { library, isHidden, bucket }] of batch.entries()) {
      const key = getKey(library, isHidden, bucket);
      results.set(key, [...(results.get(key) ?? []), ...dialled.slice(index, index + 1)]);
    }
  }

  const read = (library: Library, isHidden: boolean, buckets: readonly number[]): Sample =>
    summarize(buckets.flatMap((bucket) => results.get(getKey(library, isHidden, bucket)) ?? []));
  const measured = [false, true].flatMap((isHidden) =>
    [...BUCKETS.map((_, index) => [index]), BUCKETS.map((_, index) => index)].map((buckets) => {
      const peer = read('peer', isHidden, buckets);
      const own = read('own', isHidden, buckets);
      return [
        isHidden ? 'hidden' : 'visible',
        describeBuckets(buckets),
        ...[peer, own].map(({ latencies }) => describe(latencies)),
        formatRatio(own.latencies, peer.latencies),
        String(peer.webSockets),
        `${own.webSockets} + ${own.probes}`,
      ];
    }),
  );
  const heads = [
    'page',
    'ready after, s',
    'peer, ms: median / p90',
    'ours',
    'ratio of the medians',
    'peer: most WebSockets',
    'ours: most WebSockets + probes',
  ];
  const section = [formatTable(heads, measured), describeVersions(browser.version, SESSION_PEER)].join(
    '\n\n',
  );
  writeSection('dial', section);
  say(`\n${section}`);
});

test('wallet ready to first request, in Firefox', async () => {
  test.setTimeout(900_000);
  const found = findFirefox();
  if (!found) return test.skip(true, getAdvice('firefox'));
  const firefox = await openFirefox(found.executablePath);
  const bench = await openFirefoxBench(firefox);
  const rows: string[][] = [];
  for (const ready of READY_IN_FIREFOX) {
    const cells: string[] = [];
    for (const place of PLACES) {
      say(`ready after ${ready} ms, ${place}`);
      const dialled: Dialled[] = [];
      while (dialled.length < RUNS_IN_FIREFOX) dialled.push(await bench.dial(place, ready));
      const { latencies, probes, webSockets } = summarize(dialled);
      cells.push(`${getQuantile(latencies, 0.5).toFixed(0)} / ${Math.max(...latencies).toFixed(0)}`);
      cells.push(`${webSockets} + ${probes}`);
    }
    rows.push([String(ready / 1_000), ...cells]);
  }
  bench.close();
  await firefox.close();
  const heads = PLACES.flatMap((place) => [`${place}, ms: median / most`, 'most WebSockets + probes']);
  const section = [
    formatTable(['ready after, s', ...heads], rows),
    `Ours alone. ${firefox.version}, Node ${process.versions.node}.`,
  ].join('\n\n');
  writeSection('dial-firefox', section);
  say(`\n${section}`);
});

/** Makes these dials at the same time. If another program has the port of one, all begin again. */
async function dialAll(window: Window, front: Tab, batch: readonly Run[]): Promise<readonly Dialled[]> {
  const benches: Bench[] = [];
  try {
    // Load all pages before any of them dials, because loading would slow down the dials.
    for (const run of batch) benches.push(await openBench(window, site, run));
    const calls: Promise<Dialled>[] = [];
    for (const bench of benches) calls.push((await bench.launch(front)).dialled);
    return await Promise.all(calls);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return dialAll(window, front, batch);
  } finally {
    for (const bench of benches) await bench.close();
  }
}

function summarize(dialled: readonly Dialled[]): Sample {
  return {
    latencies: dialled.map(({ latency }) => latency),
    probes: Math.max(...dialled.map(({ probes }) => probes)),
    webSockets: Math.max(...dialled.map(({ webSockets }) => webSockets)),
  };
}

function pick([from, to]: Bucket, random: () => number): number {
  return from + (to - from) * random();
}

function describe(latencies: readonly number[]): string {
  return [0.5, 0.9].map((share) => getQuantile(latencies, share).toFixed(0)).join(' / ');
}

function describeBuckets(indexes: readonly number[]): string {
  const buckets = BUCKETS.filter((_, index) => indexes.includes(index)).flat();
  return `${Math.min(...buckets) / 1_000}–${Math.max(...buckets) / 1_000}`;
}

function getKey(library: Library, isHidden: boolean, bucket: number): string {
  return [library, isHidden, bucket].join();
}
