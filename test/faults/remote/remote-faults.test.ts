import { afterAll, beforeAll, describe, it } from 'vitest';
import { countResources, expectResources } from '../expect.js';
import { getRemoteRowName } from './row.js';
import { ALL_REMOTE } from './rows.js';
import { runRemoteRow } from './run-row.js';

let before = 0;
beforeAll(() => {
  before = countResources();
});
// For all rows together, because they run at the same time.
afterAll(() => expectResources(before));

describe.concurrent('a fault', () => {
  for (const where of new Set(ALL_REMOTE.map((row) => row.where))) {
    describe(where, () => {
      for (const row of ALL_REMOTE.filter((candidate) => candidate.where === where)) {
        it(getRemoteRowName(row), () => runRemoteRow(row));
      }
    });
  }
});
