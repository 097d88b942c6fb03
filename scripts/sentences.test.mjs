import { expect, it } from 'vitest';
import { checkSentence } from './sentences.mjs';

const FIGURES = { size: 6_169, limit: 30_000, long: 60_000, count: 121, frame: 4_096 };
const getFigure = (/** @type {string} */ name) => FIGURES[/** @type {keyof typeof FIGURES} */ (name)];
/** @param {string} text @param {string} sentence */
const check = (text, sentence) => checkSentence(text, sentence, getFigure).problems;

it.each([
  ['It costs 6.2 KB.', 'costs {size}'],
  ['It costs 6 KB.', 'costs {size}'],
  ['ends after\n30 seconds', 'ends after {limit}'],
  ['30 s (or a minute)', '{limit} (or {long})'],
  ['one minute', '{long}'],
  ['| of 121 faults | 4,096 bytes |', '| of {count} faults | {frame} |'],
])('accepts %j, whose figures are true', (text, sentence) => {
  expect(check(text, sentence)).toEqual([]);
});

it.each([
  ['It costs\n6.1 KB.', 'costs {size}', 1, '"6.1 KB" should be 6169: size'],
  ['One.\n\nIt ends after 29 s.', 'ends after {limit}', 3, '"29 s" should be 30000: limit'],
  ['five minutes', '{long}', 1, '"five minutes" should be 60000: long'],
  ['30 s', '{none}', 1, '"30 s" should be something else: none'],
  ['It ends later.', 'ends after {limit}', 1, 'nothing reads like "ends after {limit}"'],
])('reports %j', (text, sentence, line, message) => {
  expect(check(text, sentence)).toEqual([{ line, message }]);
});
