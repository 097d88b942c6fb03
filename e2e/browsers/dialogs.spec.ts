import { expect } from '@playwright/test';
import { serveScript, useResource, withInput } from '../bundle.js';
import type { DialogsInput } from '../dialogs/page.js';
import { type Tab, VIEWPORT } from './engine.js';
import { getFocused, tap, waitFor, waitForDialog, waitForNoDialog } from './screen.js';
import { test } from './test.js';

const headers = { 'Content-Security-Policy': "default-src 'self'" };
const site = useResource(() => serveScript('dialogs/page.ts', {}, headers));

/** Opens the page, and one of its dialogs by keyboard. Returns the dialog's title. */
async function open(tab: Tab, name: string, input: DialogsInput = {}): Promise<string> {
  // The tab may show this page already, and would not load it again for another fragment.
  await tab.open('about:blank');
  await tab.open(withInput(site.url, input));
  await waitFor(tab, "document.querySelector('output') !== null");
  await tab.evaluate(
    `[...document.querySelectorAll('button')].find(({ textContent }) => textContent === '${name}').focus()`,
  );
  await tab.press('Enter');
  return waitForDialog(tab);
}

/** Expects these notes on the page, no dialog, and the focus at the button that opened it. */
async function expectEnd(tab: Tab, notes: readonly string[], opener: string): Promise<void> {
  await waitForNoDialog(tab);
  const readNotes = () => tab.evaluate("document.querySelector('output').textContent.trim().split('\\n')");
  await expect.poll(readNotes).toEqual(notes);
  await expect.poll(() => getFocused(tab)).toBe(opener);
}

test('waiting has a status, takes the focus, and Escape cancels', async ({ tab }) => {
  expect(await open(tab, 'waiting')).toBe('Continue in your wallet app');
  const status = "document.querySelector('mobile-wallet-dialog').shadowRoot.querySelector('[role=status]')";
  expect(await tab.evaluate(`${status}.textContent`)).toContain('Approve or decline there.');
  expect(await getFocused(tab)).toBe('dialog');
  await tab.press('Escape');
  await expectEnd(tab, ['waiting: cancelled'], 'waiting');
});

test('the Tab key moves between the buttons of a dialog, and never to the page behind it', async ({
  tab,
}) => {
  await open(tab, 'notFound');
  const places = [await getFocused(tab)];
  for (let step = 0; step < 6; step++) {
    await tab.press('Tab');
    places.push(await getFocused(tab));
  }
  const buttons = ['Try again', 'Get a wallet app', 'Cancel'];
  expect(places.slice(0, 2)).toEqual(['Try again', 'Get a wallet app']);
  // Between the last button and the first the focus is in the browser's own bars, where a test cannot move
  // it.
  expect(places.filter((place) => ![...buttons, 'body', 'dialog'].includes(String(place)))).toEqual([]);
  await tap(tab, 'Cancel');
  await expectEnd(tab, ['notFound: cancel in a tap'], 'notFound');
});

test('not found tries again by keyboard', async ({ tab }) => {
  expect(await open(tab, 'notFound')).toBe('Your wallet didn’t answer');
  await tab.press('Enter');
  await expectEnd(tab, ['notFound: try-again in a tap'], 'notFound');
});

test('blocked lists steps, and turns into a tap that opens the wallet', async ({ tab }) => {
  expect(await open(tab, 'blocked')).toBe('Your browser blocks the wallet');
  const steps = "document.querySelector('mobile-wallet-dialog').shadowRoot.querySelectorAll('li').length";
  expect(await tab.evaluate(steps)).toBe(3);
  expect(await getFocused(tab)).toBe('dialog');
  await tab.evaluate("void dispatchEvent(new Event('answer'))");
  await expect.poll(() => getFocused(tab)).toBe('Open wallet');
  await tab.press('Enter');
  await expectEnd(tab, ['blocked: open-wallet in a tap'], 'blocked');
});

test('permission is asked for in a tap, and then opens the wallet', async ({ tab }) => {
  expect(await open(tab, 'permission', { answers: ['granted'] })).toBe('Allow this site to open your wallet');
  await tap(tab, 'Continue');
  await expect.poll(() => getFocused(tab)).toBe('Open wallet');
  await tab.press('Enter');
  await expectEnd(tab, ['asked in a tap', 'permission: open-wallet in a tap'], 'permission');
});

test('tap needed says what the dapp wants, and Space opens the wallet', async ({ tab }) => {
  expect(await open(tab, 'tapNeeded', { want: 'send' })).toBe('Example asks you to approve a transaction');
  expect(await getFocused(tab)).toBe('Open wallet');
  await tab.press('Space');
  await expectEnd(tab, ['tapNeeded: open-wallet in a tap'], 'tapNeeded');
});

test('the dialog with a code is not higher than its content, and in the middle', async ({ tab }) => {
  expect(await open(tab, 'scan', { uri: 'solana-wallet:/v1/associate/remote' })).toBe(
    'Use a wallet on another device',
  );
  await tab.evaluate(
    "Promise.all(document.querySelector('mobile-wallet-dialog').shadowRoot.getAnimations().map((one) => one.finished)).then(() => 0)",
  );
  const getBox = async (selector: string) =>
    (await tab.evaluate(
      `document.querySelector('mobile-wallet-dialog').shadowRoot.querySelector('${selector}').getBoundingClientRect().toJSON()`,
    )) as { top: number; bottom: number; height: number };
  const [dialog, code] = [await getBox('dialog'), await getBox('svg')];
  expect(dialog.height - code.height).toBeLessThan(150);
  expect(Math.abs(dialog.top - (VIEWPORT.height - dialog.bottom))).toBeLessThan(3);
  await tap(tab, 'Cancel');
  await waitForNoDialog(tab);
});

const REMOVALS = {
  'removes its element': "document.querySelector('mobile-wallet-dialog').remove()",
  'replaces the root element':
    "const root = document.createElement('html'); root.append(document.head, document.body); document.documentElement.replaceWith(root)",
  'writes another document':
    "const output = document.querySelector('output'); document.write('<p>Another document</p>'); document.close(); document.body.append(output)",
};

for (const [how, remove] of Object.entries(REMOVALS))
  test(`a page that ${how} closes the dialog, and the next one is shown`, async ({ tab }) => {
    await open(tab, 'waiting');
    await tab.evaluate(`(() => { ${remove} })()`);
    const readNotes = () => tab.evaluate("document.querySelector('output').textContent.trim()");
    await expect.poll(readNotes).toBe('waiting: cancelled');
    await tab.evaluate("void showDialog('notFound')");
    expect(await waitForDialog(tab)).toBe('Your wallet didn’t answer');
    await tab.press('Escape');
    await waitForNoDialog(tab);
  });

test('a dialog comes in front of one that the page opens later', async ({ tab }) => {
  await open(tab, 'tapNeeded');
  await tab.evaluate(`(() => {
    const own = document.createElement('dialog');
    own.append(document.createElement('input'));
    document.body.append(own);
    own.showModal();
  })()`);
  await expect.poll(() => getFocused(tab)).toBe('Open wallet');
  await tap(tab, 'Open wallet');
  await expect
    .poll(() => tab.evaluate("document.querySelector('output').textContent.trim()"))
    .toBe('tapNeeded: open-wallet in a tap');
});
