import { expect, test } from '@playwright/test';
import { useResource } from './bundle.js';
import type { Tab } from './hosting/tab.js';
import { WAYS } from './hosting/ways.js';

// Published clients, and canaries of their next release, in the panel. The taps come as those of other
// runners: at a place of the page, as soon as its text has changed, and without a look at what is there.
const { HOSTING_ROUNDS = 1 } = process.env;
const ROUNDS = Number(HOSTING_ROUNDS);
const CLIENTS = ['wallet-standard-mobile', 'transact', 'next-wallet', 'next-protocol'];
const METHOD = 'sign_messages';

type Step = 'Connect' | 'Sign' | 'Send';

/** Presses a button where it is on the page. */
async function press(tab: Tab, step: Step): Promise<void> {
  const place = await tab.evaluate(`(() => {
    document.querySelector('output').value = '';
    const button = [...document.querySelectorAll('button')].find((found) => found.textContent === '${step}');
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`);
  const [x, y] = place as [number, number];
  await tab.press(x, y);
}

/** Presses a button, and returns what the page shows then. Of a lost tap it shows nothing. */
async function tap(tab: Tab, step: Step): Promise<object> {
  await press(tab, step);
  const shown = await tab.evaluate(`new Promise((resolve) => {
    const output = document.querySelector('output');
    const look = () => output.value && resolve(output.value);
    new MutationObserver(look).observe(output, { childList: true });
    setTimeout(resolve, 40_000, '{ "lost": true }');
    look();
  })`);
  return JSON.parse(String(shown));
}

for (const [way, open] of Object.entries(WAYS)) {
  test.describe(`with ${way}`, () => {
    const dapp = useResource(open);

    /** Posts JSON to an address of the wallet. */
    const post = async (path: string, body: object) => {
      const response = await fetch(`${dapp.origin}/__mobile-wallet/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return response.json();
    };
    const readLastRequest = async () => {
      const response = await fetch(`${dapp.origin}/__mobile-wallet/api`);
      return (await response.json()).requests.at(-1);
    };

    for (const client of CLIENTS) {
      test(`${client} connects, signs, pays, is declined, and signs after a crash`, async ({ browser }) => {
        test.setTimeout(60_000 + ROUNDS * 60_000);
        const tab = await dapp.openTab(browser);
        for (let round = 0; round < ROUNDS; round++) {
          await post('api', { type: 'reset' });
          const asked = { jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash' };
          const { blockhash } = (await post('rpc/devnet', asked)).result.value;
          const load = async () => {
            await tab.open(dapp.url);
            // Otherwise the client connects by what it has kept.
            await tab.evaluate('localStorage.clear()');
            await tab.open('about:blank');
            await tab.open(`${dapp.url}/#${client}/${blockhash}`);
          };

          await load();
          expect(await tap(tab, 'Connect')).toEqual({ result: expect.any(String) });
          expect(await tap(tab, 'Sign')).toEqual({ result: expect.any(String) });
          expect(await tap(tab, 'Send')).toEqual({ result: expect.any(String) });

          await post('api', { type: 'decline-next', method: METHOD });
          expect(await tap(tab, 'Sign')).toHaveProperty('error');

          const crash = { instead: { type: 'crash' } };
          await post('api', { type: 'answer-next', decision: crash, method: METHOD });
          await press(tab, 'Sign');
          await expect.poll(readLastRequest).toMatchObject({ outcome: { unanswered: 'crashed' } });
          // None of these clients tells the page of the crash. Their call never ends, and the wallet's dialog
          // covers the page.
          expect(await tab.evaluate("document.querySelector('output').value")).toBe('');
          await load();
          expect(await tap(tab, 'Connect')).toEqual({ result: expect.any(String) });
          expect(await tap(tab, 'Sign')).toEqual({ result: expect.any(String) });

          const { launches } = await post('api', { type: 'clear-activity' });
          expect(launches).toHaveLength(7);
        }
        await tab.close();
      });
    }
  });
}
