import { expect, type Page, test } from '@playwright/test';
import { findInBothSchemes, findViolations } from './accessibility.js';
import type { ScriptPage } from './bundle.js';
import { getContrast } from './contrast.js';
import { openScreen, serveHome, showScreen } from './home/open.js';

const SCREENS = ['Accounts', 'Apps', 'Activity', 'Settings'] as const;

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveHome();
});
test.afterAll(() => site.close());

/** Opens what is folded on a screen: forms, questions and details. */
async function unfold(page: Page, screen: (typeof SCREENS)[number]): Promise<void> {
  if (screen === 'Accounts') {
    await page.getByRole('button', { name: 'Import an account' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Rename Main' }).click();
    await page.getByRole('button', { name: 'Remove Savings' }).click();
  }
  if (screen === 'Apps') await page.getByRole('button', { name: 'Revoke all' }).click();
  if (screen === 'Activity') {
    for (const summary of await page.locator('summary').all()) await summary.click();
  }
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
    await unfold(page, screen);
    await expectAccessible(`${screen}, unfolded`);
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
  for (const screen of SCREENS) {
    await showScreen(page, screen);
    await unfold(page, screen);
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
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`buttons can be read in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await openScreen(page, site, 'Accounts');
    await unfold(page, 'Accounts');
    for (const name of ['Import', 'Cancel', 'Keep', 'Remove', 'Get SOL Main']) {
      const button = page.getByRole('button', { name, exact: true }).first();
      expect(await getContrast(button, 8), name).toBeGreaterThan(4.5);
    }
    const marked = page.getByRole('tab', { selected: true });
    expect(await getContrast(marked)).toBeGreaterThan(4.5);
  });
}

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
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element.matches(':focus'))) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
    await page.keyboard.press(key);
  };
  await press('Rename Main', 'Enter');
  await page.keyboard.type('Wallet');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename Wallet' })).toBeFocused();
  await press('Remove Wallet', 'Enter');
  // The first choice is the one that keeps the account.
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Wallet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press('Remove', 'Enter');
  await expect(page.getByText('Wallet', { exact: true })).toHaveCount(0);
  // The next Tab goes on at this place.
  await expect(page.getByRole('list', { name: 'Accounts' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /copy the address/ })).toBeFocused();
});

test('nothing moves if the user wants reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScreen(page, site, 'Accounts');
  for (const screen of SCREENS) {
    await showScreen(page, screen);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});
