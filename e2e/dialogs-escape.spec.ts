import { expect, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { open, serveDialogs } from './dialogs/open.js';

const site = useResource(serveDialogs);

/**
 * Opens a modal dialog of the page in a shadow tree, which the library does not see, and removes what has the
 * focus in it.
 */
function openInFront(): void {
  const host = document.createElement('div');
  const front = document.createElement('dialog');
  front.append(document.createElement('button'));
  front.addEventListener('close', () => document.querySelector('output')?.append('front closed '));
  document.body.append(host);
  host.attachShadow({ mode: 'open' }).append(front);
  front.showModal();
  front.querySelector('button')?.remove();
}

test('Escape closes the dialog, although a list of the page is open and takes the key', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.evaluate(() => {
    addEventListener('keydown', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => event.preventDefault(), true);
  });
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});

test('Escape, or the page that removes the dialog, hides one that can be hidden, and Cancel cancels', async ({
  page,
}) => {
  const ends: readonly [end: () => Promise<unknown>, notes: string][] = [
    [() => page.keyboard.press('Escape'), 'waiting: hidden'],
    [() => page.locator('mobile-wallet-dialog').evaluate((host) => host.remove()), 'waiting: hidden'],
    [() => page.getByRole('button', { name: 'Cancel' }).press('Enter'), 'waiting: cancelled in a tap'],
  ];
  for (const [end, notes] of ends) {
    await page.goto('about:blank');
    await open(page, site, 'waiting', { hide: true });
    await end();
    await expect(page.locator('output')).toHaveText(notes);
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  }
});

test('Escape that is held down closes one dialog, and not the next', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.keyboard.down('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
  await page.evaluate(() => dispatchEvent(new Event('notFound')));
  const dialog = page.getByRole('dialog', { name: 'Your wallet didn’t answer' });
  await expect(dialog).toBeVisible();
  await page.keyboard.down('Escape');
  await page.keyboard.down('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
  await page.keyboard.up('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled notFound: cancel');
});

test('Escape closes a dialog in front that has lost the focus, and then this one', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.evaluate(openInFront);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('front closed');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('front closed waiting: cancelled');
});

test('Escape closes the dialog when nothing has the focus', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
});

test('a key of a script that closes the page’s menus does not close the dialog', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  await expect(page.locator('output')).toHaveText('');
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
});

test('100 dialogs leave no listener on the page', async ({ page }) => {
  await open(page, site, 'waiting');
  await page.keyboard.press('Escape');
  const client = await page.context().newCDPSession(page);
  const count = async (expression: string): Promise<number> => {
    const { result } = await client.send('Runtime.evaluate', { expression });
    const { listeners } = await client.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId as string,
    });
    return listeners.length;
  };
  const before = [await count('window'), await count('document')];
  await page.evaluate(() => {
    for (let n = 0; n < 100; n++)
      for (const type of ['waiting', 'tapNeeded', 'abort']) dispatchEvent(new Event(type));
  });
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  expect([await count('window'), await count('document')]).toEqual(before);
});
