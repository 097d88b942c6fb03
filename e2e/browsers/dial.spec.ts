import { expect } from '@playwright/test';
import type { Sent } from '../dial/count.js';
import { call } from './screen.js';
import { test } from './test.js';

/** Time for everything but the wallet's delay, on a busy machine. */
const SLACK_MS = 5_000;

for (const delayMs of [0, 500, 2_000, 5_000, 10_000]) {
  test(`reaches a wallet that listens after ${delayMs / 1_000} s`, async ({ tab, dapp }, testInfo) => {
    dapp.launchWith((uri) => dapp.openWallet(uri, { readyDelay: delayMs }));
    await tab.open(dapp.url);
    expect(await call(tab, 'Call back')).toMatchObject({ result: { max_messages_per_request: 10 } });
    const openMs = Number(await tab.evaluate('times.waiting - times.connecting'));
    const sent = (await tab.evaluate('sent')) as Sent;
    testInfo.annotations.push({
      type: 'figures',
      description: `open after ${Math.round(openMs)} ms, ${sent.probes} probes, ${sent.webSockets} WebSockets`,
    });
    expect(openMs).toBeLessThan(delayMs * 1.5 + SLACK_MS);
    // Failed WebSockets are what makes Chromium and Firefox slow down.
    expect(sent.webSockets).toBeLessThanOrEqual(6);
  });
}
