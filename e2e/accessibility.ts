import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Sets of axe's rules. */
const RULES = {
  /** Those for WCAG 2.2 AA and good practice, and also the experimental ones. */
  all: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  },
  /** What the colours and the size of a page change. */
  appearance: { type: 'rule', values: ['color-contrast', 'target-size'] },
  /** Those that axe runs by default. */
  default: undefined,
  colours: { type: 'rule', values: ['color-contrast'] },
} as const satisfies Record<string, RunOptions['runOnly'] | undefined>;

const script = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Rules = keyof typeof RULES;

/** The rules in dark colours, beside those in light ones. */
const DARK = { all: 'appearance', appearance: 'appearance', default: 'colours', colours: 'colours' } as const;

/**
 * Returns what axe finds in a state of a page: by these rules in light colours, and, since dark ones change
 * nothing else, by those of appearance in dark ones. Leaves the page in light colours.
 */
export async function findInBothSchemes(
  page: Page,
  rules: Rules = 'all',
  selector = 'html',
): Promise<readonly string[]> {
  const light = await findViolations(page, rules, selector);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, DARK[rules], selector);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `in dark colours: ${violation}`)];
}

/**
 * Returns what axe finds, at any level: each rule with the elements that break it, also in the page's frames.
 */
export async function findViolations(
  page: Page,
  rules: Rules = 'all',
  selector = 'html',
): Promise<readonly string[]> {
  const text = await script;
  // By axe itself, because its package for Playwright opens another page for each result, which takes ten
  // times as long.
  const frames = page.frames();
  for (const frame of frames) {
    const load = async (): Promise<void> => {
      if (!(await hasAxe(frame))) await frame.evaluate(text);
    };
    // A frame may load another document meanwhile, or be removed.
    const isLoaded = await load().then(
      () => true,
      () => frame.isDetached(),
    );
    if (!isLoaded) await frame.waitForLoadState().then(load);
  }
  const runOnly = RULES[rules];
  const options: RunOptions = {
    ...(runOnly ? { runOnly: { ...runOnly, values: [...runOnly.values] } } : {}),
    // Otherwise axe describes each element that passes, which takes longer than finding those that fail.
    resultTypes: ['violations'],
    frameWaitTime: 20_000,
  };
  const run = page.evaluate(
    async ([include, options]) => {
      const { violations, passes } = await (globalThis as unknown as Axe).axe.run(include, options);
      // Nothing else, because a result may be larger than the page.
      return {
        violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })),
        passes: passes.length,
      };
    },
    [selector, options] as const,
  );
  const result = await run.catch(async (error: unknown) => {
    // A frame that has been removed, or has loaded another document since then, never answers.
    const ready = await Promise.all(frames.map((frame) => hasAxe(frame).catch(() => false)));
    if (ready.every(Boolean)) throw error;
  });
  if (!result) return findViolations(page, rules, selector);
  const { violations, passes } = result;
  if (passes === 0) throw new Error(`axe found nothing to check in ${selector}`);
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}

async function hasAxe(frame: Frame): Promise<boolean> {
  return await frame.evaluate("typeof axe === 'object'");
}

type Axe = Readonly<{ axe: Readonly<{ run(context: string, options: RunOptions): Promise<AxeResults> }> }>;
