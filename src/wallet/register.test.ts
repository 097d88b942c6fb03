import { describe, expect, it } from 'vitest';
import { getUnregisteredReason } from './environment.js';
import { getSettings, type MobileWalletOptions } from './options.js';
import { registerMobileWallet } from './register.js';

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
    ['chains', ['solana:mainnet', 'eip155:1'], 'chains[1]'],
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
    const chains = ['solana:mainnet-beta', 'devnet', 'solana:devnet', 'mainnet-beta'];
    expect(getSettings({ identity, chains }).chains).toEqual(['solana:mainnet', 'solana:devnet']);
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
