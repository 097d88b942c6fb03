import { expect, type Page, test } from '@playwright/test';
import { decide, getShop, openPlayground } from './demo.js';
import { getApprove, getWallet } from './panel.js';

/** Returns what is wrong with a page whose user wants texts twice as large. */
async function findProblems(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  // Its own frame and the shop's: the wallet's screens have tests of their own.
  const frames = page.frames().filter((frame) => frame === page.mainFrame() || frame.name() === 'shop');
  const problems = (await Promise.all(frames.map((frame) => frame.evaluate(findInDocument)))).flat();
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  return problems;
}

/** Returns what is wrong with texts of twice the size, in the browser. */
function findInDocument(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} pixels too wide`);
  const size = Number.parseFloat(getComputedStyle(document.body).fontSize);
  if (size < 30) found.push(`texts have ${size} pixels`);
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: DOMRect[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    // Codes have no words, and code and tabs scroll.
    if (!parent?.checkVisibility() || parent.closest('.code, pre, .tabs, .for-readers, select, textarea'))
      continue;
    for (const { 0: word, index } of `${node.textContent}`.matchAll(/[^\s]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [line, ...others] = range.getClientRects();
      if (!line) continue;
      if (others.length > 0 && word.length < 20) found.push(`“${word}” is broken`);
      if (line.right > innerWidth + 1 || line.left < -1) found.push(`“${word}” is cut`);
      const cut = parent.closest('button, a, .card')?.getBoundingClientRect();
      if (cut && (line.right > cut.right + 1 || line.bottom > cut.bottom + 1))
        found.push(`“${word}” sticks out`);
      // A line box of one text may touch the next one's, but not its letters.
      const inner = new DOMRect(line.x, line.y + line.height / 4, line.width, line.height / 2);
      const over = lines.some(
        (other) =>
          other.left < inner.right - 1 &&
          other.right > inner.left + 1 &&
          other.top < inner.bottom &&
          other.bottom > inner.top,
      );
      if (over) found.push(`“${word}” is on another word`);
      lines.push(inner);
    }
  }
  return found;
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`texts twice as large break no word and widen no page, ${viewport.width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const shop = getShop(page);
    const actions = shop.locator('summary').filter({ hasText: 'All actions' });
    await actions.click();
    expect(await findProblems(page), 'before connecting').toEqual([]);
    await shop.getByRole('button', { name: 'Pay with your wallet' }).click();
    await expect(getApprove(shop)).toBeEnabled();
    expect(await findProblems(page), 'while the wallet asks').toEqual([]);
    await decide(shop, 'Approve');
    await expect(getWallet(shop).getByRole('heading', { name: /send/i })).toBeVisible();
    await decide(shop, 'Decline');
    await expect(shop.getByText('Your wallet declined').first()).toBeVisible();
    expect(await findProblems(page), 'after a declined payment').toEqual([]);
    await shop.getByRole('button', { name: 'Pay with your wallet' }).click();
    await decide(shop, 'Approve');
    await expect(shop.getByText('Paid 0.01 test SOL')).toBeVisible();
    await expect(shop.getByTestId('balance')).toContainText('SOL');
    expect(await findProblems(page), 'after a payment').toEqual([]);
    await shop.getByText('Receipt', { exact: true }).click();
    await openPlayground(shop);
    expect(await findProblems(page), 'all actions').toEqual([]);

    await page.goto('/check/');
    expect(await findProblems(page), 'the check of a phone').toEqual([]);
  });
}
