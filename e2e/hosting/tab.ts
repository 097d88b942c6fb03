import { type Browser, chromium, devices } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { getChromiumOptions } from '../chromium.js';

/** A page on a phone, as each runner has it. */
export type Tab = Readonly<{
  open(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  /** Presses at a place of the page, without a look at what is there. */
  press(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}>;

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'] ?? {};
/** A version of Chromium knows one of the two names. */
const PERMISSIONS = ['local-network-access', 'loopback-network'];

/** Opens a page whose user has answered Chromium's question. */
export async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext(PIXEL);
  const page = await context.newPage();
  const ofPage = await context.newCDPSession(page);
  const { targetInfo } = await ofPage.send('Target.getTargetInfo');
  const ofBrowser = await browser.newBrowserCDPSession();
  const { browserContextId = '' } = targetInfo;
  for (const name of PERMISSIONS) {
    const permission = { permission: { name }, setting: 'granted' as const, browserContextId };
    await ofBrowser.send('Browser.setPermission', permission).catch(() => {});
  }
  return {
    open: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    close: () => context.close(),
  };
}

/** Opens such a page by Puppeteer, which runs a script in it before its own. */
export async function openPuppeteerTab(script: string): Promise<Tab> {
  const { executablePath = chromium.executablePath(), args } = getChromiumOptions();
  const browser = await puppeteer.launch({ executablePath, args: [...args, '--no-sandbox'] });
  const cdp = await browser.target().createCDPSession();
  for (const name of PERMISSIONS) {
    const permission = { permission: { name }, setting: 'granted' as const };
    await cdp.send('Browser.setPermission', permission).catch(() => {});
  }
  const page = await browser.newPage();
  const { userAgent = '', viewport = { width: 0, height: 0 } } = PIXEL;
  await page.emulate({ userAgent, viewport: { ...viewport, isMobile: true, hasTouch: true } });
  await page.evaluateOnNewDocument(script);
  return {
    open: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    press: (x, y) => page.mouse.click(x, y),
    close: () => browser.close(),
  };
}
