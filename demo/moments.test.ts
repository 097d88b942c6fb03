import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIT, readMoment, type Way } from './moments.js';

describe('the lines that light up', () => {
  it.each(Object.keys(LIT) as Way[])('%s has one line for each call that asks the wallet', (way) => {
    const lines = readFileSync(new URL(`snippets/${way}.ts`, import.meta.url), 'utf8').split('\n');
    const found = LIT[way].map((call) => lines.filter((line) => line.includes(call)));
    expect(found.map(({ length }) => length)).toEqual([1, 1]);
  });
});

describe('readMoment', () => {
  it('reads what the shop tells, and nothing that others may write', () => {
    const shop = {
      way: 'connect-and-pay',
      done: 1,
      isBusy: true,
      isPending: false,
      isFirst: true,
      visits: 1,
      error: 'USER_REJECTED',
    };
    expect(readMoment({ shop })).toEqual(shop);
    for (const strange of [
      null,
      undefined,
      1,
      'x',
      {},
      { shop: null },
      { shop: {} },
      { shop: { ...shop, way: 'constructor' } },
      { shop: { ...shop, done: '1' } },
      { shop: { ...shop, isBusy: undefined } },
      { shop: { ...shop, isPending: undefined } },
      { shop: { ...shop, error: 1 } },
    ]) {
      expect(readMoment(strange)).toBeUndefined();
    }
  });
});
