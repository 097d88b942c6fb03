import { describe, expect, it } from 'vitest';
import { getUnregisteredReason } from './environment.js';
import { createMobileWallet, registerMobileWallet } from './register.js';

const identity = { name: 'Example', uri: 'https://example.com' };

describe('registerMobileWallet outside a browser', () => {
  it('gives the reason and does not throw', () => {
    expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'server' });
    expect(getUnregisteredReason({ local: 'always' })).toBe('server');
  });
});

describe('a wrong text for the picker', () => {
  it.each([
    'https://example.com/icon.png',
    'data:image/png;base64,AAAA"onerror="alert(1)',
    'data:image/png;base64,AAA',
    '',
    null,
    7,
  ])('is replaced by the default: the icon %j', (icon) => {
    const { icon: shown } = createMobileWallet({ identity, icon: icon as never });
    expect(shown).toBe(createMobileWallet({ identity }).icon);
  });

  it.each(['A:B', '', null, 7])('is replaced by the default: the name %j', (name) => {
    const { name: shown } = createMobileWallet({ identity, name: name as never });
    expect(shown).toBe('Mobile Wallet Adapter');
  });
});

describe('a wrong list of chains', () => {
  it.each([
    [['solana:mainnet', 'eip155:1']],
    [['solana:Devnet']],
    [['localnet']],
    [['solana:undefined']],
    [['solana:toString']],
    [['constructor']],
    [['']],
    [[undefined]],
    [new Array(1)],
    [['devnet', null]],
    [[{}]],
    [[]],
    ['solana:devnet'],
  ])('registers nothing, and shows no chain: %j', (chains) => {
    const options = { identity, chains: chains as never };
    expect(registerMobileWallet(options)).toEqual({ registered: false, reason: 'unknown-chain' });
    expect(createMobileWallet(options).chains).toEqual([]);
  });
});
