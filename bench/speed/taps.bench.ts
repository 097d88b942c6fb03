import { test } from '@playwright/test';
import { say } from '../../scripts/process.mjs';
import type { Launched, Launcher } from './launch-page.js';
import { openPhone, readOutput, serveExactly, tapForOutput } from './pages.js';
import { type Row, writeTimes } from './results.js';

/** How many fresh pages each launcher gets, because for a real tap the code is cold too. */
const PAGES = 12;
const LAUNCHERS: readonly Launcher[] = [
  'floor',
  'own wallet',
  'peer wallet',
  'floor with key',
  'own session',
  'peer session',
];

test('tap to launch', async ({ browser }) => {
  const site = await serveExactly('launch-page.ts');
  const context = await openPhone(browser, [site]);
  const results = new Map(LAUNCHERS.map((launcher) => [launcher, [] as Launched[]]));
  say(`tap to launch: ${PAGES} pages each`);
  for (let round = 0; round < PAGES; round++) {
    for (const launcher of LAUNCHERS) {
      const page = await context.newPage();
      // Wait until the page has prefetched and prepared what it does in idle time.
      await page.goto(`${site.url}/#${encodeURIComponent(launcher)}`, { waitUntil: 'networkidle' });
      await readOutput(page);
      results.get(launcher)?.push(JSON.parse(await tapForOutput(page)));
      await page.close();
    }
  }
  const get = (launcher: Launcher, figure: keyof Launched = 'fromHandler'): readonly number[] =>
    (results.get(launcher) ?? []).map((one) => one[figure]);
  const rows: readonly Row[] = [
    {
      what: '`connect` of the wallet',
      peer: get('peer wallet'),
      own: get('own wallet'),
      floor: get('floor'),
    },
    {
      what: '`transact` of the session API',
      peer: get('peer session'),
      own: get('own session'),
      floor: get('floor'),
    },
    {
      what: '`transact`, and a floor that makes the key pair after the tap',
      peer: get('peer session'),
      own: get('own session'),
      floor: get('floor with key'),
    },
    {
      what: '`connect`, from the tap itself (the event’s time)',
      peer: get('peer wallet', 'fromEvent'),
      own: get('own wallet', 'fromEvent'),
      floor: get('floor', 'fromEvent'),
    },
  ];
  writeTimes('taps', rows, browser.version());
  await context.close();
  site.close();
});
