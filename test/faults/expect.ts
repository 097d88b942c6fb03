import { expect } from 'vitest';
import { hasErrorCode } from '../../src/util/find-error.js';
import { until } from '../support/patience.js';
import { OWN_ERROR, type Row } from './row.js';

const RESOURCES = ['Timeout', 'TCPSocketWrap', 'TCPServerWrap'];

/** Expects a call to have ended as its row says. */
export function expectOutcome(
  row: Pick<Row, 'outcome' | 'result' | 'context' | 'message'>,
  settled: Readonly<{ result?: unknown; error?: unknown }>,
): void {
  if (row.outcome === 'success') {
    if ('error' in settled) throw settled.error;
    if (row.result !== undefined) expect(settled.result).toMatchObject(row.result);
    return;
  }
  const { error } = settled;
  if (row.outcome === 'own error') {
    expect(error).toBe(OWN_ERROR);
    return;
  }
  expect(error).toMatchObject({ code: row.outcome, ...(row.context && { context: row.context }) });
  if (row.message) expect(error).toMatchObject({ message: expect.stringMatching(row.message) });
  expect(hasErrorCode(error)).toBe(true);
}

/** Counts what a call may leave behind: timers, sockets and servers. */
export function countResources(): number {
  return process.getActiveResourcesInfo().filter((name) => RESOURCES.includes(name)).length;
}

/** Resolves when no more than `before` of them are left. */
export async function expectResources(before: number): Promise<void> {
  await until(() => countResources() <= before, 'timers and sockets to be released');
}
