import { expect, type Page, test } from '@playwright/test';
import { connectAndPay, getPlayground } from './demo.js';
import { getApprove } from './panel.js';

/** Returns what is wrong with a page whose user wants texts twice as large. */
async function findProblems(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const problems = await page.evaluate(() => {
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
  });
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  return problems;
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
    await page.getByText('Other wallets').click();
    await page.getByText('The code behind it').click();
    expect(await findProblems(page), 'before connecting').toEqual([]);
    await page.getByRole('button', { name: 'Connect and pay' }).click();
    await expect(getApprove(page)).toBeEnabled();
    expect(await findProblems(page), 'while the wallet asks').toEqual([]);
    await page.reload();
    await connectAndPay(page);
    await expect(page.getByTestId('balance')).toContainText('SOL');
    expect(await findProblems(page), 'after a payment').toEqual([]);
    await page.getByText('Receipt', { exact: true }).click();
    await page.getByText('Code', { exact: true }).first().click();
    await expect(page.getByText('connectAndPay').first()).toBeVisible();
    await page.getByText('For developers').click();
    await expect(getPlayground(page)).toBeVisible();
    expect(await findProblems(page), 'for developers').toEqual([]);

    await page.goto('/check/');
    expect(await findProblems(page), 'the check of a phone').toEqual([]);
  });
}
