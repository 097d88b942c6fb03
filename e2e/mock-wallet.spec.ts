import { ed25519 } from '@noble/curves/ed25519.js';
import { devices, expect, test } from '@playwright/test';
import { test as withMockWallet } from '../mock/src/playwright.js';
import { type ScriptPage, serveScript } from './bundle.js';

let site: ScriptPage;

test.beforeAll(async () => {
  site = await serveScript('mock-wallet/page.ts');
});
test.afterAll(() => site.close());

test('the mock wallet runs in a browser', async ({ page }) => {
  await page.goto(site.url);
  await expect(page.locator('output')).not.toBeEmpty();
  const { authorization, end, address } = JSON.parse(await page.locator('output').innerText());
  expect(end).toEqual({ established: true });
  const { signed_message, signature } = authorization.result.sign_in_result;
  const [text, proof] = [signed_message, signature].map((base64: string) => Buffer.from(base64, 'base64'));
  expect(text?.toString()).toBe(`example.com wants you to sign in with your Solana account:\n${address}`);
  const publicKey = ed25519.getPublicKey(new Uint8Array(32).fill(7));
  expect(ed25519.verify(proof ?? new Uint8Array(), text ?? new Uint8Array(), publicKey)).toBe(true);
});

for (const device of ['Desktop Chrome', 'Pixel 7', 'iPhone 15', 'iPad Pro 11'] as const) {
  const userAgent = devices[device]?.userAgent ?? '';

  withMockWallet.describe(`with the fixture’s mock wallet, on ${device}`, () => {
    withMockWallet.use({ userAgent });

    withMockWallet(`a dapp registers without \`local\`, on ${device}`, async ({ page, mockWallet }) => {
      const dapp = await serveScript('registration/page.ts');
      await page.goto(`${dapp.url}/#${encodeURIComponent(JSON.stringify({ order: ['own'] }))}`);
      const { results } = JSON.parse(await page.locator('output').innerText());
      expect(results).toEqual(['registered']);
      expect(mockWallet.asked).toEqual([]);
      await dapp.close();
    });
  });
}
