import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.js';

const getKey = (input: string): string => input.slice(0, 1);

describe('batches', () => {
  it('put inputs of one key together, up to the limit', () => {
    expect(createBatches(['a1', 'b1', 'a2', 'a3'], getKey, false, 2)).toEqual([['a1', 'a2'], ['b1'], ['a3']]);
  });

  it('keep the order where it counts', () => {
    expect(createBatches(['a1', 'a2', 'a3', 'b1', 'a4'], getKey, true, 2)).toEqual([
      ['a1', 'a2'],
      ['a3'],
      ['b1'],
      ['a4'],
    ]);
  });
});
