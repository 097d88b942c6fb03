import { describe, expect, it } from 'vitest';
import { formatAsset, getSign } from './amounts.js';

const NATIVE_MINT = 'So11111111111111111111111111111111111111112';

describe('the unit of an amount', () => {
  it.each([
    ['its symbol', { symbol: 'USDC', name: 'USD Coin' }, 'USDC'],
    ['its name, if it has no symbol', { name: 'Gold' }, 'Gold'],
    ['none for a name of several words', { name: 'USD Coin' }, undefined],
    ['none for a text that could change the sentence', { symbol: 'A\u202eB' }, undefined],
    ['none for a text of another direction', { symbol: 'שקל' }, undefined],
    ['none for a number', { symbol: '000' }, undefined],
    ['none for what looks like SOL', { symbol: 'SOL' }, undefined],
    ['none for what nearly looks like SOL', { symbol: 's0l' }, undefined],
    ['that of wrapped SOL', { symbol: 'wSOL', mint: NATIVE_MINT }, 'wSOL'],
    ['“NFT” for the only one of its kind', { symbol: 'APE', isNft: true }, 'NFT'],
  ])('is %s', (_, token, sign) => {
    expect(getSign({ mint: 'mint', ...token })).toBe(sign);
  });

  it('stands behind the number', () => {
    const token = { mint: 'mint', decimals: 2 };
    expect(formatAsset(12_345n, { ...token, symbol: 'USDC' }, 'test SOL')).toBe('123.45 USDC');
    expect(formatAsset(100n, token, 'test SOL')).toBe('1 token');
    expect(formatAsset(200n, token, 'test SOL')).toBe('2 tokens');
    expect(formatAsset(5n, { decimals: 9 }, 'SOL')).toBe('0.000000005 SOL');
  });
});
