import { expect, type Locator, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { useResource } from './bundle.js';
import { getContrast, getTextContrast } from './contrast.js';
import { doubleTexts, getUrl, open, serveDialogs } from './dialogs/open.js';

const site = useResource(serveDialogs);

test('styles, policies and listeners of the page do not affect it', async ({ page }) => {
  const css = `
    :root > * { display: none !important; font-size: 99px !important; opacity: 0 !important; }
    * { all: unset; color: red !important; --line: red; pointer-events: none !important; }`;
  await page.goto(getUrl(site, {}));
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    dispatchEvent(new Event('notFound'));
  }, css);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCSS('font-size', '16px');
  await expect(dialog).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dialog).toHaveCSS('width', '400px');
  expect((await dialog.boundingBox())?.height).toBeGreaterThan(300);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('output')).toHaveText('notFound: try-again in a tap');
});

test('uses the page’s direction, colours and texts, and does not move if motion is unwanted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const texts = { notFoundTitle: 'لم يجب أي تطبيق محفظة', getWalletUrl: 'https://wallets.example/' };
  const dialog = await open(page, site, 'notFound', { texts, dir: 'rtl' });
  await expect(dialog).toHaveAccessibleName(texts.notFoundTitle);
  await expect(dialog.getByRole('link')).toHaveAttribute('href', texts.getWalletUrl);
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await expect(dialog).toHaveCSS('animation-name', 'none');
  await expect(dialog).toHaveCSS('background-color', 'rgb(18, 18, 18)');
  await page.goto('about:blank');
  await open(page, site, 'notFound', { css: 'html { color-scheme: light }' });
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`labels and marks are visible in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    for (const [name, input] of [
      ['waiting', {}],
      ['notFound', {}],
      ['permission', { answers: ['granted'] }],
      ['tapNeeded', {}],
      ['chooseApp', { choices: ['system-app', 'qr-code'] }],
      ['openIn', {}],
    ] as const) {
      const dialog = await open(page, site, name, input);
      if (name === 'permission') await page.keyboard.press('Enter');
      const main = dialog.locator('.main');
      if (await main.count()) {
        const getBackground = (element: Element) => getComputedStyle(element).backgroundColor;
        expect(await main.evaluate(getBackground)).not.toBe(await dialog.evaluate(getBackground));
      }
      for (const text of await dialog.locator(':is(h2, p, button, a, .hint):visible').all()) {
        expect(await getTextContrast(text), await text.innerText()).toBeGreaterThan(4.5);
      }
      // Between the dapp and the phone there are only the dots, or the sign in their place.
      const sign = dialog.locator('.mark > i');
      if (await sign.count()) expect(await getContrast(sign)).toBeGreaterThan(3);
      // Where rows have no background, their border and the sign at their end are left.
      for (const row of await dialog.locator('.row').all()) {
        const end = await row.evaluate((element) => {
          const { borderTopWidth, borderTopStyle } = getComputedStyle(element, '::after');
          return `${borderTopWidth} ${borderTopStyle}`;
        });
        expect(end).toMatch(/^[1-9].*px solid$/);
      }
      for (const row of await dialog.locator('li .row').all())
        await expect(row).toHaveCSS('border-width', '1px');
      await page.keyboard.press('Escape');
      await page.goto('about:blank');
    }
  });
}

test('a failure is a broken line to the phone and “!”, and no second cross', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [name, reason] of [
      ['notFound', 'no-answer'],
      ['blocked', 'policy'],
    ] as const) {
      const dialog = await open(page, site, name, { choices: ['relay'], reason });
      const [line, badge] = [dialog.locator('.mark > i'), dialog.locator('.mark .phone')];
      const getContent = (element: Locator, pseudo: string) =>
        element.evaluate((node, part) => getComputedStyle(node, part).content, pseudo);
      for (const pseudo of ['::before', '::after']) expect(await getContent(line, pseudo)).toBe('none');
      expect(await getContrast(line)).toBeGreaterThan(3);
      expect(await getContent(badge, '::after')).toBe('"!"');
      // Screen readers read what happened in the title.
      await expect(badge).toHaveAttribute('aria-hidden', 'true');
      await page.goto('about:blank');
    }
  }
});

test('more than three ways to go on are one filled button, and “Other ways” with the rest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const choices = ['try-again', 'other-app', 'relay', 'qr-code', 'open-page'] as const;
  const dialog = await open(page, site, 'notFound', { choices });
  await expect(dialog.locator(':is(button, a, summary):visible')).toHaveText([
    'Cancel',
    'Try again',
    'Other ways',
  ]);
  // By keyboard, from the button that has the focus.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const rows = dialog.locator('details > .row:visible');
  await expect(rows).toHaveText([
    'Other ways',
    'Use another wallet app',
    'Connect over the internet',
    'Use a wallet on another device',
    'Open this page in your wallet app',
    'Get a wallet app',
  ]);
  const widths = await rows.evaluateAll((elements) => elements.map((row) => row.clientWidth));
  const main = await dialog.locator('.main').evaluate((element) => element.clientWidth);
  expect(new Set(widths)).toEqual(new Set([main]));
  expect(await findInBothSchemes(page, 'all', 'mobile-wallet-dialog')).toEqual([]);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('output')).toHaveText('notFound: relay in a tap');
});

test('three ways to go on are all shown', async ({ page }) => {
  const dialog = await open(page, site, 'notFound', { choices: ['try-again', 'other-app'] });
  const ways = dialog.locator('.actions > *');
  await expect(ways).toHaveText(['Try again', 'Use another wallet app', 'Get a wallet app']);
});

// The sign is the corner of two borders: turned by 135 degrees, the upper right one points down.
for (const [direction, dir, corner, turn] of [
  ['left to right', 'ltr', 'right', '45deg'],
  ['right to left', 'rtl', 'left', '-45deg'],
] as const) {
  test(`the sign of “Other ways”, ${direction}, is seen in forced colors, and points down once open`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const dialog = await open(page, site, 'notFound', { choices: ['try-again', 'relay', 'qr-code'], dir });
    const summary = dialog.locator('summary');
    const getSign = () =>
      summary.evaluate((element) => {
        const { rotate, borderLeftWidth, borderTopWidth, borderTopColor } = getComputedStyle(
          element,
          '::after',
        );
        return {
          rotate,
          corner: borderLeftWidth === '0px' ? 'right' : 'left',
          isSeen: borderTopWidth !== '0px' && borderTopColor !== 'rgba(0, 0, 0, 0)',
        };
      });
    expect(await getSign()).toEqual({ rotate: turn, corner, isSeen: true });
    await summary.click();
    expect(await getSign()).toEqual({ rotate: '135deg', corner: 'right', isSeen: true });
  });
}

test('shows the dapp’s icon, or the first letter of its name or host', async ({ page }) => {
  const uri = site.url;
  await page.route('**/icon.svg', (route) =>
    route.fulfill({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>', contentType: 'image/svg+xml' }),
  );
  const tile = page.getByRole('dialog').locator('.app');
  await open(page, site, 'waiting', {
    identity: { name: 'Example', uri: `${uri}/page/`, icon: '../icon.svg' },
  });
  await expect(tile.locator('img')).toHaveAttribute('src', `${uri}/icon.svg`);
  await expect(tile).toHaveText('');
  for (const [identity, letter] of [
    [{ name: ' äpfel', uri }, 'ä'],
    // One that the server does not have, and one that the page's policy forbids.
    [{ name: '🍏 Äpfel', uri, icon: 'missing.png' }, '🍏'],
    [{ name: 'Example', uri: 'https://other.example', icon: 'icon.svg' }, 'E'],
    [undefined, 'l'],
  ] as const) {
    await page.goto('about:blank');
    await open(page, site, 'waiting', identity ? { identity } : {});
    await page.waitForLoadState('networkidle');
    await expect(tile).toHaveText(letter);
    await expect(tile.locator('img')).toHaveCount(0);
  }
});

test('the main button has the page’s accent, and a text that can be read on it', async ({ page }) => {
  for (const [accent, color] of [
    ['#4a3fd1', 'rgb(74, 63, 209)'],
    ['gold', 'rgb(255, 215, 0)'],
    ['#777', 'rgb(119, 119, 119)'],
  ] as const) {
    const dialog = await open(page, site, 'tapNeeded', {
      css: `:root { --mobile-wallet-accent: ${accent} }`,
    });
    const main = dialog.getByRole('button', { name: 'Open wallet' });
    await expect(main).toHaveCSS('background-color', color);
    expect(await getTextContrast(main), accent).toBeGreaterThan(4.5);
    await page.goto('about:blank');
  }
});

test('texts have the user’s size, and no button breaks a word', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await doubleTexts(page);
  for (const [name, input] of [
    ['notFound', { choices: ['try-again', 'relay', 'qr-code'] }],
    ['scan', {}],
  ] as const) {
    // The page's own size does not count.
    const dialog = await open(page, site, name, { ...input, css: ':root { font-size: 8px }' });
    await expect(dialog).toHaveCSS('font-size', '32px');
    for (const text of await dialog.locator(':is(h2, p, button, a, summary):visible').all()) {
      const size = await text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      expect(size, await text.innerText()).toBeGreaterThanOrEqual(26);
    }
    const isBroken = (element: Element): boolean => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const { 0: word, index } of `${node.textContent}`.matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) return true;
        }
      }
      return false;
    };
    for (const button of await dialog.locator('.actions > *').all()) {
      expect(await button.evaluate(isBroken), await button.innerText()).toBe(false);
    }
    await page.goto('about:blank');
  }
});

test('has one cross in the corner, one filled button at most, and the dapp’s whole name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = 'The Extraordinary Pocket Coffee Company of Greater Manchester';
  const identity = { name, uri: site.url };
  for (const [dialogName, input] of [
    ['waiting', { reopen: true }],
    ['blocked', { choices: ['relay'] }],
    ['blocked', { choices: [], reason: 'policy' }],
    ['notFound', { choices: ['try-again', 'relay', 'qr-code'] }],
    ['tapNeeded', {}],
    ['scan', {}],
  ] as const) {
    const dialog = await open(page, site, dialogName, { ...input, identity });
    const cross = dialog.getByRole('button', { name: 'Cancel', exact: true });
    const [box, outer] = [await cross.boundingBox(), await dialog.boundingBox()];
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const right = (one: typeof box) => (one?.x ?? 0) + (one?.width ?? 0);
    expect([right(outer) - right(box), (box?.y ?? 0) - (outer?.y ?? 0)], dialogName).toEqual([12, 13]);
    // It is the first element, and in view wherever the dialog is scrolled to.
    expect(await cross.evaluate((element) => element.previousElementSibling)).toBe(null);
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(cross).toBeInViewport({ ratio: 1 });
    expect(await dialog.locator('.main').count()).toBeLessThanOrEqual(1);
    const caption = dialog.locator('.name').first();
    await expect(caption).toHaveText(name);
    expect(await caption.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.goto('about:blank');
  }
});

test('stands beside what the page’s root element leaves room for', async ({ page }) => {
  for (const [width, padding] of [
    [1280, 420],
    [900, 420],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const side of ['left', 'right']) {
      for (const name of ['waiting', 'scan']) {
        const dialog = await open(page, site, name, { css: `html { padding-${side}: ${padding}px }` });
        const isBeside = async (): Promise<boolean> => {
          const { x, width: own } = (await dialog.boundingBox()) ?? { x: 0, width: 0 };
          const [start, end] = side === 'left' ? [padding, width] : [0, width - padding];
          return Math.abs(x - start - (end - x - own)) < 2 && x > start;
        };
        await expect.poll(isBeside, `${name} at ${width}, ${side}`).toBe(true);
        await page.goto('about:blank');
      }
    }
  }
});
