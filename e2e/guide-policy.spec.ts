import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { root } from '../scripts/process.mjs';
import { serveScript } from './bundle.js';

const GUIDE = readFileSync(join(root, 'docs/guides/content-security-policy.md'), 'utf8');
const [, BLOCK = ''] = /```text\n([\s\S]*?)```/.exec(GUIDE) ?? [];
/** The complete policy of the guide, in one line. */
const POLICY = BLOCK.replace(/\s+/g, ' ').trim();

/**
 * Opens a dapp under a policy, and presses its button to connect. Returns how to read what violated the
 * policy.
 */
async function connect(page: Page, policy: string): Promise<() => Promise<readonly string[]>> {
  const site = await serveScript('origins/page.ts', {}, { 'Content-Security-Policy': policy });
  page.once('close', site.close);
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI.replace(/\d+\/.*/, '*')}`),
    );
  });
  await page.goto(`${site.url}/#about:blank`);
  await page.getByRole('button', { name: 'Connect' }).click();
  return () => page.evaluate('violations');
}

for (const [what, policy, violations] of [
  ['the complete policy', POLICY, []],
  ['Trusted Types', `${POLICY}; require-trusted-types-for 'script'; trusted-types 'none'`, []],
  ['no http: to this device', POLICY.replace(' http://localhost:*', ''), ['connect-src http://localhost:*']],
] as const) {
  test(`a dapp connects under ${what}`, async ({ page }) => {
    const readViolations = await connect(page, policy);
    await expect(page.locator('.accounts')).toHaveText('1');
    expect(await readViolations()).toEqual(violations);
  });
}

test('without ws: nothing opens, and a dialog says why', async ({ page, mockWallet }) => {
  const readViolations = await connect(page, POLICY.replace(' ws://localhost:*', ''));
  await expect(page.getByRole('dialog')).toHaveAccessibleName('This site cannot open your wallet');
  expect(await readViolations()).toEqual(['connect-src ws://localhost:*']);
  expect(mockWallet.launches).toEqual([]);
});

test.describe('where a hidden frame opens the wallet app, as in Firefox', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0' });

  for (const [what, policy, violations] of [
    ['the complete policy allows it', POLICY, []],
    ['a policy must name the scheme', POLICY.replace(' solana-wallet:', ''), ['frame-src ']],
  ] as const) {
    test(what, async ({ page }) => {
      const readViolations = await connect(page, policy);
      await expect(page.locator('iframe[hidden]')).toHaveAttribute('src', /^solana-wallet:/);
      await expect(page.locator('.progress').last()).toHaveText('"connecting"');
      await expect.poll(readViolations).toEqual(violations);
    });
  }
});
