import { expect, type Page, test } from '@playwright/test';
import { findInBothSchemes, findViolations } from './accessibility.js';
import { useResource } from './bundle.js';
import { getContrast } from './contrast.js';
import { openMenu, openScreen, type ScreenName, serveHome, showScreen, unfoldSettings } from './home/open.js';

const SCREENS: readonly ScreenName[] = ['Accounts', 'Apps', 'Activity', 'Settings'];

const site = useResource(serveHome);

/** What is folded on a screen, and how it is opened: forms, questions and details. */
const FOLDED: readonly (readonly [screen: ScreenName, unfold: (page: Page) => Promise<void>])[] = [
  [
    'Accounts',
    async (page) => {
      await openMenu(page);
      await page.getByRole('button', { name: 'Remove Main' }).click();
    },
  ],
  [
    'Accounts',
    async (page) => {
      await openMenu(page);
      await page.getByRole('button', { name: 'Rename Main' }).click();
    },
  ],
  [
    'Accounts',
    async (page) => {
      await openMenu(page);
      await page.getByRole('button', { name: 'Import an account' }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
    },
  ],
  [
    'Apps',
    async (page) => {
      await page.getByRole('button', { name: 'Revoke all' }).click();
      await page.getByRole('list', { name: 'Connected apps' }).locator('summary').first().click();
    },
  ],
  [
    'Activity',
    async (page) => {
      for (const summary of await page.locator('summary:visible').all()) await summary.click();
    },
  ],
  ['Settings', unfoldSettings],
];

async function closeSheet(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click();
}

/** Whether the page is wider than the window, so that one would have to scroll in two directions. */
function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.panel')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );
}

test('every screen is accessible: light and dark, in forced colours, wide, and at 200 %', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScreen(page, site, 'Accounts');
  const expectAccessible = async (state: string): Promise<void> => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findInBothSchemes(page), state).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await findViolations(page, 'appearance'), `${state}, in forced colours`).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
    for (const width of [1280, 195]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findViolations(page, 'appearance'), `${state}, ${width} pixels wide`).toEqual([]);
      expect(await isTooWide(page), `${state}, ${width} pixels wide`).toBe(false);
    }
  };
  for (const screen of SCREENS) {
    await showScreen(page, screen);
    await expectAccessible(screen);
  }
  for (const [index, [screen, unfold]] of FOLDED.entries()) {
    await page.setViewportSize({ width: 390, height: 844 });
    await showScreen(page, screen);
    await unfold(page);
    await expectAccessible(`${screen}, unfolded (${index})`);
    await closeSheet(page);
  }
});

test('every screen of a wallet that nobody has used is accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScreen(page, site, 'Accounts', '#fresh');
  for (const screen of SCREENS) {
    await showScreen(page, screen);
    expect(await findViolations(page), screen).toEqual([]);
  }
});

test('everything that can be pressed is 44 pixels high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openScreen(page, site, 'Accounts');
  for (const [screen, unfold] of FOLDED) {
    await showScreen(page, screen);
    await unfold(page);
    const small = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('button, a, select, summary, label, input:not(label input), textarea'),
      )
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.matches('label:has(select)'))
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML),
    );
    expect(small, screen).toEqual([]);
    await closeSheet(page);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`buttons can be read in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await openScreen(page, site, 'Accounts');
    await openMenu(page);
    await page.getByRole('button', { name: 'Import an account' }).click();
    for (const name of ['Import', 'Cancel']) {
      const button = page.getByRole('button', { name, exact: true });
      expect(await getContrast(button, 8), name).toBeGreaterThan(4.5);
    }
    const getBackground = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await getBackground('Import'), 'the main button looks like the other').not.toBe(
      await getBackground('Cancel'),
    );
    await page.keyboard.press('Escape');
    expect(await getContrast(page.getByRole('button', { name: 'Get test SOL' }))).toBeGreaterThan(4.5);
    expect(await getContrast(page.getByRole('tab', { selected: true }))).toBeGreaterThan(4.5);
  });
}

test('texts are as large as the user wants them, and no word of a button is broken', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openScreen(page, site, 'Accounts');
  const getSize = () =>
    page
      .getByText('9.998995 test SOL')
      .last()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const before = await getSize();
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  expect(await getSize()).toBe(2 * before);
  await openMenu(page);
  for (const view of ['Rename Main', 'Import an account']) {
    await page.getByRole('button', { name: view }).click();
    const broken = await page.getByRole('dialog').evaluate((dialog) =>
      Array.from(dialog.querySelectorAll('button, label')).flatMap((button) => {
        // A word in more than one line has more than one rectangle.
        const words = Array.from(button.textContent.matchAll(/\S+/g));
        const text = Array.from(button.childNodes).find((node) => node instanceof Text);
        if (!text) return [];
        return words.filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1;
        });
      }),
    );
    expect(broken, view).toEqual([]);
    expect(await isTooWide(page), view).toBe(false);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openMenu(page);
  }
});

test('everything is done by keyboard alone', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  await page.getByRole('tab', { name: 'Accounts' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Apps' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Apps' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Home');

  const press = async (name: string, key: string): Promise<void> => {
    const target = page.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 20; presses++) {
      if (await target.evaluate((element) => element.matches(':focus'))) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
    await page.keyboard.press(key);
  };
  await press('More', 'Enter');
  await press('Rename Main', 'Enter');
  await page.keyboard.type('Wallet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press('Remove Wallet', 'Enter');
  // The first choice is the one that keeps the account. Escape keeps it, too, and leaves the sheet open.
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Wallet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press('Remove', 'Enter');
  await expect(page.getByText('Wallet', { exact: true })).toHaveCount(0);
  // The next Tab goes on at this place.
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Copy the address' })).toBeFocused();

  await page.getByRole('tab', { name: 'Accounts' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await press('Revoke all', 'Enter');
  await press('Revoke all', 'Enter');
  await expect(page.getByText('No app is connected.')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('[role=tabpanel]')?.id)).toBe(
    'panel-apps',
  );
});

test('nothing moves if the user wants reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScreen(page, site, 'Accounts');
  for (const screen of SCREENS) {
    await showScreen(page, screen);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});
