import { describe, expect, it } from 'vitest';
import { formatChange, formatCount, formatHex, formatSol } from './format.js';

describe('formatSol', () => {
  it('writes lamports in SOL without trailing zeros', () => {
    expect(formatSol(0n)).toBe('0 SOL');
    expect(formatSol(5_000n)).toBe('0.000005 SOL');
    expect(formatSol(500_000_000n)).toBe('0.5 SOL');
    expect(formatSol(1n)).toBe('0.000000001 SOL');
  });

  it('groups thousands, and keeps every digit of amounts beyond 2^53', () => {
    expect(formatSol(1_234_500_000_000n)).toBe('1,234.5 SOL');
    expect(formatSol(18_446_744_073_709_551_615n)).toBe('18,446,744,073.709551615 SOL');
  });

  it('writes negative amounts with a minus sign', () => {
    expect(formatSol(-1_000_000_000n)).toBe('−1 SOL');
  });
});

describe('formatChange', () => {
  it('writes the sign of a gain and of a loss', () => {
    expect(formatChange(500_000_000n)).toBe('+0.5 SOL');
    expect(formatChange(-500_005_000n)).toBe('−0.500005 SOL');
    expect(formatChange(0n)).toBe('0 SOL');
  });
});

describe('formatHex', () => {
  it('writes two digits for each byte', () => {
    expect(formatHex(Uint8Array.of(0, 15, 255))).toBe('00 0f ff');
  });

  it('is empty for no bytes', () => {
    expect(formatHex(new Uint8Array())).toBe('');
  });
});

describe('formatCount', () => {
  it('has one noun for one, and the plural for all others', () => {
    expect([0, 1, 2_000].map((count) => formatCount(count, 'byte'))).toEqual([
      '0 bytes',
      '1 byte',
      '2,000 bytes',
    ]);
  });
});
