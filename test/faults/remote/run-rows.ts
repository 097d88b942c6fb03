import { afterAll, beforeAll, describe, it } from 'vitest';
import { countResources, expectResources } from '../expect.js';
import { getRemoteRowName, type RemoteRow } from './row.js';
import { runRemoteRow } from './run-row.js';

/** Makes a test of each row. They run at the same time, because many wait. */
export function testRows(rows: readonly RemoteRow[]): void {
  let before = 0;
  beforeAll(() => {
    before = countResources();
  });
  afterAll(() => expectResources(before));

  describe.concurrent('a fault', () => {
    for (const where of new Set(rows.map((row) => row.where))) {
      describe(where, () => {
        for (const row of rows.filter((candidate) => candidate.where === where)) {
          it(getRemoteRowName(row), () => runRemoteRow(row));
        }
      });
    }
  });
}
