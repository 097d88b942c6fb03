import { describe, expect, it } from 'vitest';
import { readDecision } from './planned-answers.js';

describe('readDecision', () => {
  it.each([
    { approved: true },
    { approved: false, accounts: ['a'], afterMs: 5 },
    { approved: false, instead: { type: 'error', code: -3, message: 'No', data: { a: [1] } } },
    { approved: false, instead: { type: 'invalid-payloads', indexes: [0, 2] } },
    { approved: false, instead: { type: 'not-submitted', indexes: [] } },
    { approved: false, instead: { type: 'forget-token' } },
    { approved: true, instead: { type: 'fault', name: 'bad-tag' } },
  ])('reads %o', (decision) => {
    expect(readDecision(decision)).toEqual(decision);
  });

  it('counts members that are undefined as absent', () => {
    const instead = { type: 'error', code: -3, message: undefined };
    expect(readDecision({ approved: true, accounts: undefined, afterMs: undefined, instead })).toEqual({
      approved: true,
      instead: { type: 'error', code: -3 },
    });
  });

  it.each([
    [{}, '`decision.approved` is missing.'],
    [{ approved: true, instead: { type: 'fault' } }, '`decision.instead.name` is missing.'],
    [
      { approved: true, afterMs: -1 },
      '`decision.afterMs` must be a number of milliseconds from 0 to 600000.',
    ],
  ])('says what is wrong with %o', (value, message) => {
    expect(() => readDecision(value, 600_000)).toThrow(message);
  });

  it.each([
    {},
    { approved: 1 },
    { approved: true, accounts: [1] },
    { approved: true, afterMs: -1 },
    { approved: true, afterMs: '5' },
    { approved: true, afterMs: 601_000 },
    { approved: true, instead: null },
    { approved: true, instead: { type: 'error', code: 'x' } },
    { approved: true, instead: { type: 'error', code: 1, message: 2 } },
    { approved: true, instead: { type: 'invalid-payloads', indexes: [-1] } },
    { approved: true, instead: { type: 'fault', name: 'x' } },
    { approved: true, instead: { type: 'toString' } },
  ])('refuses %o', (value) => {
    expect(() => readDecision(value, 600_000)).toThrow(/^`decision\./);
  });
});
