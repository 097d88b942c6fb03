import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.js';

const getKey = (input: string): string => input.slice(0, 1);

describe('batches', () => {
  it('put inputs of one key together, up to the limit', () => {
    expect(createBatches(['a1', 'b1', 'a2', 'a3'], getKey, false, { limit: 2 })).toEqual([
      ['a1', 'a2'],
      ['b1'],
      ['a3'],
    ]);
  });

  it('keep the order where it counts', () => {
    expect(createBatches(['a1', 'a2', 'a3', 'b1', 'a4'], getKey, true, { limit: 2 })).toEqual([
      ['a1', 'a2'],
      ['a3'],
      ['b1'],
      ['a4'],
    ]);
  });

  it('have no more bytes than allowed, unless one input alone has more', () => {
    const limits = { maxBytes: 7, getBytes: (input: string) => input.length };
    expect(createBatches(['a23', 'a234', 'a23456789', 'a2', 'a3'], getKey, false, limits)).toEqual([
      ['a23', 'a234'],
      ['a23456789'],
      ['a2', 'a3'],
    ]);
  });
});
