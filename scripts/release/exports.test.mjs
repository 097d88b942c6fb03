import { expect, it } from 'vitest';
import { compareExports } from './exports.mjs';

const LIST = `library {"default":"./dist/index.js"}
  type  Options
  value register

library/kit {"default":"./dist/kit.js"}
  value transact
`;

it('equal lists have no differences', () => {
  expect(compareExports(LIST, LIST)).toEqual([]);
});

it('a name that was added or removed is reported with its import', () => {
  expect(compareExports(LIST, LIST.replace('value transact', 'value open'))).toEqual([
    '- library/kit:  value transact',
    '+ library/kit:  value open',
  ]);
});

it('a name that moved to another import, and a file that moved, are reported', () => {
  const moved = LIST.replace('  value register\n', '').replace(
    './dist/kit.js"}',
    './dist/k.js"}\n  value register',
  );
  expect(compareExports(LIST, moved)).toEqual([
    '- library:  value register',
    '- library/kit {"default":"./dist/kit.js"}',
    '+ library/kit {"default":"./dist/k.js"}',
    '+ library/kit:  value register',
  ]);
});
