import { expect } from '@playwright/test';
import { useResource } from '../bundle.js';
import { startDemoSite } from '../demo-site.js';
import type { Tab } from './engine.js';
import { waitFor } from './screen.js';
import { test } from './test.js';

const site = useResource(startDemoSite);

const CAN_SIGN =
  "crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).then(() => true, () => false)";
/** The document of the wallet's request. The frames belong to this page, so its scripts can use them. */
const WALLET =
  "[...document.querySelector('mobile-wallet-panel')?.shadowRoot.querySelectorAll('iframe') ?? []].find((frame) => frame.src.includes('page='))?.contentDocument";

/** Presses the button with this text as soon as it is visible. */
async function press(tab: Tab, text: string, document = 'document'): Promise<void> {
  const button = `[...(${document})?.querySelectorAll('button') ?? []].find((button) => button.textContent.includes(${JSON.stringify(text)}) && !button.disabled && button.getClientRects().length > 0)`;
  await waitFor(tab, `${button} !== undefined`);
  await tab.evaluate(`${button}.click()`);
}

const waitForText = (tab: Tab, text: string) =>
  waitFor(tab, `document.body.innerText.includes(${JSON.stringify(text)})`);

test('the static demo connects and pays, or says why it cannot', async ({ tab }) => {
  await tab.open(`${site.url}shop.html#actions`);
  if (!(await tab.evaluate(CAN_SIGN))) {
    await waitForText(tab, 'This browser cannot play the wallet');
    return;
  }
  await press(tab, 'Mobile Wallet Adapter');
  await press(tab, 'Approve', WALLET);
  await waitForText(tab, '10 test SOL');
  await press(tab, 'Send transfer');
  await press(tab, 'Approve', WALLET);
  await waitForText(tab, 'Sent 0.01 test SOL');
  await waitForText(tab, '9.989995 test SOL');
  expect(
    await tab.evaluate(
      'performance.getEntriesByType("resource").map(({ name }) => new URL(name).host).every((host) => host === location.host || host === "")',
    ),
  ).toBe(true);
});

test('the wallet beside the page ends above the form to join another page', async ({ tab, baseURL }) => {
  await tab.open(new URL('/shop.html', baseURL).href);
  const inPanel = (selector: string) =>
    `document.querySelector('mobile-wallet-panel')?.shadowRoot.querySelector('${selector}')?.getBoundingClientRect()`;
  await press(
    tab,
    'Scan',
    "document.querySelector('mobile-wallet-panel')?.shadowRoot.querySelector('.home iframe')?.contentDocument",
  );
  await waitFor(tab, `${inPanel('.join')} !== undefined`);
  expect(await tab.evaluate(`${inPanel('.home iframe')}.bottom <= ${inPanel('.join')}.top`)).toBe(true);
});
