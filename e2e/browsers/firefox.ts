import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'puppeteer-core';
import { type Browser, VIEWPORT } from './engine.js';
import { createFolder, startProgram } from './program.js';

/** A name of this machine whose pages are secure, although not by `https:`, and no pages on localhost. */
export const PUBLIC_HOST = 'dapp.example';

/**
 * Keeps a new profile from opening pages of its own and from using the network. Names
 * {@link PUBLIC_HOST}.
 */
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
  'dom.securecontext.allowlist': PUBLIC_HOST,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.localDomains': PUBLIC_HOST,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** What is used of the connection to Firefox. */
type BiDi = Readonly<{
  send(
    method: 'browsingContext.getTree',
    params: object,
  ): Promise<Readonly<{ result: Readonly<{ contexts: readonly Readonly<{ context: string }>[] }> }>>;
  send(
    method: 'script.evaluate',
    params: object,
  ): Promise<
    Readonly<{
      result: Readonly<{
        result: Readonly<{ value?: string }>;
        exceptionDetails?: Readonly<{ text: string }>;
      }>;
    }>
  >;
}>;

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
    '--remote-allow-system-access',
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
    // Puppeteer has no function for the browser's own window.
    const { connection } = browser as unknown as Readonly<{ connection: BiDi }>;
    const evaluateInWindow = async (expression: string): Promise<unknown> => {
      const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const target = { context: tree.result.contexts[0]?.context };
      const evaluated = await connection.send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target,
        awaitPromise: true,
      });
      const { result, exceptionDetails } = evaluated.result;
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    };
    return {
      evaluateInWindow,
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
