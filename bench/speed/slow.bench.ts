import { type Browser, test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import type { Launched, Launcher } from './launch-page.js';
import type { Job, Ready } from './page.js';
import { openJob, openPhone, readOutput, serveExactly, slowDown, tapForOutput } from './pages.js';
import type { Registering } from './registering/run.js';
import { type Row, writeTimes } from './results.js';
import { startEndpoint } from './start-endpoint.js';

const PAGES = 8;
const WHO = ['floor', 'own', 'peer'] as const;
type Times = Readonly<Record<(typeof WHO)[number], number[]>>;

test('with a processor 6 times slower', async ({ browser }) => {
  const rows: Row[] = [
    await measure('import and register', () => measureRegistering(browser)),
    await measure('`connect` of the wallet: tap to launch', () => measureLaunch(browser, 'wallet')),
    await measure('`transact`: tap to launch', () => measureLaunch(browser, 'session')),
    await measure('wallet ready to authorized', () => measureReady(browser)),
  ];
  writeTimes('slow', rows, browser.version());
});

async function measure(what: string, run: () => Promise<Times>): Promise<Row> {
  say(`${what}: ${PAGES} pages each`);
  return { what, ...(await run()) };
}

async function measureRegistering(browser: Browser): Promise<Times> {
  const times: Times = { floor: [], own: [], peer: [] };
  const sites = await Promise.all(WHO.map((who) => serveExactly(`registering/${who}.ts`)));
  const context = await openPhone(browser, sites);
  for (let round = 0; round < PAGES; round++) {
    for (const [index, site] of sites.entries()) {
      const page = await context.newPage();
      await slowDown(page);
      await page.goto(`${site.url}/#0`);
      const { loaded }: Registering = JSON.parse(await readOutput(page));
      times[WHO[index] ?? 'floor'].push(loaded);
      await page.close();
    }
  }
  await context.close();
  for (const site of sites) site.close();
  return times;
}

async function measureLaunch(browser: Browser, what: 'wallet' | 'session'): Promise<Times> {
  const times: Times = { floor: [], own: [], peer: [] };
  const site = await serveExactly('launch-page.ts');
  const context = await openPhone(browser, [site]);
  for (let round = 0; round < PAGES; round++) {
    for (const who of WHO) {
      const launcher: Launcher = who === 'floor' ? 'floor' : `${who} ${what}`;
      const page = await context.newPage();
      await slowDown(page);
      await page.goto(`${site.url}/#${encodeURIComponent(launcher)}`, { waitUntil: 'networkidle' });
      await readOutput(page);
      const { fromHandler }: Launched = JSON.parse(await tapForOutput(page));
      times[who].push(fromHandler);
      await page.close();
    }
  }
  await context.close();
  site.close();
  return times;
}

async function measureReady(browser: Browser): Promise<Times> {
  const times: Times = { floor: [], own: [], peer: [] };
  const endpoint = await startEndpoint();
  const site = await serveExactly('page.ts');
  const context = await openPhone(browser, [site]);
  for (let round = 0; round < PAGES; round++) {
    for (const who of WHO) {
      const job: Job = { port: endpoint.port, name: 'ready', who, after: 0, blurring: 'launched' };
      const page = await openJob(context, site, job);
      await slowDown(page);
      const { authorized }: Ready = JSON.parse(await tapForOutput(page));
      times[who].push(authorized);
      await page.close();
    }
  }
  await context.close();
  site.close();
  await endpoint.stop();
  return times;
}
