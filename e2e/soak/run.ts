import { expect, type Page } from '@playwright/test';
import { createMeter, formatFigures, HEADER } from './measure.js';

/** Sessions in one page. */
export type Sessions = Readonly<{
  url: string;
  count: number;
  /** Returns the outcome that the page must report for the session with this number, from 0. */
  getOutcome(number: number): string;
  /** Does what the user and the wallet do after the tap that begins a session. */
  take?(number: number): Promise<void>;
}>;

/** The first sessions are not compared, because in them code is compiled and caches fill up. */
const WARM_UP_SHARE = 5;
const NOISE = 1.05;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Runs sessions in a page that begins one at each click and reports its outcome. Expects that after the last
 * one the page and this process hold no more than after the first fifth. Prints all figures.
 */
export async function expectNothingLeft(
  page: Page,
  { url, count, getOutcome, take }: Sessions,
): Promise<void> {
  const warmUp = count / WARM_UP_SHARE;
  let onOutcome = (_outcome: string): void => {};
  await page.exposeFunction('report', (outcome: string) => onOutcome(outcome));
  const measure = await createMeter(page);
  await page.goto(url);
  print(`\n${HEADER}\n${formatFigures(await measure(0))}`);
  const figures = [];
  for (let number = 0; number < count; number++) {
    const outcome = new Promise<string>((resolve) => {
      onOutcome = resolve;
    });
    await page.mouse.click(10, 10);
    await take?.(number);
    expect(await outcome, `session ${number}`).toBe(getOutcome(number));
    const done = number + 1;
    if (done % warmUp !== 0) continue;
    let now = await measure(done);
    // What the last session used is released a moment later, with the last events of its connection.
    const isSettled = async (): Promise<boolean> => {
      const before = now;
      now = await measure(done);
      return now.sockets === 0 && now.listeners === before.listeners && now.nodes === before.nodes;
    };
    await expect.poll(isSettled).toBe(true);
    figures.push(now);
    print(formatFigures(now));
  }

  const [warm, ...later] = figures;
  const last = later.at(-1);
  if (!warm || !last) throw new Error('Nothing was measured');
  expect(last.heap).toBeLessThan(warm.heap * NOISE);
  const getMore = async (): Promise<readonly number[]> => {
    const { listeners, nodes } = await measure(count);
    return [Math.max(0, listeners - warm.listeners), Math.max(0, nodes - warm.nodes)];
  };
  await expect.poll(getMore, { message: 'listeners and nodes more' }).toEqual([0, 0]);
  expect(last.processSockets).toBeLessThanOrEqual(warm.processSockets);
}
