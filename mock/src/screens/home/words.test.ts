import { expect, it } from 'vitest';
import { formatDuration, formatExactTime } from './words.js';

it.each([
  [0, '0.00 s'],
  [41, '0.04 s'],
  [994, '0.99 s'],
  [1_000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [60_000, '1 min 0 s'],
  [119_499, '1 min 59 s'],
  [119_500, '2 min 0 s'],
])('writes %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('writes an exact time as the clock of the user shows it', () => {
  expect(formatExactTime(new Date(2026, 10, 7, 9, 5, 3, 42).getTime())).toBe('7 Nov 2026, 09:05:03.042');
});
