import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../test/support/any-text.js';
import { shortenJson } from './shorten-json.js';

const keep = (value: unknown) => shortenJson(value, () => undefined);

describe('shortenJson', () => {
  it('copies what is short', () => {
    const value = { a: [1, 'x', null, true, { b: {} }], c: '' };
    expect(keep(value)).toEqual(value);
    expect(keep(value)).not.toBe(value);
  });

  it('cuts a long text and says how long it was', () => {
    expect(keep({ a: 'x'.repeat(5_000) })).toEqual({ a: `${'x'.repeat(2_000)}… (5000 characters)` });
  });

  it.each([
    ['many long texts', Array.from({ length: 1_000 }, () => 'x'.repeat(3_000))],
    ['many items', Array.from({ length: 1_000_000 }, () => 0)],
    ['many members', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 0]))],
    ['long names', { ['k'.repeat(1_000_000)]: 1 }],
    ['a depth that would exhaust the stack', JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['a wide tree', JSON.parse(`[${Array.from({ length: 3_000 }, () => '[[[[]]]]').join()}]`)],
  ])('keeps %s small', (_, value) => {
    const text = JSON.stringify(keep(value));
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain('…');
  });

  it('replaces texts that have a marker, wherever they are', () => {
    const mark = (text: string) => (text === 'token' ? '(marker)' : undefined);
    expect(shortenJson({ auth_token: 'token', other: ['token', { token: 'token' }] }, mark)).toEqual({
      auth_token: '(marker)',
      other: ['(marker)', { '(marker)': '(marker)' }],
    });
  });

  it.each(['unknown', 7, { nested: 'unknown' }, null])('hides a member for secrets: %j', (auth_token) => {
    expect(JSON.stringify(keep({ auth_token, a: { attest_origin: 'unknown' } }))).not.toMatch(/unknown|7/);
  });

  it('copies a member named __proto__ as a member', () => {
    const copy = keep(JSON.parse('{"__proto__":{"a":1}}'));
    expect(Object.keys(copy as object)).toEqual(['__proto__']);
    expect((copy as { a?: number }).a).toBeUndefined();
  });

  it('hides a text anywhere in any value', () => {
    const text = fc.oneof(fc.constant('token'), anyText({ maxLength: 20 }));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, depthSize: 'small' },
        text,
        fc.constantFrom(null, true, 1.5),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const copy = JSON.stringify(shortenJson(any, (one) => (one === 'token' ? '(marker)' : undefined)));
        expect(copy).not.toContain('"token"');
      }),
      { numRuns: 100 },
    );
  });
});
