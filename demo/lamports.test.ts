import { describe, expect, it } from 'vitest';
import { formatSol, isTooFine, parseSol } from './lamports.js';

describe('parseSol', () => {
  it('reads amounts as people write them, exactly', () => {
    expect(parseSol('1')).toBe(1_000_000_000n);
    expect(parseSol(' 1.5 ')).toBe(1_500_000_000n);
    expect(parseSol('0,01')).toBe(10_000_000n);
    expect(parseSol('.000000001')).toBe(1n);
    expect(parseSol('9007199254.740993')).toBe(9_007_199_254_740_993_000n);
  });

  it('returns nothing for anything else', () => {
    for (const text of ['', '.', '-1', '1e3', '1.2.3', 'one', '0.0000000001']) {
      expect(parseSol(text), text).toBeUndefined();
    }
  });
});

describe('isTooFine', () => {
  it('is true for amounts with more than 9 decimals', () => {
    for (const text of ['0.0000000001', ' ,1234567890 ']) expect(isTooFine(text), text).toBe(true);
    for (const text of ['0.000000001', '1', 'one', '0.00000000x1', '1.2.0000000001']) {
      expect(isTooFine(text), text).toBe(false);
    }
  });
});

describe('formatSol', () => {
  it('shows every lamport, without trailing zeros', () => {
    expect(formatSol(0n)).toBe('0 test SOL');
    expect(formatSol(1n)).toBe('0.000000001 test SOL');
    expect(formatSol(1_500_000_000n)).toBe('1.5 test SOL');
    expect(formatSol(-5_000n)).toBe('-0.000005 test SOL');
    expect(formatSol(999_000_000_000n)).toBe('999 test SOL');
    expect(formatSol(1_234_567_000_000_001n)).toBe('1,234,567.000000001 test SOL');
  });
});
