import { expect } from '@playwright/test';
import { serveScript, useResource, withInput } from '../bundle.js';
import type { OpenInPageInput } from '../open-in/page.js';
import type { Tab } from './engine.js';
import { getFocused, tap, waitFor, waitForDialog, waitForNoDialog } from './screen.js';
import { test } from './test.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const site = useResource(() => serveScript('open-in/page.ts'));

/** Opens the page as an iPhone sees it, and connects. Returns the title of the dialog that follows. */
async function connect(tab: Tab, input: OpenInPageInput = {}): Promise<string> {
  await tab.open(withInput(site.url, { userAgent: IPHONE, ...input }));
  await waitFor(tab, "document.querySelector('output')?.textContent.includes('registered')");
  await tap(tab, 'Connect');
  return waitForDialog(tab);
}

const expectNotes = (tab: Tab, ...notes: readonly string[]): Promise<void> =>
  expect
    .poll(() => tab.evaluate("document.querySelector('output').textContent.trim().split('\\n')"))
    .toEqual(notes);

test('a tap on a link to a wallet app ends the call once the page is hidden', async ({ tab }) => {
  expect(await connect(tab)).toBe('Choose your wallet app');
  // The system opens the app, so the browser stays where it is.
  await tab.evaluate("void addEventListener('click', (event) => event.preventDefault(), true)");
  // The first letter stands in for an icon, and the last word is a hint.
  await tap(tab, 'PPhantomOpen');
  await tab.evaluate(
    "void (Object.defineProperty(document, 'visibilityState', { value: 'hidden' }), document.dispatchEvent(new Event('visibilitychange')))",
  );
  await waitForNoDialog(tab);
  const opened = 'OPENED_IN_WALLET: The user cancelled here: this page was opened in Phantom';
  await expectNotes(tab, 'registered', opened);
});

test('a frame of another origin is no wallet, whatever its name', async ({ tab }) => {
  const frames = ['phantom', 'solflare', 'backpack', 'TelegramWebview'];
  await tab.open(withInput(site.url, { userAgent: IPHONE, frames }));
  await waitFor(tab, "document.querySelector('output')?.textContent.includes('registered')");
  await tap(tab, 'Connect');
  expect(await waitForDialog(tab)).toBe('Choose your wallet app');
  const text = "document.querySelector('mobile-wallet-dialog').shadowRoot.querySelector('#text').textContent";
  expect(await tab.evaluate(text)).not.toContain('Telegram');
  await tap(tab, 'Cancel');
  await expectNotes(tab, 'registered', 'USER_CANCELLED');
});

test('Escape cancels, and the focus returns to the button', async ({ tab }) => {
  await connect(tab);
  await tab.press('Escape');
  await waitForNoDialog(tab);
  await expectNotes(tab, 'registered', 'USER_CANCELLED');
  await expect.poll(() => getFocused(tab)).toBe('Connect');
});

test('another wallet of the page is named in place of links', async ({ tab }) => {
  expect(await connect(tab, { other: 'Phantom' })).toBe('Choose Phantom in the list');
  await tap(tab, 'OK');
  await expectNotes(tab, 'registered', '2 wallets', 'USER_CANCELLED');
});

test('in the browser of a social app, the dialog says how to leave it', async ({ tab }) => {
  await connect(tab, { userAgent: `${IPHONE} Instagram 370.0.0.0.0` });
  const text = "document.querySelector('mobile-wallet-dialog').shadowRoot.querySelector('#text').textContent";
  expect(await tab.evaluate(text)).toContain('Instagram may not open wallet apps.');
  await tap(tab, 'Cancel');
  await expectNotes(tab, 'registered', 'USER_CANCELLED');
});
