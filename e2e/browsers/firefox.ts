import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'puppeteer-core';
import { type Browser, VIEWPORT } from './engine.js';
import { createFolder, startProgram } from './program.js';

/** Keeps a new profile from opening pages of its own and from using the network. */
const PREFERENCES: Readonly<Record<string, unknown>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/**
 * Starts Firefox, driven by Puppeteer over WebDriver BiDi, because Playwright drives only a Firefox of its
 * own.
 */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const profile = await createFolder();
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const args = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    'about:blank',
  ];
  const program = startProgram(profile, executablePath, args);
  try {
    const [, address] = await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/);
    const browser = await connect({
      browserWSEndpoint: `${address}/session`,
      protocol: 'webDriverBiDi',
      defaultViewport: VIEWPORT,
    });
    return {
      version: (await browser.version()).replace('/', ' '),
      async openTab() {
        const page = await browser.newPage();
        return {
          async open(url) {
            await page.goto(url);
          },
          async reload() {
            await page.reload();
          },
          evaluate: (expression) => page.evaluate(expression),
          click: (x, y) => page.mouse.click(x, y),
          press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
          takeScreenshot: async () => Buffer.from(await page.screenshot()),
          close: () => page.close(),
        };
      },
      async close() {
        await browser.disconnect();
        await program.close();
      },
    };
  } catch (error) {
    await program.close();
    throw error;
  }
}
