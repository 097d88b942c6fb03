import type { Browser, Page } from '@playwright/test';
import type { ScriptPage } from '../../e2e/bundle.js';
import { scanCode } from '../../e2e/scan-code.js';
import type { TlsServer } from '../../e2e/tls.js';
import { openAssociation } from '../../mock/src/server.js';
import { createMockWallet } from '../../mock/src/wallet/mock-wallet.js';
import type { RemoteInput, Timed } from './page.js';

/**
 * One dapp's times in ms: from the click to the code, from the scan to the connection, and of a second
 * request.
 */
export type RemoteTimes = Readonly<{ code: number; connected: number; second: number }>;

type Drawn = { drawnAt?: number };

/**
 * Connects and signs once in a fresh page, through an intermediary behind TLS, with a mock wallet of its own.
 */
export async function measureRemote(
  browser: Browser,
  site: ScriptPage,
  tls: TlsServer,
  input: Omit<RemoteInput, 'host'>,
): Promise<RemoteTimes> {
  const wallet = await createMockWallet();
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    // The peer's dialog loads fonts from another site.
    await context.route('https://**', (route) => route.abort());
    await context.addInitScript(noteDrawing);
    const page = await context.newPage();
    const hash = encodeURIComponent(JSON.stringify({ ...input, host: tls.host }));
    await page.goto(`${site.url}/#${hash}`, { waitUntil: 'networkidle' });

    const ready = input.type === 'nostr' ? waitForSubscription(page) : undefined;
    const clicked = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true });
        }),
    );
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForFunction(() => (globalThis as Drawn).drawnAt !== undefined);
    const drawnAt = await page.evaluate(() => (globalThis as Drawn).drawnAt ?? Number.NaN);
    await ready;
    const uri = tls.skipTls(await scanCode(page));
    const scannedAt = Date.now();
    const opened = await openAssociation(wallet, uri);
    const connected = await readTimed(page, 0);
    await page.getByRole('button', { name: 'Next' }).click();
    const second = await readTimed(page, 1);
    await opened.close();
    return { code: drawnAt - (await clicked), connected: connected.end - scannedAt, second: second.ms };
  } finally {
    await context.close();
  }
}

/** Notes the first frame after a code was drawn: the peer paints a canvas, and ours is a path of an SVG. */
function noteDrawing(): void {
  const note = (): void => {
    requestAnimationFrame(() => {
      (globalThis as Drawn).drawnAt ??= performance.now();
    });
  };
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (...params: unknown[]): void {
    Reflect.apply(putImageData, this, params);
    note();
  };
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value): void {
    Reflect.apply(setAttribute, this, [name, value]);
    if (name === 'd' && value.length > 1_000) note();
  };
}

/** The peer shows its code before the relay has subscribed it. A wallet that scans it at once is lost. */
async function waitForSubscription(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('["EOSE"'));
}

async function readTimed(page: Page, number: number): Promise<Timed> {
  const output = page.locator('output').nth(number);
  await output.waitFor({ state: 'attached' });
  return JSON.parse(await output.innerText());
}
