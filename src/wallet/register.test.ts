import { afterEach, describe, expect, it, vi } from 'vitest';
import { getUnregisteredReason } from './environment.js';
import { getSettings, type MobileWalletOptions } from './options.js';
import { createMobileWallet, registerMobileWallet } from './register.js';

const identity = { name: 'Example', uri: 'https://example.com' };

describe('registerMobileWallet outside a browser', () => {
  it('gives the reason and does not throw', () => {
    expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'server' });
    expect(getUnregisteredReason({ local: 'always' })).toBe('server');
  });

  it.each([
    ['identity', undefined, 'identity.name'],
    ['identity', { name: ' ' }, 'identity.name'],
    ['identity', { name: 'A', uri: 'example.com' }, 'identity.uri'],
    ['identity', { name: 'A', uri: 'mailto:a@example.com' }, 'identity.uri'],
    ['identity', { ...identity, icon: 'https://other.example/i.png' }, 'identity.icon'],
    ['identity', { ...identity, icon: '//other.example/i.png' }, 'identity.icon'],
    ['identity', { ...identity, icon: 'data:image/png;base64,AAAA' }, 'identity.icon'],
    ['chains', [], 'chains'],
    ['chains', 'solana:devnet', 'chains'],
    ['local', 'sometimes', 'local'],
    ['linger', -1, 'linger'],
    ['name', 'A:B', 'name'],
    ['icon', 'https://example.com/icon.png', 'icon'],
    ['icon', 'data:image/png;base64,AAAA"onerror="alert(1)', 'icon'],
    ['icon', 'data:image/png;base64,AAA', 'icon'],
    ['icon', 7, 'icon'],
  ])('throws for a wrong %s: %j', (option, value, argument) => {
    const options = { identity, [option]: value } as unknown as MobileWalletOptions;
    expect(() => registerMobileWallet(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument } }),
    );
  });
});

describe('a chain of an unknown name', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    [['solana:mainnet', 'eip155:1'], 1],
    [['solana:Devnet'], 0],
    [['localnet'], 0],
    [['solana:undefined'], 0],
    [['solana:toString'], 0],
    [['constructor'], 0],
    [[''], 0],
    [[undefined], 0],
    [new Array(1), 0],
    [['devnet', null], 1],
    [[{}], 0],
  ])('registers nothing and throws nothing, but is reported: %j', (chains, index) => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const result = registerMobileWallet({ identity, chains: chains as never });
    expect(result).toMatchObject({
      registered: false,
      reason: 'unknown-chain',
      error: { code: 'INVALID_ARGUMENT', context: { argument: `chains[${index}]` } },
    });
    expect(reported).toEqual([(result as { error?: unknown }).error]);
    expect(() => createMobileWallet({ identity, chains: chains as never })).toThrow(
      'must be one of solana:mainnet, solana:testnet, solana:devnet, solana:localnet',
    );
  });
});

describe('options', () => {
  it('have defaults', () => {
    expect(getSettings({ identity })).toMatchObject({
      chains: ['solana:mainnet'],
      local: 'android',
      linger: 0,
      name: 'Mobile Wallet Adapter',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
  });

  it('take chains in every spelling, once each', () => {
    const chains = ['solana:mainnet-beta', 'devnet', 'solana:devnet', 'mainnet-beta', 'solana:localnet'];
    expect(getSettings({ identity, chains: chains as never }).chains).toEqual([
      'solana:mainnet',
      'solana:devnet',
      'solana:localnet',
    ]);
  });

  it.each([
    ['favicon.png', 'favicon.png'],
    ['/i.png?v=2', '/i.png?v=2'],
    ['https://example.com/icons/i.png', '/icons/i.png'],
    ['icons/a:b.png', 'icons/a%3Ab.png'],
  ])('give the icon %s as the path %s', (icon, path) => {
    expect(getSettings({ identity: { ...identity, icon } }).identity.icon).toBe(path);
  });
});
