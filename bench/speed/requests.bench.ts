import { test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import { SESSION_PEER } from '../report.js';
import type { Job, Requests } from './page.js';
import { openJob, openPhone, serveExactly, tapForOutput } from './pages.js';
import { type Row, writeTimes } from './results.js';
import { startEndpoint } from './start-endpoint.js';

const COUNTS = [1, 100, 10_000];
/** How often each of these counts is signed in a session. */
const TIMES = [30, 30, 15, 8, 1];
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
  const get = (who: Requester, count: number): readonly Requests[] =>
    (results.get(who) ?? []).filter((one) => one.count === count);
  const getSamples = (who: Requester, count: number): readonly number[] =>
    get(who, count).flatMap(({ samples }) => samples);
  const describeTasks = (who: Requester, count: number): string => {
    const tasks = get(who, count).flatMap(({ longTasks }) => longTasks);
    return tasks.length === 0 ? '0' : `${tasks.length}, up to ${Math.round(Math.max(...tasks))} ms`;
  };
  const rows: readonly Row[] = [
    ...COUNTS.map((count) => ({
      what: `\`transact\`: ${count} signed`,
      floor: getSamples('floor', count),
      own: getSamples('own', count),
      peer: getSamples('peer', count),
      notes: (['peer', 'own', 'floor'] as const).map((who) => describeTasks(who, count)),
    })),
    ...COUNTS.map((count) => ({
      what: `the wallet: ${count} signed and verified`,
      floor: getSamples('floor verifying', count),
      own: getSamples('wallet', count),
      notes: ['–', ...(['wallet', 'floor verifying'] as const).map((who) => describeTasks(who, count))],
    })),
  ];
  const notes = ['peer: tasks over 50 ms', 'ours', 'floor'];
  writeTimes('requests', rows, browser.version(), { notes, peerName: SESSION_PEER });
  await context.close();
  site.close();
  await endpoint.stop();
});
