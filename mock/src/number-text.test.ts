import { describe, expect, it } from 'vitest';
import { formatAmount, formatNumber, formatUnits, shortenAddress } from './number-text.js';

describe('formatNumber', () => {
  it('groups the digits of numbers of any length', () => {
    expect([0, 999, 1_000, 1_234_567].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect(formatNumber(18_446_744_073_709_551_615n)).toBe('18,446,744,073,709,551,615');
  });
});

describe('formatUnits', () => {
  it.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_000_000_000n, 9, '1'],
    [1_234_500_000n, 9, '1.2345'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
    [42n, 0, '42'],
  ])('%d with %d decimals', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text);
  });
});

describe('formatAmount', () => {
  it('groups the digits before the point', () => {
    expect(formatAmount(18_446_744_073_709_551_615n, 9)).toBe('18,446,744,073.709551615');
    expect(formatAmount(1_000_042n, 0)).toBe('1,000,042');
    expect(formatAmount(1n, 9)).toBe('0.000000001');
  });
});

describe('shortenAddress', () => {
  it('keeps four characters of the start and four of the end', () => {
    expect(shortenAddress('4wBqpZM9k69W87zdYXT2bRtLViWqTiJV3i2Kn9q7S6j')).toBe('4wBq…7S6j');
  });

  it('leaves short text whole', () => {
    expect(shortenAddress('short')).toBe('short');
  });
});
