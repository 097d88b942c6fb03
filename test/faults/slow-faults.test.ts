import { describe, it } from 'vitest';
import { getRowName } from './row.js';
import { SLOW } from './rows.js';
import { runRow } from './run-row.js';

// These tests run concurrently, because each waits for ten seconds or more. So they cannot check which timers
// are left.
describe.concurrent('a fault that only a time-out ends', () => {
  for (const row of SLOW) it(`${row.where}: ${getRowName(row)}`, () => runRow(row, false));
});
