import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { ensureSite } from '../scripts/docs/ensure-site.mjs';
import { findInBothSchemes, findViolations } from './accessibility.js';

const PAGES = {
  home: 'index.html',
  'a guide': 'documents/Add_the_wallet_to_a_dapp.html',
  'a page with tables': 'documents/mock-mobile-wallet.html',
  'the options': 'interfaces/mobile-wallet-standard.MobileWalletOptions.html',
  'a function': 'functions/mobile-wallet-standard.registerMobileWallet.html',
};
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

let site = '';

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await ensureSite();
});

/** Opens a page of the site as a file. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(pathToFileURL(join(site, path)).href);
  await waitForScripts(page);
}

/** Waits until the page's scripts have built the navigation. They listen to keys by then. */
async function waitForScripts(page: Page): Promise<void> {
  await expect(page.locator('.tsd-navigation .tsd-nav-link, #tsd-nav-container a').first()).toBeAttached();
}

async function search(page: Page, text: string) {
  await waitForScripts(page);
  await page.keyboard.press('/');
  await page.locator('#tsd-search-input').fill(text);
  return page.locator('#tsd-search-results [role="option"]');
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('each page is accessible and as wide as the screen', async ({ page }) => {
      for (const path of Object.values(PAGES)) {
        await open(page, path);
        const rules = name === 'phone' ? 'default' : 'colours';
        expect.soft(await findInBothSchemes(page, rules), path).toEqual([]);
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      }
    });

    test('the search is accessible', async ({ page }) => {
      await open(page, PAGES.home);
      await expect(await search(page, 'registerMobileWallet')).not.toHaveCount(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // All rules, because axe cannot tell the contrast of what lies over the page.
        expect(await findViolations(page, 'default'), colorScheme).toEqual([]);
      }
    });
  });
}

test('the site asks the network for nothing, and finds a function and an error code', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.route(/^(?:https?|wss?):/, (route) => route.abort());
  await open(page, PAGES.home);
  await expect((await search(page, 'registerMobileWallet')).first()).toContainText('registerMobileWallet');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/registerMobileWallet/);
  await expect((await search(page, 'NOT_SUBMITTED')).first()).toBeVisible();
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});

test('each link of the site leads to a page and an anchor of it', () => {
  const paths = readdirSync(site, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  const pages = paths.filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
  const broken = pages.flatMap((path) =>
    [...(texts.get(path) ?? '').matchAll(/<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="([^"]+)"/g)].flatMap(
      ([, target = '']) => {
        const { origin, pathname, hash } = new URL(target.replaceAll('&amp;', '&'), `file:///${path}`);
        if (origin !== 'null' || !target || /^[a-z]+:/i.test(target)) return [];
        const file = decodeURIComponent(pathname.slice(1));
        const id = decodeURIComponent(hash.slice(1));
        const isFound = id === '' || texts.get(file)?.includes(`id="${id}"`);
        return paths.includes(file) && isFound ? [] : [`${path}: ${target}`];
      },
    ),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});
