import { devices, expect } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource, withInput } from './bundle.js';

const dapp = useResource(() => serveScript('registration/page.ts'));

for (const device of ['Desktop Chrome', 'Pixel 7', 'iPhone 15', 'iPad Pro 11'] as const) {
  test.describe(`with the fixture’s mock wallet, on ${device}`, () => {
    test.use({ userAgent: devices[device]?.userAgent ?? '' });

    test(`a dapp registers without \`local\`, on ${device}`, async ({ page, mockWallet }) => {
      await page.goto(withInput(dapp.url, { order: ['own'] }));
      const { results } = JSON.parse(await page.locator('output').innerText());
      expect(results).toEqual(['registered']);
      expect(mockWallet.asked).toEqual([]);
    });
  });
}
