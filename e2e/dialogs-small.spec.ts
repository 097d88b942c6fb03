import { expect, test } from '@playwright/test';
import { APP_LIST_TEXTS } from '../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../src/dialogs/texts.js';
import { useResource } from './bundle.js';
import { doubleTexts, openView, serveDialogs } from './dialogs/open.js';
import { VIEWS } from './dialogs/views.js';

const site = useResource(serveDialogs);

/**
 * Sizes of windows, as on small phones, beside a keyboard, in landscape orientation, or with a split screen.
 * Dialogs open in the first, in which the title and the filled button have the least room.
 */
const SIZES = [
  [420, 320],
  [320, 480],
  [320, 568],
  [360, 360],
  [360, 420],
  [479, 470],
  [568, 320],
  [740, 360],
  [360, 740],
] as const;

/** Returns what is wrong with a dialog as it is scrolled now. */
function findFaults(dialog: Element): readonly string[] {
  const faults: string[] = [];
  const cross = dialog.querySelector('.close')?.getBoundingClientRect();
  if (!cross) return ['no cross'];
  const outer = dialog.getBoundingClientRect();
  const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest('.close, .hidden, [hidden]')) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const isCovered =
        line.right > cross.left &&
        line.left < cross.right &&
        line.bottom > cross.top &&
        line.top < cross.bottom;
      if (isCovered) faults.push(`the cross covers “${node.textContent}”`);
      if (line.left < outer.left || line.right > outer.right) faults.push(`“${node.textContent}” is cut off`);
    }
  }
  if (dialog.scrollWidth > dialog.clientWidth) faults.push('it scrolls sideways');
  const title = dialog.querySelector('h2')?.getBoundingClientRect();
  if (!title || title.top < Math.max(0, outer.top)) faults.push('the title is out of view');
  for (const control of dialog.querySelectorAll('button, a, summary')) {
    const { height } = control.getBoundingClientRect();
    if (height < 44) faults.push(`“${control.textContent}” is ${height} pixels high`);
  }
  if (dialog.querySelectorAll('.main').length > 1) faults.push('it has two filled buttons');
  return faults;
}

/** Texts that are half as long again, as in some languages, with a word longer than a line. */
const LONG_TEXTS = Object.fromEntries(
  Object.entries({ ...DEFAULT_TEXTS, ...SCAN_TEXTS, ...APP_LIST_TEXTS })
    .filter(([key]) => key !== 'getWalletUrl')
    .map(([key, text]) => [key, `${text} ${text.slice(0, text.length / 2)}`]),
);
const LONG_NAME = 'Wertpapierdepotverwaltungsgesellschaft Wallet';

for (const [state, textSize, input] of [
  ['in every window', 16, {}],
  ['from right to left', 16, { dir: 'rtl' }],
  ['with texts of twice the size', 32, {}],
  ['with long texts', 16, { texts: LONG_TEXTS, apps: [{ name: LONG_NAME, last: 'chosen' }] }],
] as const) {
  test(`the title is in view, the cross covers no text, and nothing is cut off or too low to press, ${state}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (textSize === 32) await doubleTexts(page);
    const faults: string[] = [];
    for (const view of VIEWS) {
      await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
      // The title after a press is another one with other texts.
      if ('texts' in input && view[3] !== undefined) continue;
      const dialog = await openView(page, site, view, input);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        // As it was opened, and then as it would be opened.
        if (width !== SIZES[0][0]) await dialog.evaluate((element) => element.scrollTo(0, 0));
        const found = await dialog.evaluate(findFaults);
        faults.push(...found.map((fault) => `${view[0]}, ${width} × ${height}: ${fault}`));
      }
      await page.goto('about:blank');
    }
    expect(faults).toEqual([]);
  });
}

test('with texts of twice the size, a wallet app is on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await doubleTexts(page);
  const identity = { name: 'Pocket Coffee', uri: site.url };
  const lists = VIEWS.filter(([, dialog]) => ['chooseApp', 'openIn'].includes(dialog));
  for (const view of lists) {
    const dialog = await openView(page, site, view, { identity, name: identity.name });
    const row = dialog.locator('li .row').first();
    if (await row.count()) await expect(row, view[0]).toBeInViewport({ ratio: 1 });
    await page.goto('about:blank');
  }
});
