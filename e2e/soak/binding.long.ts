import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import fc from 'fast-check';
import { getTokens } from '../../src/wallet/grant/grant.js';
import { parseGrant } from '../../src/wallet/grant/stored-grant.js';
import type { BindingCall } from '../../test/fuzz/binding-calls.js';
import { type BindingStory, bindingStories, createPick } from '../../test/fuzz/binding-stories.js';
import type { App } from '../../test/support/app-names.js';
import { serveScript } from '../bundle.js';
import { createBindingPhone } from './binding-phone.js';

const { SOAK_STORIES = '300', SOAK_SEED = String(Date.now() % 2 ** 31) } = process.env;
/** What takes some ms in Node takes so many times as long between a browser and its wallet apps. */
const SLOWER = 5;
const AT_ONCE = 4;

declare const call: (name: BindingCall) => Promise<string>;

/** Plays a story in two tabs over one `localStorage`. Returns how each call ended, and what leaked. */
async function play(browser: Browser, url: string, story: BindingStory) {
  const context = await browser.newContext();
  const approvals = [...story.approvals];
  const { apps, dead, close } = await createBindingPhone(context, () => approvals.shift() ?? true);
  const pick = createPick(story);
  await context.exposeFunction('takePick', (count: number) => {
    const picked = pick(Array.from({ length: count }, (_, index) => index));
    return picked === 'cancel' ? undefined : picked;
  });
  /** Which app has issued a token, by what is written when it is. */
  const issuers = new Map<string, App>();
  await context.exposeFunction('noteGrant', (text: string) => {
    const grant = parseGrant(text);
    const app = (grant?.androidPackage ?? 'app.first') as App;
    for (const token of getTokens(grant)) issuers.set(token, issuers.get(token) ?? app);
  });
  const load = async (page: Page, index: number): Promise<void> => {
    const { chooseApp, idleMs } = story;
    const hasDialogs = story.dialogs === 'all' || index === 0;
    const options = { hasDialogs, chooseApp, idleMs: idleMs * SLOWER };
    await page.goto(`${url}/#${encodeURIComponent(JSON.stringify(options))}`);
  };
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map(load));

  const calls: Promise<string>[] = [];
  for (const { page: number, call: name, turned, isReload, pause } of story.steps) {
    const page = tabs[number % 2] as Page;
    if (turned && !dead.delete(turned)) dead.add(turned);
    if (isReload) await page.reload();
    // A reload ends the calls before it.
    const calling = page.evaluate((which) => call(which), name).catch(() => 'reloaded');
    calls.push(calling);
    await (pause === null ? calling : delay(pause * SLOWER));
  }
  const outcomes = await Promise.all(calls);
  await context.close();
  close();

  const leaks = apps.flatMap(({ androidPackage, requests }) => {
    const foreign = [
      ...[...issuers].flatMap(([token, issuer]) => (issuer === androidPackage ? [] : [token])),
      ...apps.flatMap(({ wallet, androidPackage: other }) =>
        other === androidPackage
          ? []
          : wallet.accounts.flatMap(({ address, publicKey }) => [
              address,
              Buffer.from(publicKey).toString('base64'),
            ]),
      ),
    ];
    return requests.flatMap((request) =>
      foreign.some((text) => request.includes(text)) ? [`${androidPackage}: ${request}`] : [],
    );
  });
  return { outcomes, leaks, tokens: issuers.size };
}

test(`in ${SOAK_STORIES} stories of two tabs, nothing of one wallet app is in a request to another`, async ({
  browser,
}) => {
  process.stdout.write(`\nTo repeat it: SOAK_SEED=${SOAK_SEED} SOAK_STORIES=${SOAK_STORIES}\n`);
  const site = await serveScript('soak/binding-page.ts');
  const counts = new Map<string, number>();
  const count = (key: string, times = 1): void => void counts.set(key, (counts.get(key) ?? 0) + times);
  const stories = fc.sample(bindingStories, { seed: Number(SOAK_SEED), numRuns: Number(SOAK_STORIES) });
  const next = stories.entries();
  // Several at once, because a story mostly waits, for users who return from an app that is dead.
  const playNext = async (): Promise<void> => {
    for (const [number, story] of next) {
      const { outcomes, leaks, tokens } = await play(browser, site.url, story);
      for (const outcome of outcomes) count(outcome);
      count('tokens', tokens);
      const untyped = outcomes.filter((outcome) => outcome.startsWith('untyped'));
      expect({ leaks, untyped }, `story ${number}: ${JSON.stringify(story)}`).toEqual({
        leaks: [],
        untyped: [],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  process.stdout.write(`${[...counts].map(([key, times]) => `${key}: ${times}`).join(', ')}\n`);
  expect(counts.get('ok')).toBeGreaterThan(stories.length);
  site.close();
});
