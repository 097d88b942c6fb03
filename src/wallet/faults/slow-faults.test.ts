import { describe, it } from 'vitest';
import { getRowName } from './row.test-support.js';
import { SLOW } from './rows.test-support.js';
import { runRow } from './run-row.test-support.js';

// Side by side, since each waits for ten seconds; so none can tell whose timers are left.
describe.concurrent('a fault that only a time-out ends', () => {
  for (const row of SLOW) it(`${row.where}: ${getRowName(row)}`, () => runRow(row, false));
});
