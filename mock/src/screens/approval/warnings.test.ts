import { expect, it } from 'vitest';
import type { Warning } from '../../explain/warnings.js';
import { isDangerous } from './warnings.js';

const warnings = (...levels: readonly Warning['level'][]): readonly Warning[] =>
  levels.map((level, index) => ({ code: 'withdrawal', level, text: `${index}` }) as Warning);

it.each([
  [[], false],
  [['caution'], false],
  [['danger'], true],
  [['caution', 'danger', 'caution'], true],
] as const)('warnings of %j are dangerous: %s', (levels, expected) => {
  expect(isDangerous(warnings(...levels))).toBe(expected);
});
