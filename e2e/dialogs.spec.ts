import { chromium, expect, type Locator, type Page, test } from '@playwright/test';
import { type ScriptPage, serveScript } from './bundle.js';
import { getChromiumOptions } from './chromium.js';
import { getContrast, getTextContrast } from './contrast.js';
import type { DialogsInput } from './dialogs/page.js';

let site: ScriptPage;
test.beforeAll(async () => {
  // The policy forbids inline styles, and scripts, fonts or images from other sites.
  site = await serveScript('dialogs/page.ts', {}, { 'Content-Security-Policy': "default-src 'self'" });
});
test.afterAll(() => site.close());

function getUrl(input: DialogsInput): string {
  return `${site.url}/#${encodeURIComponent(JSON.stringify(input))}`;
}

/** Opens the page and then one of its dialogs by keyboard. */
async function open(page: Page, name: string, input: DialogsInput = {}): Promise<Locator> {
  await page.goto(getUrl(input));
  await page.getByRole('button', { name }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Expects these notes on the page, no dialog, and the focus back at the button that opened it. */
async function expectEnd(page: Page, notes: string, opener: string): Promise<void> {
  await expect(page.locator('output')).toHaveText(notes);
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: opener })).toBeFocused();
}

function getFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const focused = element?.shadowRoot?.activeElement ?? element;
    return focused?.localName === 'button' || focused?.localName === 'a'
      ? `${focused.textContent}`
      : `${focused?.localName}`;
  });
}

test.describe('waiting', () => {
  test('has a name and a status, takes the focus, and Escape cancels', async ({ page }) => {
    const dialog = await open(page, 'waiting');
    await expect(dialog).toHaveAccessibleName('Continue in your wallet app');
    await expect(dialog).toHaveAccessibleDescription(/come back here/);
    await expect(dialog.getByRole('status')).toContainText('Continue in your wallet app');
    await expect(dialog).toHaveAttribute('lang', 'en');
    // No button has the focus, so that holding down Enter does not cancel.
    expect(await getFocused(page)).toBe('dialog');
    await page.keyboard.press('Escape');
    await expectEnd(page, 'waiting: cancelled', 'waiting');
  });

  test('is cancelled by its button, and keeps the focus until then', async ({ page }) => {
    await open(page, 'waiting');
    const places = new Set<string>();
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab');
      places.add(await getFocused(page));
    }
    // Between the last and the first element the focus is in the browser's own bars.
    expect([...places].filter((place) => place !== 'body')).toEqual(['Cancel']);
    await page.getByRole('button', { name: 'Cancel' }).press('Space');
    await expectEnd(page, 'waiting: cancelled in a tap', 'waiting');
  });
});

test.describe('permission', () => {
  test('is asked for in a tap, once more if there was no answer, and then opens the wallet', async ({
    page,
  }) => {
    const dialog = await open(page, 'permission', { answers: ['prompt', 'granted'] });
    await expect(dialog).toHaveAccessibleName('Let this site reach your wallet app');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName('Your browser got no answer');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('This site can reach your wallet app now.');
    expect(await getFocused(page)).toBe('Open wallet');
    await page.keyboard.press('Enter');
    await expectEnd(page, 'asked in a tap asked in a tap permission: true in a tap', 'permission');
  });

  test('says how to unblock it if it is denied', async ({ page }) => {
    const dialog = await open(page, 'permission', { answers: ['denied'] });
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleDescription(/Tap the icon next to this page’s address/);
    await page.keyboard.press('Enter');
    await expectEnd(page, 'asked in a tap permission: false in a tap', 'permission');
  });

  test('can be closed while the browser asks', async ({ page }) => {
    const dialog = await open(page, 'permission');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName('Your browser is asking');
    // Let the task of the tap end, because the page marks everything in it as a tap.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.keyboard.press('Escape');
    await page.evaluate(() => dispatchEvent(new Event('answer')));
    await expectEnd(page, 'asked in a tap permission: false', 'permission');
  });

  test('fails with the error of asking', async ({ page }) => {
    await open(page, 'permission', { failure: 'no browser' });
    await page.keyboard.press('Enter');
    await expectEnd(page, 'asked in a tap permission: Error: no browser in a tap', 'permission');
  });
});

test('blocked gives an installed app other instructions than a tab', async () => {
  const context = await chromium.launchPersistentContext('', {
    ...getChromiumOptions(),
    args: [...getChromiumOptions().args, `--app=${getUrl({})}`],
  });
  try {
    const [page = await context.newPage()] = context.pages();
    await page.getByRole('button', { name: 'blocked' }).press('Enter');
    await expect(page.getByRole('listitem').first()).toHaveText(/^Open your browser/);
    await page.keyboard.press('Enter');
    await expectEnd(page, 'blocked: undefined in a tap', 'blocked');
  } finally {
    await context.close();
  }
});

test.describe('not found', () => {
  test('tries again', async ({ page }) => {
    await open(page, 'notFound');
    expect(await getFocused(page)).toBe('Try again');
    await page.keyboard.press('Enter');
    await expectEnd(page, 'notFound: true in a tap', 'notFound');
  });

  test('links to wallets, and stays open after a tap outside it', async ({ page }) => {
    const dialog = await open(page, 'notFound');
    const link = dialog.getByRole('link', { name: 'Get a wallet app' });
    await expect(link).toHaveAttribute('href', 'https://solanamobile.com/wallets');
    await expect(link).toHaveAttribute('target', '_blank');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectEnd(page, 'notFound: false in a tap', 'notFound');
  });
});

test.describe('tap needed', () => {
  for (const [want, title] of [
    ['connect', 'Example asks to connect to your wallet'],
    ['signIn', 'Example asks you to sign in'],
    ['signature', 'Example asks for a signature'],
    ['send', 'Example asks to send a transaction'],
    ['other', 'Example asks to continue in your wallet app'],
  ] as const) {
    test(`says what the dapp wants (${want}), and opens the wallet app in a tap`, async ({ page }) => {
      const dialog = await open(page, 'tapNeeded', { want });
      await expect(dialog).toHaveAccessibleName(title);
      await expect(dialog).toHaveAccessibleDescription(/Open your wallet app again/);
      await expect(dialog.getByRole('status')).toContainText(title);
      expect(await getFocused(page)).toBe('Open wallet');
      await page.keyboard.press('Enter');
      await expectEnd(page, 'tapNeeded: true in a tap', 'tapNeeded');
    });
  }

  for (const key of ['Escape', 'Enter']) {
    test(`is cancelled by ${key === 'Enter' ? 'its button' : key}`, async ({ page }) => {
      await open(page, 'tapNeeded');
      if (key === 'Enter') await page.keyboard.press('Tab');
      await page.keyboard.press(key);
      await expectEnd(page, `tapNeeded: false${key === 'Enter' ? ' in a tap' : ''}`, 'tapNeeded');
    });
  }

  test('shows the dapp’s name as text, and the dapp’s own wording', async ({ page }) => {
    const name = '<b>$& & “Co”</b>';
    const texts = { tapNeededToSend: '{name} möchte etwas senden' };
    const dialog = await open(page, 'tapNeeded', { name, texts, want: 'send' });
    await expect(dialog).toHaveAccessibleName(`${name} möchte etwas senden`);
    await expect(dialog.locator('b')).toHaveCount(0);
  });
});

test('every dialog closes as soon as its signal aborts, and leaves the next one open', async ({ page }) => {
  await page.goto(getUrl({}));
  for (const name of ['waiting', 'permission', 'blocked', 'notFound', 'tapNeeded']) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    const isLeft = await page.evaluate(() => {
      dispatchEvent(new Event('abort'));
      return document.querySelector('mobile-wallet-dialog') !== null;
    });
    expect(isLeft).toBe(false);
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.evaluate(() => {
    for (const type of ['blocked', 'abort', 'waiting']) dispatchEvent(new Event(type));
  });
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expectEnd(
    page,
    'permission: false blocked: undefined notFound: false tapNeeded: false blocked: undefined waiting: cancelled in a tap',
    'tapNeeded',
  );
});

test('a newer dialog replaces the older one without cancelling it', async ({ page }) => {
  const dialog = await open(page, 'waiting');
  await page.evaluate(() => {
    dispatchEvent(new Event('permission'));
    dispatchEvent(new Event('notFound'));
  });
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName('No wallet app answered');
  expect(await getFocused(page)).toBe('Try again');
  await page.keyboard.press('Escape');
  await expectEnd(page, 'permission: false notFound: false', 'waiting');
});

test('styles, policies and listeners of the page do not affect it', async ({ page }) => {
  const css = `
    :root > * { display: none !important; font-size: 99px !important; opacity: 0 !important; }
    * { all: unset; color: red !important; --line: red; pointer-events: none !important; }`;
  await page.goto(getUrl({}));
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
  await expect(page.locator('output')).toHaveText('notFound: true in a tap');
});

test('uses the page’s direction, colours and texts, and does not move if motion is unwanted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const texts = { notFoundTitle: 'لم يجب أي تطبيق محفظة', getWalletUrl: 'https://wallets.example/' };
  const dialog = await open(page, 'notFound', { texts, dir: 'rtl' });
  await expect(dialog).toHaveAccessibleName(texts.notFoundTitle);
  await expect(dialog.getByRole('link')).toHaveAttribute('href', texts.getWalletUrl);
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await expect(dialog).toHaveCSS('animation-name', 'none');
  await expect(dialog).toHaveCSS('background-color', 'rgb(18, 18, 18)');
  await page.goto('about:blank');
  await open(page, 'notFound', { css: 'html { color-scheme: light }' });
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
    ] as const) {
      const dialog = await open(page, name, input);
      if (name === 'permission') await page.keyboard.press('Enter');
      for (const text of await dialog.locator('h2, p, button, a').all()) {
        expect(await getTextContrast(text), await text.innerText()).toBeGreaterThan(4.5);
      }
      expect(await getContrast(dialog.locator('.mark'), 20)).toBeGreaterThan(3);
      // In the middle of the phone there is only the line that crosses it out.
      if (name === 'notFound') {
        expect(await getContrast(dialog.locator('.mark'), 30)).toBeGreaterThan(3);
      }
      await page.keyboard.press('Escape');
      await page.goto('about:blank');
    }
  });
}
