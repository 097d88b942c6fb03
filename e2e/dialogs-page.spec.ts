import { expect, type Page, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { getFocused, open, serveDialogs } from './dialogs/open.js';

const site = useResource(serveDialogs);

/** How a page removes what it did not add. */
const REMOVALS: Readonly<Record<string, () => void>> = {
  'removes its element': () => document.querySelector('mobile-wallet-dialog')?.remove(),
  'empties the root element': () => document.documentElement.replaceChildren(document.head, document.body),
  'replaces the root element': () => {
    const root = document.createElement('html');
    root.append(document.head, document.body);
    document.documentElement.replaceWith(root);
  },
  'writes another document': () => {
    const output = document.querySelector('output') as Element;
    document.write('<p>Another document</p>');
    document.close();
    document.body.append(output);
  },
};

/** Opens a dialog after `before`, in the same task. */
const show = (page: Page, name: string, before = '') =>
  page.evaluate(`(${before || '() => {}'})(), void showDialog('${name}')`);

const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

for (const [how, remove] of Object.entries(REMOVALS)) {
  test(`a page that ${how} closes the dialog, and the next one is shown`, async ({ page }) => {
    await open(page, site, 'waiting');
    await page.evaluate(remove);
    const notes = page.locator('output');
    await expect(notes).toHaveText('waiting: cancelled');
    await show(page, 'permission');
    await expect(page.getByRole('dialog')).toBeVisible();
    // One that takes the place of a removed one in the same task is shown, too.
    await show(page, 'notFound', String(remove));
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Your wallet didn’t answer');
    await page.keyboard.press('Escape');
    await expect(notes).toHaveText('waiting: cancelled permission: cancel notFound: cancel');
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  });

  test(`a page that ${how} while the dialog fades out shows the next one`, async ({ page }) => {
    await open(page, site, 'waiting');
    await page.keyboard.press('Escape');
    await show(page, 'tapNeeded', String(remove));
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Example asks for your signature');
    await page.keyboard.press('Escape');
    await expect(page.locator('output')).toHaveText('waiting: cancelled tapNeeded: cancel');
  });
}

test('a page that moves the element keeps the dialog', async ({ page }) => {
  const dialog = await open(page, site, 'waiting');
  await page.evaluate(() =>
    document.documentElement.prepend(document.querySelector('mobile-wallet-dialog') as Element),
  );
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await press(page, 'Cancel');
  await expect(page.locator('output')).toHaveText('waiting: cancelled in a tap');
});

/**
 * Opens a modal dialog of the page. If `isRival`, it comes in front again each time that it loses the focus.
 */
function openOwnDialog(isRival: boolean): void {
  const own = document.createElement('dialog');
  own.append(document.createElement('input'));
  document.body.append(own);
  own.showModal();
  let times = 0;
  if (isRival)
    own.addEventListener('focusout', () =>
      queueMicrotask(() => {
        if (++times > 100) return;
        own.close();
        own.showModal();
      }),
    );
}

test('comes in front of a modal dialog that the page opens later, with its focus', async ({ page }) => {
  await open(page, site, 'tapNeeded');
  await page.evaluate(openOwnDialog, false);
  await expect.poll(() => getFocused(page)).toBe('Open wallet');
  await press(page, 'Open wallet');
  await expect(page.locator('output')).toHaveText('tapNeeded: open-wallet in a tap');
  await expect(page.locator('input')).toBeFocused();
});

test('leaves a dialog in front that always comes there', async ({ page }) => {
  await open(page, site, 'tapNeeded');
  await page.evaluate(openOwnDialog, true);
  await expect(page.locator('input')).toBeFocused();
});
