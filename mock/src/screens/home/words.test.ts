import { expect, it } from 'vitest';
import { formatDuration } from './words.js';

it.each([
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [60_000, '1 min 0 s'],
  [119_499, '1 min 59 s'],
  [119_500, '2 min 0 s'],
])('writes %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
