import { describe, it } from 'vitest';
import { getRowName } from './row.js';
import { QUICK } from './rows.js';
import { runRow } from './run-row.js';

for (const where of new Set(QUICK.map((row) => row.where))) {
  describe(`a fault: ${where}`, () => {
    for (const row of QUICK.filter((candidate) => candidate.where === where)) {
      it(getRowName(row), () => runRow(row, true));
    }
  });
}
