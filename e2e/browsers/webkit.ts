import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, Capabilities, Key as DriverKey, Origin, type WebDriver } from 'selenium-webdriver';
import { type Browser, type Key, type Tab, VIEWPORT } from './engine.js';
import { createFolder, type Program, startProgram } from './program.js';

/** The programs that drive WebKit. */
export type WebKitPrograms = Readonly<{ driver: string; browser: string; display: string }>;

const KEYS: Readonly<Record<Key, string>> = {
  Enter: DriverKey.ENTER,
  Escape: DriverKey.ESCAPE,
  Space: DriverKey.SPACE,
  Tab: DriverKey.TAB,
};

/** Starts WebKitGTK's small browser on a display of its own, driven by Selenium. */
export async function openWebKit(programs: WebKitPrograms): Promise<Browser> {
  const started: Program[] = [];
  const start = async (...args: [string, readonly string[], Readonly<Record<string, string>>?]) => {
    const program = startProgram(await createFolder(), ...args);
    started.unshift(program);
    return program;
  };
  const close = async (): Promise<void> => {
    for (const program of started) await program.close();
  };
  try {
    const screen = `${VIEWPORT.width + 100}x${VIEWPORT.height + 200}x24`;
    // Xvfb chooses a free display and writes its number.
    const xvfb = await start(programs.display, [
      '-displayfd',
      '1',
      '-screen',
      '0',
      screen,
      '-nolisten',
      'tcp',
    ]);
    const [display = ''] = await xvfb.waitForOutput(/^\d+$/m);
    const port = await getFreePort();
    const driverProgram = await start(programs.driver, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      // As root, which many containers have, the sandbox cannot start.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    });
    const url = `http://127.0.0.1:${port}`;
    while (!(await isReady(url))) await Promise.race([sleep(20), driverProgram.failed]);
    const driver = await startSession(url, programs.browser);
    const capabilities = await driver.getCapabilities();
    return {
      version: `WebKitGTK ${capabilities.get('browserVersion')}`,
      openTab: async () => createTab(driver),
      async close() {
        await driver.quit().finally(close);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startSession(url: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  const barsHeight = Number(await driver.executeScript('return outerHeight - innerHeight'));
  const { width, height } = VIEWPORT;
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width, height: height + barsHeight });
  return driver;
}

/** Returns the session's window as a tab. Each session has one, so that no other tab hides it. */
function createTab(driver: WebDriver): Tab {
  const perform = (actions: ReturnType<WebDriver['actions']>): Promise<void> => actions.perform();
  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    click: (x, y) => perform(driver.actions().move({ origin: Origin.VIEWPORT, x, y, duration: 0 }).click()),
    press: (key) => perform(driver.actions().sendKeys(KEYS[key])),
    takeScreenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: () => driver.get('about:blank'),
  };
}

/** Whether the driver accepts connections, which it does not tell otherwise. */
function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function getFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
