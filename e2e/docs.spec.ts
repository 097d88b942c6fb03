import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { isStale } from '../scripts/ensure.mjs';
import { Failure, root, runScript } from '../scripts/process.mjs';
import { findInBothSchemes, findViolations } from './accessibility.js';
import { getShop } from './demo.js';

const SITE = join(root, 'dist-docs');
/** An address at which the test itself serves the site's files, in a folder, as on GitHub Pages. */
const ORIGIN = 'https://docs.test/any/folder';
/** What the site is built from. */
const SOURCES =
  'README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs src mock/src mock/README.md bench/README.md ' +
  'test/faults scripts/pages scripts/pages.mjs e2e/PITFALLS.md test/rules/README.md package.json mock/package.json demo scripts/docs/site.mjs scripts/docs/reference.mjs scripts/docs/signature.mjs ' +
  'scripts/docs/landing.md scripts/docs/404.html scripts/docs/package-lock.json scripts/docs/.vitepress/config.mts scripts/docs/.vitepress/search.mts scripts/docs/.vitepress/signatures.mts scripts/docs/.vitepress/package-managers.mts scripts/docs/.vitepress/theme';
const PAGES = {
  home: 'index.html',
  'a guide': 'docs/guides/add-to-a-dapp.html',
  'a page with tables': 'mock/index.html',
  'the reference of an import': 'docs/api/mobile-wallet-standard/session.html',
  'the options': 'docs/api/mobile-wallet-standard.html#mobilewalletoptions',
};
const DESKTOP: readonly string[] = [PAGES.home, PAGES['a guide']];
/** What people ask, and a section that answers it. */
const QUESTIONS = {
  'how do I know if a payment was sent': 'errors.html#before-you-send-again',
  'which CSP do I need': 'content-security-policy.html#a-complete-policy',
  'test a declined request': 'test-in-ci.html#in-a-browser-with-playwright',
  'run a reflector': 'another-device.html#running-a-reflector',
  'base58 signature': 'get-paid.html#a-signature-in-base58',
  'what does idleMs do': 'wallet-pickers.html#several-requests-after-one-tap-idlems',
  'is it safe to retry': 'errors.html#before-you-send-again',
  'why is my wallet not in the list': 'troubleshooting.html#no-wallet-in-the-picker',
  'two tabs': 'wallet-module.html#several-accounts-several-tabs',
  'several accounts': 'wallet-module.html#several-accounts-several-tabs',
  'switch to another account': 'wallet-module.html#several-accounts-several-tabs',
  'user pressed the button two times': 'wallet-module.html#a-button-that-is-pressed-twice',
  'how big is it': 'wallet-module.html#size',
  'bundle size in kb': 'wallet-module.html#size',
  'does it work on iphone': 'iphones.html#what-users-see',
  'log out': 'wallet-module.html#use-the-wallet',
  'how long until a request times out': 'errors.html#time-limits',
  'window is not defined next.js': 'add-to-a-dapp.html#nextjs',
  'verify sign in on my server': 'troubleshooting.html#a-sign-in-does-not-verify',
  jwt: 'sign-in-on-a-server.html#the-server',
  'priority fee': 'get-paid.html#the-fee',
  gasless: 'get-paid.html#pay-the-fee-for-the-user',
  'fee payer': 'get-paid.html#pay-the-fee-for-the-user',
  'change the colour of the dialogs': 'options.html#what-users-see',
  'always the wrong wallet opens': 'troubleshooting.html#always-the-wrong-wallet-opens',
  'choose which wallet app opens': 'which-wallet-app.html#let-users-choose-first',
  'the wallet opens twice': 'troubleshooting.html#it-asks-twice',
  'jest cannot use import': 'troubleshooting.html#it-does-not-compile-or-bundle',
  'get test sol': 'try-without-a-phone.html#use-its-chain',
  'does it work in telegram': 'iphones.html#what-users-see',
  'user closed the wallet': 'errors.html#the-user-said-no',
  'hydration failed': 'troubleshooting.html#it-does-not-compile-or-bundle',
  eresolve: 'an-older-kit-beside-the-mock-wallet',
  'wallet-adapter next.js': 'add-to-a-dapp.html#nextjs-with-wallet-adapter',
  walletsendtransactionerror: 'troubleshooting.html#nothing-opens',
  ...(existsSync(join(root, 'docs/guides/unpublished.md')) && {
    'npm 404': 'unpublished.html#before-the-first-release',
  }),
  'localhost https': 'real-phone.html#2-get-your-page-onto-the-phone',
  'which wallets work': 'what-works.html#what-works-where',
  'supported wallets': 'what-works.html#what-works-where',
  'trusted types': 'content-security-policy.html#a-complete-policy',
  'change the colour': 'options.html#what-users-see',
  ssr: 'add-to-a-dapp.html#nextjs',
  registerMobileWallet: 'mobile-wallet-standard.html#registermobilewallet',
  'phantom does not open': 'troubleshooting.html#nothing-opens',
  'stay connected after reload': 'wallet-module.html#use-the-wallet',
  'detect whether a wallet is installed': 'which-wallet-app.html#what-users-can-do',
  'address lookup tables': 'wallet-module.html#use-the-wallet',
  'wallet shows twice in the picker': 'troubleshooting.html#two-entries-for-one-wallet',
};
/** Questions of which the section must come first. */
const FIRST = {
  declined: 'errors.html#the-user-said-no',
  'user declined the payment': 'errors.html#the-user-said-no',
  'two wallets installed': 'which-wallet-app.html#what-android-does',
  expo: 'what-works.html#not-for-you',
  'qr code does not scan': 'another-device.html#what-the-user-sees',
  'hardware wallet': 'what-works.html#not-for-you',
  batch: 'wallet-module.html#use-the-wallet',
  'react native': 'what-works.html#not-for-you',
  walletconnect: 'what-works.html#not-for-you',
  'change network': 'wallet-pickers.html#the-chains',
};
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const sources = SOURCES.split(' ').map((path) => join(root, path));
  if (isStale(SITE, sources) && (await runScript('docs')) !== 0)
    throw new Failure('The site could not be built: see the message above.');
});

test.beforeEach(async ({ page }) => {
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = getFile(route.request().url());
    return route.fulfill(existsSync(path) ? { path } : { status: 404, path: join(SITE, '404.html') });
  });
});

/** Returns the file of an address of the site. */
function getFile(url: string): string {
  return join(
    SITE,
    decodeURIComponent(new URL(url).href.slice(ORIGIN.length).replace(/[?#].*/, '')).replace(
      /\/$/,
      '/index.html',
    ),
  );
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${ORIGIN}/${path}`, { waitUntil: 'networkidle' });
}

/** Searches the site, and returns the results. */
async function search(page: Page, text: string): Promise<Locator> {
  const box = page.getByRole('searchbox');
  // The key counts only once the page's scripts run.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await box.fill(text);
  return page.getByRole('dialog').getByRole('listitem');
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('each page is accessible and as wide as the screen', async ({ page }) => {
      for (const path of Object.values(PAGES)) {
        await open(page, path);
        // Only two kinds of pages have more on a desktop than on a phone: their navigation, and their
        // outline.
        if (name === 'phone') expect.soft(await findInBothSchemes(page, 'default'), path).toEqual([]);
        else if (DESKTOP.includes(path))
          expect.soft(await findInBothSchemes(page, 'colours'), path).toEqual([]);
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      }
    });

    test('each page is as wide as the screen at 200 % text', async ({ page }) => {
      for (const path of Object.values(PAGES)) {
        await open(page, path);
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
          .toBe(viewport.width);
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

test('the search answers a question within three results, guides first, and says that it finds nothing', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, PAGES['a guide']);
  const results = await search(page, '');
  for (const [question, section] of Object.entries({ ...QUESTIONS, ...FIRST })) {
    await page.getByRole('searchbox').fill(question);
    const found = results.locator('> a');
    const listHrefs = () => found.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    // The results of the question before stay until these are there.
    const count = question in FIRST ? 1 : 3;
    await expect.poll(async () => (await listHrefs()).slice(0, count).join(' '), question).toContain(section);
    await expect(
      found.and(page.locator(`[href$="${section}"]`)).locator('.excerpt'),
      question,
    ).not.toBeEmpty();
    const hrefs = await listHrefs();
    if (question.includes(' ')) expect.soft(hrefs[0], question).toMatch(/\/docs\/(?:guides\/|what-works)/);
  }
  await page.getByRole('searchbox').fill('NOT_SUBMITTED');
  await expect(results.first()).toContainText('NOT_SUBMITTED');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#not_submitted$/);
  await search(page, 'xylophone');
  await expect(page.getByText('Nothing found for "xylophone"')).toBeVisible();
  expect(requests.filter((url) => !url.startsWith(ORIGIN))).toEqual([]);
});

test('the first page leads to the demo and to the guides, in any folder of a server', async ({ page }) => {
  await open(page, '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Let people pay with the wallet on their phone',
  );
  expect(await findViolations(page, 'default')).toEqual([]);
  await page.getByRole('link', { name: /^The demo/ }).click();
  const shop = getShop(page);
  await expect(shop.getByRole('button', { name: 'Pay with your wallet' })).toBeEnabled();
  await page.goBack();
  await page.getByRole('link', { name: 'Migrate', exact: true }).click();
  await expect(page).toHaveURL(`${ORIGIN}/docs/guides/migrate.html`);
  // Without a new document, so that links which the server wrote relative to the first page stay right.
  await page.getByRole('link', { name: 'Troubleshooting', exact: true }).click();
  await expect(page).toHaveURL(`${ORIGIN}/docs/guides/troubleshooting.html`);
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await expect(page).toHaveURL(`${ORIGIN}/docs/api/`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API reference');
});

test('an address without a page leads to the pages of the site, in any folder of a server', async ({
  page,
}) => {
  await open(page, 'docs/guides/no/such-page.html');
  await expect(page.getByRole('main')).toContainText('This page does not exist');
  expect(await findInBothSchemes(page)).toEqual([]);
  const links = page.getByRole('main').getByRole('link');
  await expect(links.first()).toHaveAttribute('href', `${ORIGIN}/`);
  for (const link of await links.all()) {
    expect(existsSync(getFile((await link.getAttribute('href')) ?? ''))).toBe(true);
  }
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/docs/`);
});

test('an address without a page has the navigation of the site', async ({ page }) => {
  await open(page, 'docs/guides/no/such-page.html');
  const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
  await expect(links).toHaveText(['Guides', 'Demo', 'API']);
  for (const [index, path] of ['docs/', 'demo/', 'docs/api/'].entries())
    await expect(links.nth(index)).toHaveAttribute('href', `${ORIGIN}/${path}`);
});

test('an address without a page has a search, which opens that of the site', async ({ page }) => {
  await open(page, 'docs/guides/no/such-page.html');
  await page.getByRole('searchbox', { name: 'Search the documents' }).fill('trusted types');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${ORIGIN}/docs/`);
  await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue('trusted types');
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('A complete policy');
});

test('the reference of the main import has what registers first, and each name in its outline', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.desktop);
  await open(page, PAGES['the options']);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    /^Register/,
    /^Pay/,
    /^Read errors/,
    /^Change what it does/,
  ]);
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText(/^registerMobileWallet\(\)/);
  const outline = page.getByRole('navigation', { name: 'On this page' });
  for (const name of ['registerMobileWallet()', 'MobileWalletOptions', 'findSendError()'])
    await expect(outline.getByRole('link', { name, exact: true })).toBeVisible();
  // Its text is in the sources.
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
});

test('the reference has each signature as code, with links to its types and, at the right, its source', async ({
  page,
}) => {
  for (const viewport of Object.values(SIZES)) {
    await page.setViewportSize(viewport);
    await open(page, 'docs/api/mobile-wallet-standard.html');
    const heading = page.getByRole('heading', { name: 'registerMobileWallet()' });
    const source = page.getByRole('link', { name: /^Source: src\/wallet\/register\.ts:\d+$/ }).first();
    const [name, link] = [await heading.boundingBox(), await source.boundingBox()];
    if (!name || !link) throw new Error('The name or its source is not shown.');
    expect(link.y + link.height / 2).toBeGreaterThan(name.y);
    expect(link.y + link.height / 2).toBeLessThan(name.y + name.height);
    expect(link.x + link.width).toBeCloseTo(name.x + name.width, 0);
    const code = page.locator('.signature').first();
    await expect(code).toHaveText(
      'function registerMobileWallet(options: MobileWalletOptions): Registration',
    );
    await code.getByRole('link', { name: 'MobileWalletOptions' }).click();
    await expect(page).toHaveURL(/#mobilewalletoptions$/);
  }
});

test('the reference breaks no name within a word, and its outline none at all', async ({ page }) => {
  for (const [viewport, path] of [
    [SIZES.phone, 'kit'],
    [SIZES.phone, ''],
    [SIZES.desktop, ''],
  ] as const) {
    await page.setViewportSize(viewport);
    await open(page, `docs/api/mobile-wallet-standard${path && `/${path}`}.html`);
    const broken = await page.locator('.vp-doc h3, .vp-doc h5, .vp-doc code').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const found: string[] = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode())
          for (const { 0: word, index } of `${node.textContent}`.matchAll(/\w+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top));
            if (lines.size > 1) found.push(word);
          }
        return found;
      }),
    );
    expect(broken).toEqual([]);
  }
  const outline = page.getByRole('navigation', { name: 'On this page' });
  const cut = await outline
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => link.scrollWidth > link.clientWidth || link.clientHeight > 30)
        .map((link) => link.textContent),
    );
  expect(cut).toEqual([]);
});

test('each type of the reference stands near what needs it', async ({ page }) => {
  await open(page, 'docs/api/mobile-wallet-standard.html');
  const names = (await page.locator('.vp-doc h3').allTextContents()).map((name) => name.replace(/\W/g, ''));
  const needs = {
    MobileWalletOptions: 'createMobileWallet',
    MobileWalletTransactFeature: 'MobileWalletFeatures',
    SendErrorCode: 'findSendError',
  };
  for (const [type, by] of Object.entries(needs)) {
    const distance = names.indexOf(type) - names.indexOf(by);
    expect.soft(distance, type).toBeGreaterThan(0);
    expect.soft(distance, type).toBeLessThan(6);
  }
});

test('each page of the reference has its functions before its types', async ({ page }) => {
  const folders = ['mobile-wallet-standard', 'mock-mobile-wallet'].map((name) => `docs/api/${name}`);
  const pages = folders.flatMap((folder) => [
    folder,
    ...readdirSync(join(SITE, folder)).map((name) => `${folder}/${name.replace('.html', '')}`),
  ]);
  expect(pages.length).toBeGreaterThan(10);
  for (const path of pages) {
    await open(page, `${path}.html`);
    const kinds = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    const isFunctions = kinds.map((kind) => kind.startsWith('Functions'));
    expect.soft(isFunctions.lastIndexOf(true), path).toBeLessThan(1);
  }
});

test('the reference begins with what to import, from where each import has its page', async ({ page }) => {
  await open(page, 'docs/api/index.html');
  const main = page.getByRole('main');
  await expect(main.getByRole('row').nth(1)).toContainText('registerMobileWallet(options)');
  await main.getByRole('row').getByRole('link', { name: '…/kit' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/docs/api/mobile-wallet-standard/kit.html`);
  await page.goBack();
  await main.getByRole('link', { name: 'a wallet for development and tests' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/mock/`);
});

test('a guide has its commands for each package manager, and leads to its source', async ({ page }) => {
  await open(page, PAGES['a guide']);
  const group = page.getByRole('main').locator('.vp-code-group').first();
  await expect(group.locator('pre:visible')).toContainText('npm install mobile-wallet-standard');
  await group.getByText('Yarn', { exact: true }).click();
  await expect(group.locator('pre:visible')).toContainText('yarn add mobile-wallet-standard');
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveAttribute(
    'href',
    'https://github.com/mobile-wallet-standard/mobile-wallet-standard/edit/main/docs/guides/add-to-a-dapp.md',
  );
});

test('a list for programs names each guide, with the address of its Markdown', () => {
  const list = readFileSync(join(SITE, 'llms.txt'), 'utf8');
  expect(list).toMatch(/^# mobile-wallet-standard\n\n> \w/);
  const links = [...list.matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, href = '']) => href);
  const files = links.map((href) =>
    href.replace(/^https:\/\/raw\.githubusercontent\.com\/(?:[\w-]+\/){2}main\//, ''),
  );
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
  expect(guides.filter((guide) => !files.includes(guide))).toEqual([]);
});

test('the first page shows all of its code on a phone, and buttons that copy it', async ({ page }) => {
  await page.setViewportSize(SIZES.phone);
  await open(page, PAGES.home);
  const blocks = page.locator(".landing [class*='language-']:visible");
  await expect(blocks).toHaveCount(2);
  for (const block of await blocks.all()) {
    await expect(block.getByRole('button', { name: 'Copy Code' })).toBeVisible();
    const isCut = await block.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    expect(isCut).toBe(false);
    const button = await block.getByRole('button').boundingBox();
    for (const line of await block.locator('.line').all())
      for (const box of await line.evaluate((span) =>
        Array.from(span.getClientRects(), (rect) => rect.toJSON()),
      ))
        expect(box.right).toBeLessThanOrEqual(button?.x ?? 0);
  }
});

test('a guide shows one set-up at a time: the first, or the one that a tab or an address names', async ({
  page,
}) => {
  const getSetUps = () =>
    page.getByRole('heading', { level: 2, name: /^(?:React|Next\.js|SvelteKit|A plain page)\b/ });
  await open(page, PAGES['a guide']);
  await expect(getSetUps()).toHaveText(/^React\W*$/);
  await page.getByRole('link', { name: 'SvelteKit', exact: true }).first().click();
  await expect(getSetUps()).toHaveText(/^SvelteKit/);
  await expect(page.locator('.tabs [aria-current=true]')).toHaveText('SvelteKit');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await page.goBack();
  await expect(getSetUps()).toHaveText(/^React\W*$/);
  await open(page, 'docs/index.html');
  await open(page, `${PAGES['a guide']}#nextjs`);
  await expect(getSetUps()).toHaveText(/^Next\.js/);
});

test('each link of the site leads to a page and an anchor of it', () => {
  const paths = readdirSync(SITE, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  const pages = paths.filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [path, readFileSync(join(SITE, path), 'utf8')]));
  const broken = pages.flatMap((path) =>
    [...(texts.get(path) ?? '').matchAll(/<(?:a|img|source)\b[^>]*\s(?:href|src|srcset)="([^"]+)"/g)].flatMap(
      ([, target = '']) => {
        const { origin, href, hash } = new URL(target.replaceAll('&amp;', '&'), `${ORIGIN}/${path}`);
        if (origin !== new URL(ORIGIN).origin) return [];
        // An address outside the folder leads to no file.
        const file = relative(SITE, getFile(href)).replaceAll('\\', '/');
        const id = decodeURIComponent(hash.slice(1));
        // The shop's script makes this place, and e2e/demo.spec.ts follows the link.
        const isMade = `${file}${hash}` === 'demo/shop.html#actions';
        const isFound = id === '' || isMade || texts.get(file)?.includes(`id="${id}"`);
        return paths.includes(file) && isFound ? [] : [`${path}: ${target}`];
      },
    ),
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});
