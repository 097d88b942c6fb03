import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Failure, root, runScript } from '../scripts/process.mjs';
import { isStale } from '../scripts/staleness.mjs';
import { findInBothSchemes, findViolations } from './accessibility.js';

const SITE = join(root, 'dist-docs');
/** An address at which the test itself serves the site's files. */
const ORIGIN = 'http://docs.test';
/** What the site is built from. */
const SOURCES =
  'README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs src mock/src mock/README.md bench/README.md ' +
  'e2e/FAULTS.md e2e/PITFALLS.md test/rules/README.md package.json mock/package.json scripts/docs/site.mjs ' +
  'scripts/docs/package-lock.json scripts/docs/.vitepress/config.mts';
const PAGES = {
  home: 'index.html',
  'a guide': 'docs/guides/add-to-a-dapp.html',
  'a page with tables': 'mock/index.html',
  'the reference of an import': 'docs/api/mobile-wallet-standard/session.html',
  'the options': 'docs/api/mobile-wallet-standard.html#mobilewalletoptions',
};
const DESKTOP: readonly string[] = [PAGES.home, PAGES['a guide']];
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const sources = SOURCES.split(' ').map((path) => join(root, path));
  if (isStale(SITE, sources) && (await runScript('docs')) !== 0)
    throw new Failure('The site could not be built: see the message above.');
});

test.beforeEach(async ({ page }) => {
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ path: join(SITE, new URL(route.request().url()).pathname) }),
  );
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${ORIGIN}/${path}`, { waitUntil: 'networkidle' });
}

/** Searches the site, and returns the results. */
async function search(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill(text);
  return page.getByRole('dialog').getByRole('listitem');
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('each page is accessible and as wide as the screen', async ({ page }) => {
      for (const path of Object.values(PAGES)) {
        await open(page, path);
        // Only two kinds of pages have more on a desktop than on a phone: their navigation, and their outline.
        if (name === 'phone') expect.soft(await findInBothSchemes(page, 'default'), path).toEqual([]);
        else if (DESKTOP.includes(path))
          expect.soft(await findInBothSchemes(page, 'colours'), path).toEqual([]);
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

test('the site asks the network for nothing, and finds a function, an error code and a sentence', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, PAGES.home);
  await expect((await search(page, 'registerMobileWallet')).first()).toContainText('registerMobileWallet');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/registermobilewallet/);
  await page.keyboard.press('Escape');
  await expect((await search(page, 'NOT_SUBMITTED')).first()).toContainText('NOT_SUBMITTED');
  await page.keyboard.press('Escape');
  await expect((await search(page, 'wallet pickers look for wallets only then')).first()).toBeVisible();
  expect(requests.filter((url) => !url.startsWith(ORIGIN))).toEqual([]);
});

test('each link of the site leads to a page and an anchor of it', () => {
  const paths = readdirSync(SITE, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  const pages = paths.filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [path, readFileSync(join(SITE, path), 'utf8')]));
  const broken = pages.flatMap((path) =>
    [...(texts.get(path) ?? '').matchAll(/<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="([^"]+)"/g)].flatMap(
      ([, target = '']) => {
        const { origin, pathname, hash } = new URL(target.replaceAll('&amp;', '&'), `${ORIGIN}/${path}`);
        if (origin !== ORIGIN) return [];
        const file = decodeURIComponent(pathname.slice(1)).replace(/(^|\/)$/, '$1index.html');
        const id = decodeURIComponent(hash.slice(1));
        const isFound = id === '' || texts.get(file)?.includes(`id="${id}"`);
        return paths.includes(file) && isFound ? [] : [`${path}: ${target}`];
      },
    ),
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});
