import { expect, test } from '@playwright/test';
import { getChromiumOptions } from '../../e2e/chromium.js';
import { createMeter } from '../../e2e/soak/measure.js';
import { say } from '../../scripts/process.mjs';
import { describeMachine, describeVersions, formatTable, SESSION_PEER, writeSection } from '../report.js';
import type { MemoryJob } from './memory-page.js';
import { openPhone, serveExactly } from './pages.js';
import type { Who } from './sessions.js';
import { startEndpoint } from './start-endpoint.js';

/** The first hundred sessions are not measured, because in some pages the heap then grows by 80 KiB once. */
const WARM_UP = 150;
const SESSIONS = 1_000;
const WHO: readonly (readonly [Who, string])[] = [
  ['peer', 'peer'],
  ['own', 'ours'],
];
const { args, ...chromium } = getChromiumOptions();

// Without the optimising compilers, whose code is on the heap and grows as functions become hot.
test.use({
  launchOptions: { ...chromium, args: [...args, '--js-flags=--no-opt --no-maglev --no-sparkplug'] },
});

test('memory', async ({ browser }) => {
  test.setTimeout(900_000);
  const endpoint = await startEndpoint();
  const site = await serveExactly('memory-page.ts');
  const context = await openPhone(browser, [site]);
  const rows: string[][] = [];
  for (const [who, name] of WHO) {
    const page = await context.newPage();
    const measure = await createMeter(page);
    const job: MemoryJob = { port: endpoint.port, who };
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(job))}`);
    const output = page.locator('output');
    await expect(output).toHaveText('0');
    const goTo = async (from: number, to: number): Promise<Awaited<ReturnType<typeof measure>>> => {
      for (let session = from; session < to; session++) {
        await page.touchscreen.tap(10, 10);
        // Wait in the page, because a thousand of Playwright's polling assertions would take minutes.
        await page.waitForFunction(
          (text) => document.querySelector('output')?.textContent !== text,
          String(session),
        );
      }
      expect(await output.innerText()).toBe(String(to));
      return measure(to);
    };
    const warm = await goTo(0, WARM_UP);
    say(`memory: ${name}, ${WARM_UP} sessions`);
    const end = await goTo(WARM_UP, WARM_UP + SESSIONS);
    const growth = ((end.heap / warm.heap - 1) * 100).toFixed(1);
    expect([end.listeners, end.nodes]).toEqual([warm.listeners, warm.nodes]);
    rows.push([name, toKib(warm.heap), toKib(end.heap), `${growth} %`]);
    say(`memory: ${name}, ${WARM_UP + SESSIONS} sessions: ${growth} %`);
    await page.close();
  }
  const heads = ['who', `heap after ${WARM_UP} sessions`, `after ${SESSIONS} more`, 'grown by'];
  const about = `${describeVersions(browser.version(), SESSION_PEER)} ${describeMachine()}`;
  const section = `${formatTable(heads, rows)}\n\n${about}`;
  writeSection('memory', section);
  say(`\n${section}`);
  await context.close();
  site.close();
  await endpoint.stop();
});

function toKib(bytes: number): string {
  return `${Math.round(bytes / 1024)} KiB`;
}
