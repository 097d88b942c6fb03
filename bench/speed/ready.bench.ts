import { type Page, test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import { SESSION_PEER } from '../report.js';
import type { Job, Ready } from './page.js';
import { openJob, openPhone, serveExactly, tapForOutput } from './pages.js';
import { type Row, writeTimes } from './results.js';
import type { Blurring, Who } from './sessions.js';
import { startEndpoint } from './start-endpoint.js';

const SAMPLES = 25;
const WHO: readonly Who[] = ['floor', 'own', 'peer'];
const BLURRINGS: readonly Blurring[] = ['ready', 'launched'];

test('wallet ready to authorized', async ({ browser }) => {
  const endpoint = await startEndpoint();
  const site = await serveExactly('page.ts');
  const context = await openPhone(browser, [site]);
  const rows: Row[] = [];
  for (const blurring of BLURRINGS) {
    say(`wallet ready to authorized, blurred when ${blurring}: ${SAMPLES} sessions each`);
    const pages: { page: Page; results: Ready[] }[] = [];
    for (const who of WHO) {
      const job: Job = { port: endpoint.port, name: 'ready', who, after: 0, blurring };
      pages.push({ page: await openJob(context, site, job), results: [] });
    }
    for (let sample = 0; sample < SAMPLES; sample++) {
      for (const { page, results } of pages) {
        await page.bringToFront();
        results.push(JSON.parse(await tapForOutput(page)));
      }
    }
    const getRow = (what: string, getTime: (one: Ready) => number): Row => {
      const [floor, own, peer] = pages.map(({ results }) => results.map(getTime));
      return { what, floor: floor ?? [], own: own ?? [], peer: peer ?? [] };
    };
    const when = blurring === 'ready' ? 'focus lost when it listens' : 'focus lost at the launch';
    rows.push(
      getRow(`${when}: authorized`, ({ authorized }) => authorized),
      getRow('… of which from the open socket to authorized', ({ open, authorized }) => authorized - open),
    );
    for (const { page } of pages) await page.close();
  }
  writeTimes('ready', rows, browser.version(), SESSION_PEER);
  await context.close();
  site.close();
  await endpoint.stop();
});
