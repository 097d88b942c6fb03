import assert from 'node:assert/strict';
import { beforeEach, vi } from 'vitest';

const rejections: unknown[] = [];
process.on('unhandledRejection', (reason) => rejections.push(reason));

/** Fails if any promise of this file's tests so far was rejected without a handler. */
export async function expectNoUnhandledRejections(): Promise<void> {
  // Node reports unhandled rejections after the microtasks of the turn in which they happened.
  await nextTurn();
  await nextTurn();
  assert.deepEqual(rejections.splice(0), []);
}

/** Collects what is reported by `reportError`, for each test of a file, or of a `describe`. */
export function collectReports(): readonly unknown[] {
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });
  return reported;
}

/** Handles a promise's rejection at once, so that a test may look at the error later. */
export function getError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => ({ fulfilled: value }),
    (error: unknown) => error,
  );
}

/** Creates a callback that calls `reach` when it is called, and never settles. */
export const hangAfter = (reach: () => void) => (): Promise<never> => {
  reach();
  return new Promise(() => {});
};

/** Waits for the next turn of the event loop, by which everything that needs no input has continued. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
