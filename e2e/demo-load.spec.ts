import { expect, type Frame, type Page, test } from '@playwright/test';
import { ask, connectAndPay, decide, getResult, getShop } from './demo.js';

/** Returns the layout shift of the page, or that of the shop in its frame if it is more. */
async function getLayoutShift(page: Page): Promise<number> {
  const frames = page.frames().filter((frame) => frame === page.mainFrame() || frame.name() === 'shop');
  return Math.max(...(await Promise.all(frames.map(getShift))));
}

/**
 * Returns the sum of the layout shifts after the first frame, except those right after an input. In that
 * frame, Chromium also counts a shift from a layout that it made before the styles had loaded, and that
 * nobody has seen.
 */
function getShift(frame: Frame): Promise<number> {
  return frame.evaluate(async () => {
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

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the page hardly moves while it loads, and when results come, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const shop = getShop(page);
    await expect(shop.getByRole('button', { name: 'Pay with your wallet' })).toBeEnabled();
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
    await connectAndPay(shop);
    await ask(shop, 'Sign in');
    await decide(shop, 'Approve');
    await expect(getResult(shop, 'Signed in: verified')).toBeVisible();
    expect(await getLayoutShift(page)).toBeLessThan(0.05);

    await page.reload();
    await expect(shop.getByTestId('balance')).toContainText('SOL');
    expect(await getLayoutShift(page)).toBeLessThan(0.05);
  });
}

test('headline, product and code need no script', async ({ page }) => {
  await page.route(/\.tsx?($|\?)/, (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Flat white' })).toBeVisible();
  await expect(page.getByText('session.signAndSendTransactions(')).toBeVisible();
  const guide = page.getByRole('link', { name: 'Add it to your dapp' });
  await expect(guide).toHaveAttribute('href', /docs\/guides\/add-to-a-dapp/);
  await expect(page.getByRole('link', { name: 'Docs' })).not.toHaveAttribute('href', /guides/);
});
