import { expect } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource } from './bundle.js';

const dapp = useResource(() => serveScript('origins/page.ts'));
const stranger = useResource(() => serveScript('origins/stranger.ts'));

test('a frame of another origin cannot reach the wallet, before and after a connect', async ({
  page,
  mockWallet,
}) => {
  await page.goto(`${dapp.url}/#${encodeURIComponent(stranger.url)}`);
  const frame = page.frames().find((candidate) => candidate.url() === `${stranger.url}/`);
  if (!frame) throw new Error('no frame');
  await frame.waitForFunction(() => 'tell' in globalThis);
  const tell = () => frame.evaluate(() => (globalThis as unknown as { tell: () => unknown }).tell());
  const nothing = {
    wallets: [],
    messages: [],
    entries: [],
    parentStore: 'SecurityError',
    parentWallet: 'SecurityError',
  };
  expect(await tell()).toEqual(nothing);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.locator('.accounts')).toHaveText('1');
  expect(mockWallet.asked).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([
    `mobile-wallet-standard:3:${dapp.url}:solana:devnet`,
  ]);
  expect(await tell()).toEqual(nothing);
});
