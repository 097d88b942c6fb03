import { getChainForEndpoint } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import { isRpcPath, RPC_PATH } from './paths.js';

describe('the paths of the RPC', () => {
  it.each([
    ['devnet', 'solana:devnet'],
    ['testnet', 'solana:testnet'],
    ['localnet', 'solana:localnet'],
    // The one rule for mainnet that comes before the rule for "localhost".
    ['mainnet?https://api.mainnet-beta.solana.com', 'solana:mainnet'],
  ])('%s makes wallet-adapter ask for %s', (path, chain) => {
    const url = new URL(`http://localhost:5173${RPC_PATH}/${path}`);
    expect(isRpcPath(url.pathname)).toBe(true);
    expect(getChainForEndpoint(url.href)).toBe(chain);
  });

  it.each([
    ['', true],
    ['/mainnet-beta', true],
    ['/', false],
    ['/devnet/', false],
    ['/constructor', false],
    ['-other', false],
  ])('%s answers: %s', (path, expected) => {
    expect(isRpcPath(`${RPC_PATH}${path}`)).toBe(expected);
  });
});
