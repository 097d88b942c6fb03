import { chromium, type Page } from '@playwright/test';
import { getChromiumOptions } from '../chromium.js';
import { type Browser, type Tab, VIEWPORT } from './engine.js';

/** Starts Chromium, driven by Playwright. */
export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch(getChromiumOptions());
  return {
    version: `Chromium ${browser.version()}`,
    openTab: async () => createTab(await browser.newPage({ viewport: VIEWPORT })),
    close: () => browser.close(),
  };
}

/** Returns a page of Playwright as a tab. */
export function createTab(page: Page): Tab {
  return {
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    takeScreenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}
