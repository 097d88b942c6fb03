import { describe, expect, it } from 'vitest';
import { loadCode } from './load.js';

const FAILURE = new TypeError('Failed to fetch dynamically imported module');

describe('loadCode', () => {
  it('gives what was loaded', async () => {
    expect(await loadCode(Promise.resolve({ a: 1 }))).toEqual({ a: 1 });
  });

  it('says that a file could not be loaded, and why', async () => {
    await expect(loadCode(Promise.reject(FAILURE))).rejects.toMatchObject({
      code: 'CODE_NOT_LOADED',
      cause: FAILURE,
    });
  });
});
