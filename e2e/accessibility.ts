import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Sets of axe's rules. */
const RULES = {
  /** Those for WCAG 2.2 AA and good practice, and also the experimental ones. */
  all: (axe: AxeBuilder) =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']),
  /** What the colours and the size of a page change. */
  appearance: (axe: AxeBuilder) => axe.withRules(['color-contrast', 'target-size']),
  /** Those that axe runs by default. */
  default: (axe: AxeBuilder) => axe,
  colours: (axe: AxeBuilder) => axe.withRules('color-contrast'),
};

/**
 * Returns what axe finds, at any level: each rule with the elements that break it. All rules are needed once for each state of
 * a page. In its other modes `appearance` is enough, and takes a small part of the time.
 */
export async function findViolations(
  page: Page,
  rules: keyof typeof RULES = 'all',
  selector = 'html',
): Promise<readonly string[]> {
  const { violations, passes } = await RULES[rules](new AxeBuilder({ page }).include(selector)).analyze();
  if (passes.length === 0) throw new Error(`axe found nothing to check in ${selector}`);
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}
