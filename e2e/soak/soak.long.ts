import { expect } from '@playwright/test';
import { test } from '../../mock/src/playwright.js';
import { serveScript } from '../bundle.js';
import { getJob } from './jobs.js';
import { createMeter, formatFigures, HEADER } from './measure.js';

const SESSIONS = Number(process.env['SOAK_SESSIONS'] ?? 1_000);
/** The first sessions are not compared, because in them code is compiled and caches fill up. */
const WARM_UP = SESSIONS / 5;
const NOISE = 1.05;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

test(`${SESSIONS} sessions in one page leave nothing behind`, async ({ page, mockWallet }) => {
  const site = await serveScript('soak/page.ts');
  let number = 0;
  let onOutcome = (_outcome: string): void => {};
  await page.exposeFunction('report', (outcome: string) => onOutcome(outcome));
  mockWallet.approveWith(async ({ type }, { signal }) => {
    const { fault } = getJob(number);
    if (type !== 'sign-messages' || fault === undefined || fault === 'thrown') return { approved: true };
    if (fault === 'rejected') return { approved: false };
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (fault === 'closed') await mockWallet.close();
    else await ended;
    return { approved: false };
  });

  const measure = await createMeter(page);
  await page.goto(site.url);
  const figures = [await measure(0)];
  print(`\n${HEADER}\n${formatFigures(figures[0] ?? (await measure(0)))}`);
  while (number < SESSIONS) {
    const outcome = new Promise<string>((resolve) => {
      onOutcome = resolve;
    });
    await page.mouse.click(10, 10);
    expect(await outcome, `session ${number}`).toBe(getJob(number).outcome);
    number++;
    if (number % WARM_UP !== 0) continue;
    await expect.poll(async () => (await measure(number)).sockets).toBe(0);
    const now = await measure(number);
    figures.push(now);
    print(formatFigures(now));
  }

  const [, warm, ...later] = figures;
  const last = later.at(-1);
  if (!warm || !last) throw new Error('Nothing was measured');
  expect(last.heap).toBeLessThan(warm.heap * NOISE);
  expect(last.listeners).toBeLessThanOrEqual(warm.listeners);
  expect(last.nodes).toBeLessThanOrEqual(warm.nodes);
  expect(last.processSockets).toBeLessThanOrEqual(warm.processSockets);
  site.close();
});
