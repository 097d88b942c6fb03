import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from '@playwright/test';
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
