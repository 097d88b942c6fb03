import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page, test } from '@playwright/test';
import { serveScript, useResource } from './bundle.js';
import type { TapOutcome } from './os-handler/page.js';
import { startSystem } from './os-handler/system.js';

test.skip(process.platform !== 'linux', 'only on Linux the system’s handler can be replaced');

const PUBLIC_KEY = ed25519.getPublicKey(new Uint8Array(32).fill(9));

const site = useResource(() => serveScript('os-handler/page.ts'));
const system = useResource(() => startSystem(site.url));

/**
 * Taps the page's button and resolves with the outcome that the page sends. Does not use a locator's click or
 * read the page, because both give the page user activation.
 */
async function tap(page: Page): Promise<TapOutcome> {
  const { x, y } = (await page.getByRole('button').boundingBox()) ?? { x: 0, y: 0 };
  const outcome = page.waitForRequest('**/outcome');
  const refusal = page.waitForEvent('console', (message) =>
    message.text().startsWith('Not allowed to launch'),
  );
  await page.mouse.click(x + 1, y + 1);
  await refusal;
  return (await outcome).postDataJSON();
}

test('the system’s handler starts the wallet once for each tap', async () => {
  const page = await system.context.newPage();
  await page.goto(site.url);
  for (const launches of [1, 2]) {
    const { signed, again } = await tap(page);
    expect(signed).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{128}$/) });
    const signature = Buffer.from(typeof signed === 'string' ? '' : signed.signature, 'hex');
    expect(ed25519.verify(signature, Buffer.from('hello'), PUBLIC_KEY)).toBe(true);
    expect(again).toBe('USER_GESTURE_REQUIRED');
    expect(system.getOpened()).toEqual(
      Array(launches).fill(
        expect.stringMatching(
          /^solana-wallet:\/v1\/associate\/local\?association=[\w-]{87}&port=\d{5}&v=v1$/,
        ),
      ),
    );
  }
});
