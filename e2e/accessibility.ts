import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The default rules of axe for WCAG 2.2 AA and good practice, and also the experimental ones. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];
/** What the colours and the size of a page change. */
const APPEARANCE = ['color-contrast', 'target-size'];

/**
 * Returns what axe finds, at any level: each rule with the elements that break it. All rules are needed once for each state of
 * a page. In its other modes `appearance` is enough, and takes a small part of the time.
 */
export async function findViolations(
  page: Page,
  rules: 'all' | 'appearance' = 'all',
  selector = 'html',
): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).include(selector);
  const { violations, passes } = await (rules === 'all'
    ? axe.withTags(ALL)
    : axe.withRules(APPEARANCE)
  ).analyze();
  if (passes.length === 0) throw new Error(`axe found nothing to check in ${selector}`);
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}
