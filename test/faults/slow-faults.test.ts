import { describe, it } from 'vitest';
import { getRowName } from './row.js';
import { SLOW } from './rows.js';
import { runRow } from './run-row.js';

// Side by side, since each waits for ten seconds; so none can tell whose timers are left.
describe.concurrent('a fault that only a time-out ends', () => {
  for (const row of SLOW) it(`${row.where}: ${getRowName(row)}`, () => runRow(row, false));
});
