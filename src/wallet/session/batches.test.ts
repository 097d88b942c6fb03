import { describe, expect, it } from 'vitest';
import { createAdjacentBatches, createBatches } from './batches.js';

const getKey = (input: string): string => input.slice(0, 1);
const show = (batches: ReturnType<typeof createBatches<string>>) =>
  batches.map(({ inputs, indexes }) => [inputs, indexes]);

describe('batches', () => {
  it('put inputs of one key together, up to the limit', () => {
    expect(show(createBatches(['a1', 'b1', 'a2', 'a3'], getKey, 2))).toEqual([
      [
        ['a1', 'a2'],
        [0, 2],
      ],
      [['b1'], [1]],
      [['a3'], [3]],
    ]);
  });

  it('keep the order where it counts', () => {
    expect(show(createAdjacentBatches(['a1', 'a2', 'a3', 'b1', 'a4'], getKey, 2))).toEqual([
      [
        ['a1', 'a2'],
        [0, 1],
      ],
      [['a3'], [2]],
      [['b1'], [3]],
      [['a4'], [4]],
    ]);
  });
});
