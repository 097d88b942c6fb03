import { expect } from '@playwright/test';
import { within } from '../../test/support/patience.js';
import type { Sent } from '../dial/count.js';
import { call } from './screen.js';
import { CHROMIUM_SUFFICES, test } from './test.js';

/** Time for everything but the wallet's delay. */
const SLACK_MS = 5_000;

for (const delayMs of [0, 500, 2_000, 5_000, 10_000]) {
  // At once and after the longest delay also in other engines, because what slows a dial down grows with the
  // delay.
  const details = delayMs === 0 || delayMs === 10_000 ? {} : CHROMIUM_SUFFICES;
  test(
    `reaches a wallet that listens after ${delayMs / 1_000} s`,
    details,
    async ({ tab, dapp }, testInfo) => {
      /**
       * Opens the page and makes the call. Begins again in a fresh page if another program has the port of
       * the launch.
       */
      const callBack = async (): Promise<unknown> => {
        await tab.open(dapp.url);
        const taken = new Promise<never>((_, reject) => {
          dapp.launchWith((uri) => dapp.openWallet(uri, { readyDelay: delayMs }).catch(reject));
        });
        const called = Promise.race([call(tab, 'Call back'), taken]);
        return within(delayMs * 1.5 + SLACK_MS, called, 'the call').catch((error) => {
          if (error.code !== 'EADDRINUSE') throw error;
          return callBack();
        });
      };
      expect(await callBack()).toMatchObject({ result: { max_messages_per_request: 10 } });
      const openMs = Number(await tab.evaluate('times.waiting - times.connecting'));
      const sent = (await tab.evaluate('sent')) as Sent;
      testInfo.annotations.push({
        type: 'figures',
        description: `open after ${Math.round(openMs)} ms, ${sent.probes} probes, ${sent.webSockets} WebSockets`,
      });
      // Failed WebSockets are what makes Chromium and Firefox slow down.
      expect(sent.webSockets).toBeLessThanOrEqual(6);
    },
  );
}
