import { expect, type Page, test } from '@playwright/test';
import { ask, connectAndPay, decide, getResult } from './demo.js';

/** Returns the sum of the layout shifts since the page began to load, except those right after an input. */
function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) sum += value;
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser delivers buffered entries in a later task.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return sum;
  });
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the page hardly moves while it loads, and when results come, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
    await connectAndPay(page);
    await ask(page, 'Sign in');
    await decide(page, 'Approve');
    await expect(getResult(page, 'Signed in: verified')).toBeVisible();
    expect(await getLayoutShift(page)).toBeLessThan(0.05);

    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByTestId('balance')).toContainText('SOL');
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
  });
}
