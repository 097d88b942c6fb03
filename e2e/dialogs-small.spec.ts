import { expect, type Locator, test } from '@playwright/test';
import { APP_LIST_TEXTS } from '../src/dialogs/app-list-texts.js';
import { SCAN_TEXTS } from '../src/dialogs/scan-texts.js';
import { DEFAULT_TEXTS } from '../src/dialogs/texts.js';
import { useResource } from './bundle.js';
import { doubleTexts, openView, serveDialogs } from './dialogs/open.js';
import { VIEWS } from './dialogs/views.js';

const site = useResource(serveDialogs);

/** Sizes of windows, as on small phones, beside a keyboard, in landscape orientation, or with a split screen. */
const SIZES = [
  [320, 480],
  [320, 568],
  [360, 360],
  [360, 420],
  [420, 320],
  [479, 470],
  [568, 320],
  [740, 360],
  [360, 740],
] as const;

/** What no window may break, as the user finds the dialog when it opens. */
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
  ['with long texts', 16, { texts: LONG_TEXTS, apps: [{ name: LONG_NAME, isCurrent: true }] }],
] as const) {
  test(`the cross covers no text, and nothing is cut off, ${state}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (textSize === 32) await doubleTexts(page);
    const faults: string[] = [];
    for (const view of VIEWS) {
      // The title after a press is another one with other texts.
      if ('texts' in input && view[3] !== undefined) continue;
      const dialog = await openView(page, site, view, input);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await dialog.evaluate((element) => element.scrollTo(0, 0));
        const found = await dialog.evaluate(findFaults);
        faults.push(...found.map((fault) => `${view[0]}, ${width} × ${height}: ${fault}`));
      }
      await page.goto('about:blank');
    }
    expect(faults).toEqual([]);
  });
}

for (const textSize of [16, 32]) {
  test(`a dialog opens with its title in view, with texts of ${textSize} pixels`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (textSize === 32) await doubleTexts(page);
    const faults: string[] = [];
    for (const [width, height] of [
      [320, 480],
      [420, 320],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const view of VIEWS) {
        const dialog = await openView(page, site, view);
        const found = await dialog.evaluate(findFaults);
        faults.push(...found.map((fault) => `${view[0]}, ${width} × ${height}: ${fault}`));
        await page.goto('about:blank');
      }
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

test('whatever one can press is 44 pixels high', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const getHeight = async (control: Locator): Promise<number> => (await control.boundingBox())?.height ?? 0;
  for (const view of VIEWS) {
    const dialog = await openView(page, site, view);
    for (const control of await dialog.locator(':is(button, a, summary):visible').all()) {
      expect(await getHeight(control), `${view[0]}: ${await control.innerText()}`).toBeGreaterThanOrEqual(44);
    }
    await page.goto('about:blank');
  }
});
