import { expect, type Page, test } from '@playwright/test';
import { ask, connectAndPay, decide, getResult } from './demo.js';
import { expectRest } from './panel.js';

/**
 * Returns the sum of the layout shifts after the first frame, except those right after an input. In that
 * frame, Chromium also counts a shift from a layout that it made before the styles had loaded, and that
 * nobody has seen.
 */
function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const [firstPaint] = performance.getEntriesByName('first-paint') as (PerformanceEntry & {
      paintTime: number;
    })[];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        const isSeen = firstPaint !== undefined && entry.startTime > firstPaint.paintTime;
        if (isSeen && !hadRecentInput) sum += value;
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser delivers buffered entries in a later task.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return sum;
  });
}

/** Waits for all that the first view shows: what to press, and on wide pages the phone. */
async function expectFirstView(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Connect and pay 0.01 test SOL' })).toBeVisible();
  await expectRest(page);
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the page hardly moves while it loads, and when results come, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expectFirstView(page);
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
    await connectAndPay(page);
    await ask(page, 'Sign in');
    await decide(page, 'Approve');
    await expect(getResult(page, 'Signed in: verified')).toBeVisible();
    expect(await getLayoutShift(page)).toBeLessThan(0.05);

    await page.reload();
    await expect(page.getByTestId('balance')).toContainText('SOL');
    await expect(page.getByText('For developers')).toBeVisible();
    await expectRest(page);
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
  });
}
