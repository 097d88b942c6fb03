import { describe, it } from 'vitest';
import { getRowName } from './row.test-support.js';
import { QUICK } from './rows.test-support.js';
import { runRow } from './run-row.test-support.js';

for (const where of new Set(QUICK.map((row) => row.where))) {
  describe(`a fault: ${where}`, () => {
    for (const row of QUICK.filter((candidate) => candidate.where === where)) {
      it(getRowName(row), () => runRow(row, true));
    }
  });
}
