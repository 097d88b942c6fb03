import { expect, it } from 'vitest';
import { createFaultsPage } from '../../scripts/pages/faults.js';
import { ALL_REMOTE } from './remote/rows.js';
import { ALL } from './rows.js';

it('the page of faults has each fault once, with all its cells', () => {
  const sections = createFaultsPage().split('\n### ').slice(1);
  const rows = sections.flatMap((section) => section.match(/^\| (?!---|fault \|).*$/gm) ?? []);
  expect(rows).toHaveLength(ALL.length + ALL_REMOTE.length);
  expect(rows.filter((row) => row.split(' | ').length !== 6 || / {2}/.test(row))).toEqual([]);
  const placed = sections.flatMap((section) => [...new Set(section.match(/^\| .*$/gm))]);
  expect(placed.filter((row) => !/^\| (?:---|fault \|)/.test(row))).toHaveLength(rows.length);
});
