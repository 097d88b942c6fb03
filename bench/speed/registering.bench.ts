import { test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import { openPhone, readOutput, serveExactly, tapForOutput } from './pages.js';
import type { Registering } from './registering/run.js';
import { type Row, writeTimes } from './results.js';
import { startEndpoint } from './start-endpoint.js';

/** How many fresh pages each library gets, so that all code is cold. */
const PAGES = 12;
const WHO = ['floor', 'own', 'peer'] as const;
type Who = (typeof WHO)[number];
type Results = Readonly<Record<Who, Registering[]>>;

test('registering', async ({ browser }) => {
  const endpoint = await startEndpoint();
  const sites = {
    floor: await serveExactly('registering/floor.ts'),
    own: await serveExactly('registering/own.ts'),
    peer: await serveExactly('registering/peer.ts'),
  };
  const context = await openPhone(browser, Object.values(sites));
  const open = async (who: Who, isToConnect = false): Promise<Registering> => {
    const page = await context.newPage();
    await page.goto(`${sites[who].url}/#${endpoint.port}`);
    const result: Registering = JSON.parse(await readOutput(page));
    if (isToConnect) say(`${who}: ${await tapForOutput(page)}`);
    await page.close();
    return result;
  };
  const measure = async (what: string): Promise<Results> => {
    say(`registering ${what}: ${PAGES} pages each`);
    const results: Results = { floor: [], own: [], peer: [] };
    for (let round = 0; round < PAGES; round++) {
      for (const who of WHO) results[who].push(await open(who));
    }
    return results;
  };
  const getRow = (what: string, results: Results, figure: 'call' | 'shown'): Row => ({
    what,
    floor: results.floor.map((one) => one[figure]),
    own: results.own.map((one) => one[figure]),
    peer: results.peer.map((one) => one[figure]),
  });

  const cold = await measure('with nothing stored');
  await open('own', true);
  await open('peer', true);
  const stored = await measure('with a stored authorization');
  if (stored.own.some(({ accounts }) => accounts !== 1)) throw new Error('No authorization was stored');
  const rows = [
    getRow('the call', cold, 'call'),
    getRow('the call, with a stored authorization', stored, 'call'),
    getRow('the call and a look at the accounts', cold, 'shown'),
    getRow('the same, with a stored authorization', stored, 'shown'),
  ];
  writeTimes('registering', rows, browser.version());
  await context.close();
  for (const site of Object.values(sites)) site.close();
  await endpoint.stop();
});
