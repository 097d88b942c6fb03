import { test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import { SESSION_PEER } from '../report.js';
import type { Job, Requests } from './page.js';
import { openJob, openPhone, serveExactly, tapForOutput } from './pages.js';
import { type Row, writeTimes } from './results.js';
import { startEndpoint } from './start-endpoint.js';

const COUNTS = [1, 100];
/** How often each of these counts is signed in a session. */
const TIMES = [30, 30];
const ROUNDS = 2;
const WHO = ['floor', 'own', 'peer', 'floor verifying', 'wallet'] as const;
type Requester = (typeof WHO)[number];

test('requests', async ({ browser }) => {
  const endpoint = await startEndpoint();
  const site = await serveExactly('page.ts');
  const context = await openPhone(browser, [site]);
  const results = new Map(WHO.map((who) => [who, [] as Requests[]]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const who of WHO) {
      say(`requests: round ${round} of ${ROUNDS}, ${who}`);
      const job: Job = { port: endpoint.port, name: 'requests', who, counts: COUNTS, times: TIMES };
      const page = await openJob(context, site, job);
      results.get(who)?.push(...(JSON.parse(await tapForOutput(page)) as Requests[]));
      await page.close();
    }
  }
  const getSamples = (who: Requester, count: number): readonly number[] =>
    (results.get(who) ?? []).filter((one) => one.count === count).flatMap(({ samples }) => samples);
  const rows: readonly Row[] = [
    ...COUNTS.map((count) => ({
      what: `\`transact\`: ${count} signed`,
      floor: getSamples('floor', count),
      own: getSamples('own', count),
      peer: getSamples('peer', count),
    })),
    ...COUNTS.map((count) => ({
      what: `the wallet: ${count} signed and verified`,
      floor: getSamples('floor verifying', count),
      own: getSamples('wallet', count),
    })),
  ];
  writeTimes('requests', rows, browser.version(), SESSION_PEER);
  await context.close();
  site.close();
  await endpoint.stop();
});
