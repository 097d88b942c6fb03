import { expect, it } from 'vitest';
import type { Warning } from '../../explain/warnings.js';
import { isDiscouraged, Warnings } from './warnings.js';

const warnings = (...levels: readonly Warning['level'][]): readonly Warning[] =>
  levels.map((level, index) => ({ code: 'withdrawal', level, text: `${index}` }) as Warning);

it.each([
  [[], false],
  [['caution'], false],
  [['danger'], true],
  [['caution', 'danger', 'caution'], true],
] as const)('a request with warnings of %j is discouraged: %s', (levels, expected) => {
  expect(isDiscouraged({ warnings: warnings(...levels) })).toBe(expected);
});

it('failures are shown before warnings, and these once, dangers first', () => {
  const given = warnings('caution', 'danger', 'caution', 'danger');
  const failures = [{ title: 'It will fail', reason: 'Too little.' }];
  const shown = Warnings({ title: 'Sign?', body: null, failures, warnings: [...given, ...given] });
  expect(shown.map(({ key }) => key)).toEqual(['It will fail', '1', '3', '0', '2']);
});
