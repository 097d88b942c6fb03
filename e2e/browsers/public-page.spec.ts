import { expect } from '@playwright/test';
import {
  expectSent,
  expectSignedIn,
  expectSignedMessage,
  expectSignedTransaction,
  fund,
} from './outcomes.js';
import { createPublicPage, makePublic, type PublicPage } from './public-page.js';
import { call, readDialog, readOutput, tap, waitFor, waitForDialog, waitForNoDialog } from './screen.js';
import { test as base } from './test.js';

// Pages on localhost may reach apps on this device unasked. Chromium's own tests are `e2e/permission*`.
const test = base.extend<{ firefox: PublicPage }>({
  firefox: async ({ running, dapp }, use, testInfo) => {
    const evaluate = typeof running === 'string' ? undefined : running.evaluateInWindow;
    if (!evaluate) return testInfo.skip(true, 'only Firefox can take a page on this machine for public');
    await makePublic(evaluate, dapp.url);
    const page = createPublicPage(evaluate);
    await use(page);
    await page.reset();
  },
});

const PERMISSION = "navigator.permissions.query({ name: 'loopback-network' }).then(({ state }) => state)";
const BLOCKED = 'Your browser blocks the wallet';

/** Counts from now on the dialogs that the page shows, in the global `dialogs`. */
const COUNT_DIALOGS = `(() => {
  globalThis.dialogs = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { localName } of addedNodes) if (localName === 'mobile-wallet-dialog') dialogs++;
  }).observe(document, { childList: true, subtree: true });
})()`;

test('Firefox asks nothing: a tap opens the wallet app, for each call, and no dialog is shown', async ({
  tab,
  dapp,
  firefox,
}) => {
  const account = dapp.wallet.accounts[0]?.address ?? '';
  await tab.open(firefox.getUrl(dapp.getUrl({ blockhash: await fund(dapp) })));
  expect(await tab.evaluate(PERMISSION)).toBe('prompt');
  await tab.evaluate(COUNT_DIALOGS);

  expect(await call(tab, 'Open a session')).toMatchObject({ result: { max_messages_per_request: 10 } });
  expect(await call(tab, 'Connect')).toEqual({ result: [account] });
  expectSignedMessage(await call(tab, 'Sign message'), account);
  expectSignedTransaction(await call(tab, 'Sign transaction'), account);
  await expectSent(await call(tab, 'Send'), dapp);
  expectSignedIn(await call(tab, 'Sign in'), account);
  expect(await call(tab, 'Call back')).toMatchObject({ result: { max_messages_per_request: 10 } });

  expect(dapp.launched).toHaveLength(7);
  expect(await tab.evaluate('dialogs')).toBe(0);
  expect(await firefox.readQuestions()).toEqual([]);
  expect(await tab.evaluate(PERMISSION)).toBe('prompt');
});

test('without dialogs, a tap opens the wallet app, too', async ({ tab, dapp, firefox }) => {
  const account = dapp.wallet.accounts[0]?.address ?? '';
  await tab.open(firefox.getUrl(dapp.getUrl({ dialogs: false })));
  expect(await call(tab, 'Connect')).toEqual({ result: [account] });
  expectSignedMessage(await call(tab, 'Sign message'), account);
  expect(dapp.launched).toHaveLength(2);
  expect(await firefox.readQuestions()).toEqual([]);
});

for (const answer of ['Allow', 'Block'] as const) {
  test(`after “${answer}”, which another part of the site brought up, each call works`, async ({
    tab,
    dapp,
    firefox,
  }) => {
    const account = dapp.wallet.accounts[0]?.address ?? '';
    await tab.open(firefox.getUrl(dapp.url));
    await firefox.decide(tab, answer);
    await tab.evaluate(COUNT_DIALOGS);
    expect(await call(tab, 'Connect')).toEqual({ result: [account] });
    expectSignedMessage(await call(tab, 'Sign message'), account);
    expect(await tab.evaluate('dialogs')).toBe(0);
    expect(dapp.launched).toHaveLength(2);
    expect(await firefox.readQuestions()).toEqual([]);
  });
}

for (const delayMs of [0, 2_000, 10_000]) {
  test(`a wallet that listens after ${delayMs / 1_000} s is reached soon, by WebSockets alone`, async ({
    tab,
    dapp,
    firefox,
  }, testInfo) => {
    dapp.launchWith((uri) => dapp.openWallet(uri, { readyDelay: delayMs }));
    await tab.open(firefox.getUrl(dapp.url));
    expect(await call(tab, 'Call back')).toMatchObject({ result: { max_messages_per_request: 10 } });
    const openMs = Number(await tab.evaluate('times.waiting - times.connecting'));
    const { probes, webSockets } = (await tab.evaluate('sent')) as { probes: number; webSockets: number };
    testInfo.annotations.push({
      type: 'figures',
      description: `open after ${Math.round(openMs)} ms, ${webSockets} WebSockets`,
    });
    // The page's own launch is a fetch.
    expect(probes).toBe(1);
    // Probes are as far apart, and Firefox delays the fourth WebSocket of one path by half a second.
    expect(openMs - delayMs).toBeLessThan(2_000);
    expect(webSockets).toBeLessThan(100);
    if (delayMs === 10_000) expect(webSockets).toBeGreaterThan(25);
  });
}

test.describe('a wallet app that is not reached', () => {
  const leaveAndReturn = async (firefox: PublicPage): Promise<void> => {
    await firefox.cover();
    await firefox.uncover();
  };

  test('after “Block”, the browser is named, and once it allows it, the same call goes on', async ({
    tab,
    dapp,
    firefox,
  }) => {
    const account = dapp.wallet.accounts[0]?.address ?? '';
    await tab.open(firefox.getUrl(dapp.url));
    await firefox.decide(tab, 'Block');
    dapp.launchWith(() => {});
    await tap(tab, 'Connect');
    await waitFor(tab, "states.at(-1) === 'connecting'");
    await leaveAndReturn(firefox);
    await expect.poll(() => readDialog(tab)).toContain(BLOCKED);
    expect(await readDialog(tab)).toContain('access to this device');
    expect(await readDialog(tab)).not.toContain('Apps on device');
    await firefox.forget();
    await expect.poll(() => readDialog(tab)).toContain('You can open your wallet now');
    dapp.launchWith(dapp.openWallet);
    await tap(tab, 'Open wallet');
    expect(await readOutput(tab)).toEqual({ result: [account] });
    expect(dapp.launched).toHaveLength(2);
    await waitForNoDialog(tab);
  });

  test('after “Block”, it is LOOPBACK_BLOCKED without dialogs', async ({ tab, dapp, firefox }) => {
    await tab.open(firefox.getUrl(dapp.getUrl({ dialogs: false })));
    await firefox.decide(tab, 'Block');
    dapp.launchWith(() => {});
    await tap(tab, 'Connect');
    await waitFor(tab, "states.at(-1) === 'connecting'");
    await leaveAndReturn(firefox);
    expect(await readOutput(tab)).toEqual({ error: 'LOOPBACK_BLOCKED' });
  });

  test('without an answer, after less than a second, it is WALLET_NOT_FOUND', async ({
    tab,
    dapp,
    firefox,
  }) => {
    await tab.open(firefox.getUrl(dapp.getUrl({ dialogs: false })));
    dapp.launchWith(() => {});
    await tap(tab, 'Connect');
    await waitFor(tab, "states.at(-1) === 'connecting'");
    await leaveAndReturn(firefox);
    expect(await readOutput(tab)).toEqual({ error: 'WALLET_NOT_FOUND' });
  });
});

test.describe('if Firefox asks for WebSockets, too', () => {
  test('it asks once the wallet app listens; a user who returns has time to allow it', async ({
    tab,
    dapp,
    firefox,
  }) => {
    const account = dapp.wallet.accounts[0]?.address ?? '';
    await firefox.gateWebSockets(true);
    await tab.open(firefox.getUrl(dapp.getUrl({ dialogs: false })));
    await tap(tab, 'Connect');
    await expect.poll(() => firefox.readQuestions()).toEqual(['loopback-network']);
    await firefox.cover();
    await firefox.uncover();
    // A user who has returned for longer than 2 s has cancelled, unless something is asked.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await tab.evaluate('states.at(-1)')).toBe('connecting');
    await firefox.answer('Allow');
    expect(await readOutput(tab)).toEqual({ result: [account] });

    expectSignedMessage(await call(tab, 'Sign message'), account);
    expect(dapp.launched).toHaveLength(2);
    expect(await firefox.readQuestions()).toEqual([]);
  });

  for (const dialogs of [true, false]) {
    test(`a user who blocks it learns so at once, ${dialogs ? 'in a dialog' : 'by an error'}`, async ({
      tab,
      dapp,
      firefox,
    }) => {
      await firefox.gateWebSockets(true);
      await tab.open(firefox.getUrl(dialogs ? dapp.url : dapp.getUrl({ dialogs: false })));
      await tap(tab, 'Connect');
      await firefox.answer('Block');
      if (dialogs) {
        expect(await waitForDialog(tab)).toBe(BLOCKED);
        await tap(tab, 'Cancel');
      }
      expect(await readOutput(tab)).toEqual({ error: 'LOOPBACK_BLOCKED' });
      expect(Number(await tab.evaluate('performance.now() - times.connecting'))).toBeLessThan(10_000);
    });
  }
});
