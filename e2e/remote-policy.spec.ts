import { expect, type Page, test } from '@playwright/test';
import { createReflector } from '../mock/src/server.js';
import type { DappInput } from './browsers/dapp-page.js';
import { serveScript, useResource, withInput } from './bundle.js';

const reflector = useResource(createReflector);

/** Connects on a page whose policy allows connections to `source` besides its own server. */
async function connect(page: Page, source: string): Promise<() => void> {
  const policy = `default-src 'self'; connect-src 'self' ${source}`;
  const site = await serveScript('browsers/dapp-page.ts', {}, { 'Content-Security-Policy': policy });
  const input: DappInput = { remote: { type: 'reflector', host: reflector.host } };
  await page.goto(withInput(site.url, input));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  return site.close;
}

test('a policy that names the reflector is enough for its code', async ({ page }) => {
  const close = await connect(page, `ws://${reflector.host}`);
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  close();
});

test('a policy that does not name the reflector ends the call with SESSION_CLOSED', async ({ page }) => {
  const close = await connect(page, 'https://example.com');
  await expect(page.locator('output')).toHaveText('{"error":"SESSION_CLOSED"}');
  close();
});
