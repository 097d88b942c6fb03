import { describe, expect, it } from 'vitest';
import { readDecision } from './planned-answers.js';

describe('readDecision', () => {
  it.each([
    { approved: true },
    { approved: false, afterMs: 5 },
    { approved: true, accounts: ['a'] },
    { instead: { type: 'error', code: -3, message: 'No', data: { a: [1] } } },
    { instead: { type: 'invalid-payloads', indexes: [0, 2] } },
    { instead: { type: 'not-submitted', indexes: [] } },
    { instead: { type: 'forget-token' } },
    { instead: { type: 'fault', name: 'bad-tag' }, accounts: ['a'] },
    { instead: { type: 'twice' }, accounts: ['a'] },
  ])('reads %o', (decision) => {
    expect(readDecision(decision)).toEqual(decision);
  });

  it('counts members that are undefined as absent', () => {
    const instead = { type: 'error', code: -3, message: undefined };
    expect(readDecision({ approved: undefined, accounts: undefined, afterMs: undefined, instead })).toEqual({
      instead: { type: 'error', code: -3 },
    });
  });

  it.each([
    [{}, '`decision.approved` is missing.'],
    [{ instead: { type: 'fault' } }, '`decision.instead.name` is missing.'],
    [{ approved: true, instead: { type: 'crash' } }, '`decision.approved` has no effect beside `instead`.'],
    [{ approved: false, accounts: ['a'] }, '`decision.accounts` has no effect beside `approved: false`.'],
    [
      { instead: { type: 'crash' }, accounts: ['a'] },
      '`decision.accounts` has no effect beside this `instead`.',
    ],
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
    { instead: null },
    { instead: { type: 'error', code: 'x' } },
    { instead: { type: 'error', code: 1, message: 2 } },
    { instead: { type: 'invalid-payloads', indexes: [-1] } },
    { instead: { type: 'fault', name: 'x' } },
    { instead: { type: 'toString' } },
  ])('refuses %o', (value) => {
    expect(() => readDecision(value, 600_000)).toThrow(/^`decision\./);
  });
});
