import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../process.mjs';
import { formatPage, readVerdicts } from './page.mjs';
import { sections } from './rows.mjs';

const rows = sections.flatMap(({ setUps }) => setUps.flatMap((setUp) => setUp.rows));

describe('the page', () => {
  it('gives back the verdict of each row', () => {
    const results = new Map(
      rows.map(({ name, what }, index) => {
        const verdict = index % 2 === 0 ? 'works' : 'does not work: a reason';
        return [name, { name, what, verdict, isExpected: true, warnings: [], versions: [] }];
      }),
    );
    const verdicts = readVerdicts(formatPage(sections, results, 'Run on 2026-11-23'));
    for (const { name, verdict } of results.values())
      expect([name, verdicts.get(name)]).toEqual([name, verdict]);
  });

  it('that the repository has states each row, and no other', () => {
    const verdicts = readVerdicts(readFileSync(join(root, 'docs/matrix.md'), 'utf8'));
    const stated = [...verdicts.keys()].filter((name) => name !== '' && name !== '---');
    expect(stated.sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

it('each row has a name of its own', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});
