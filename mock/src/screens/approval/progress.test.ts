import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.js';

type Kind = 'authorize' | 'sign-and-send-transactions';

/**
 * Returns what is shown for each state; a state is the ids of the requests that wait, or `undefined` without
 * a session.
 */
function show(
  states: readonly (readonly number[] | undefined)[],
  getType: (id: number) => Kind = () => 'sign-and-send-transactions',
): readonly string[] {
  const getPlace = createProgress();
  return states.map((ids) =>
    getPlace({
      sessions: ids === undefined ? 0 : 1,
      requests: (ids ?? []).map((id) => ({ id, type: getType(id) })),
    }),
  );
}

describe('createProgress', () => {
  it('counts requests that wait at once, to the last', () => {
    expect(show([[1], [1, 2], [1, 2, 3], [2, 3], [3], []])).toEqual([
      '',
      '1 of 2',
      '1 of 3',
      '2 of 3',
      '3 of 3',
      '',
    ]);
  });

  it('counts requests that follow one another, and claims no end', () => {
    const texts = show([[1], [], [2], [], [3]]);
    expect(texts).toEqual([
      '',
      '',
      'Request 2 of this visit. More may follow.',
      '',
      'Request 3 of this visit. More may follow.',
    ]);
  });

  it('begins anew with a request of another kind, and with another visit', () => {
    const getType = (id: number): Kind => (id === 1 ? 'authorize' : 'sign-and-send-transactions');
    expect(show([[1], [], [2]], getType)).toEqual(['', '', '']);
    expect(show([[1], [], undefined, [], [2]])).toEqual(['', '', '', '', '']);
  });

  it('says the same about the same state', () => {
    expect(show([[1, 2], [1, 2], [2], [2]])).toEqual(['1 of 2', '1 of 2', '2 of 2', '2 of 2']);
  });
});
