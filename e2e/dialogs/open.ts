import { expect, type Locator, type Page } from '@playwright/test';
import { type ScriptPage, serveScript } from '../bundle.js';
import type { DialogsInput } from './page.js';
import type { DialogView } from './views.js';

/** Serves the page, whose policy forbids inline styles, and scripts, fonts or images from other sites. */
export const serveDialogs = (): Promise<ScriptPage> =>
  serveScript('dialogs/page.ts', {}, { 'Content-Security-Policy': "default-src 'self'" });

/** Returns the address of the page for this input. */
export function getUrl(site: ScriptPage, input: DialogsInput): string {
  return `${site.url}/#${encodeURIComponent(JSON.stringify(input))}`;
}

/** Opens the page and then one of its dialogs by keyboard. */
export async function open(
  page: Page,
  site: ScriptPage,
  name: string,
  input: DialogsInput = {},
): Promise<Locator> {
  await page.goto(getUrl(site, input));
  await page.getByRole('button', { name }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Opens a view. `more` is input besides its own. */
export async function openView(
  page: Page,
  site: ScriptPage,
  [, name, input, next]: DialogView,
  more: DialogsInput = {},
): Promise<Locator> {
  const dialog = await open(page, site, name, { ...input, ...more });
  if (next === undefined) return dialog;
  await dialog.locator('.main').press('Enter');
  await expect(dialog).toHaveAccessibleName(next);
  return dialog;
}

/** Makes the user's own size of texts twice the usual. */
export async function doubleTexts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

/** Expects these notes on the page, no dialog, and the focus back at the button that opened it. */
export async function expectEnd(page: Page, notes: string, opener: string): Promise<void> {
  await expect(page.locator('output')).toHaveText(notes);
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: opener })).toBeFocused();
}

/** Returns the text of the focused button or link, or the name of another focused element. */
export function getFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const focused = element?.shadowRoot?.activeElement ?? element;
    return focused?.localName === 'button' || focused?.localName === 'a'
      ? `${focused.textContent}`
      : `${focused?.localName}`;
  });
}
