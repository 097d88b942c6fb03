import { describe, expect, test } from 'vitest';
import { readIntentUri } from './intent-uri.js';

const DATA = '/v1/associate/local?association=AbC-_&port=50000';
const read = (members: string, data = DATA) => readIntentUri(`intent:${data}#Intent;${members}`);

describe('readIntentUri', () => {
  test('finds the association and the package', () => {
    expect(read('scheme=solana-wallet;package=app.phantom;end')).toEqual({
      uri: `solana-wallet:${DATA}`,
      androidPackage: 'app.phantom',
    });
  });

  test('needs no package, and takes the members in any order', () => {
    expect(read('package=a.b;S.browser_fallback_url=https%3A%2F%2Fc.d;scheme=solana-wallet;end')).toEqual({
      uri: `solana-wallet:${DATA}`,
      androidPackage: 'a.b',
    });
    expect(read('scheme=solana-wallet;end')?.androidPackage).toBeUndefined();
  });

  test('keeps the host of a link', () => {
    expect(read('scheme=https;package=app.phantom;end', '//phantom.app/ul/browse/x')).toMatchObject({
      uri: 'https://phantom.app/ul/browse/x',
    });
  });

  test('begins the members at the last #', () => {
    expect(read('scheme=x;end', '//a/#Intent;scheme=y;end')?.uri).toBe('x://a/#Intent;scheme=y;end');
  });

  test('decodes values, counts the last of a name, and stops at the end', () => {
    expect(read('scheme=a;scheme=solana%2Dwallet;package=a%zz;end;package=c')).toEqual({
      uri: `solana-wallet:${DATA}`,
      androidPackage: 'a%zz',
    });
  });

  test('ignores the component and the selector, which browsers remove', () => {
    expect(read('scheme=x;component=a.b/.C;SEL;scheme=y;package=d.e;end')).toEqual({
      uri: `x:${DATA}`,
      androidPackage: undefined,
    });
  });

  test('leaves an address without members as it is', () => {
    expect(readIntentUri(`intent:${DATA}`)?.uri).toBe(`intent:${DATA}`);
    expect(readIntentUri(`intent:${DATA}#other`)?.uri).toBe(`intent:${DATA}#other`);
    expect(readIntentUri(`solana-wallet:${DATA}#Intent;package=a.b;end`)).toBeUndefined();
  });

  test.each([
    ['scheme=solana-wallet;package=a.b', 'no end'],
    ['scheme=solana-wallet;package=a.b;', 'no end'],
    ['scheme=solana-wallet;pack=a.b;end', 'pack=a.b'],
    ['scheme=solana-wallet;;end', '“”'],
    ['scheme=solana-wallet;S.x;end', 'S.x'],
    [' package=a.b;end', ' package=a.b'],
  ])('refuses what Android does not understand: %s', (members, reason) => {
    expect(() => read(members)).toThrow(SyntaxError);
    expect(() => read(members)).toThrow(reason);
  });
});
