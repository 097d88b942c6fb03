import { describe, expect, it, vi } from 'vitest';
import { collectReports } from '../../test/support/rejections.js';
import { getUnregisteredReason } from './environment.js';
import { type MobileWalletOptions, parseSettings } from './options.js';
import { createMobileWallet, registerMobileWallet } from './register.js';

const identity = { name: 'Example', uri: 'https://example.com' };

describe('registerMobileWallet outside a browser', () => {
  it('gives the reason and does not throw', () => {
    expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'server' });
    expect(getUnregisteredReason({ local: 'always' })).toBe('server');
  });

  it.each([
    ['identity', null, 'identity'],
    ['identity', { name: 'A', uri: 'example.com' }, 'identity.uri'],
    ['identity', { name: 'A', uri: 'mailto:a@example.com' }, 'identity.uri'],
    ['chains', [], 'chains'],
    ['chains', 'solana:devnet', 'chains'],
    ['local', 'sometimes', 'local'],
    ['linger', -1, 'linger'],
    ['name', 'A:B', 'name'],
  ])('throws for a wrong %s: %j', (option, value, argument) => {
    const options = { identity, [option]: value } as unknown as MobileWalletOptions;
    expect(() => registerMobileWallet(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument } }),
    );
  });
});

const reported = collectReports();

describe('a text that must not leave a blank page', () => {
  const DATA = 'data:image/png;base64,AAAA';

  it.each([
    ['icon', 'https://example.com/icon.png'],
    ['icon', 'data:image/png;base64,AAAA"onerror="alert(1)'],
    ['icon', 'data:image/png;base64,AAA'],
    ['icon', ''],
    ['icon', null],
    ['icon', 7],
  ])('is reported and replaced by the default: %s %j', (_option, icon) => {
    expect(createMobileWallet({ identity, icon: icon as never }).icon).toBe(
      createMobileWallet({ identity }).icon,
    );
    expect(registerMobileWallet({ identity, icon: icon as never })).toMatchObject({ reason: 'server' });
    const expected = expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'icon' } });
    expect(reported).toEqual([expected, expected]);
  });

  it.each([
    ['https://other.example/i.png', undefined],
    ['//other.example/i.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,<p>', undefined],
    [DATA, DATA],
    ['DATA:image/svg+xml,<svg/>', 'DATA:image/svg+xml,<svg/>'],
    [7, undefined],
    [Symbol('icon'), undefined],
  ])('is reported and left out, but dialogs show an image in a data URI: %s', (icon, shown) => {
    const settings = parseSettings({ identity: { ...identity, icon: icon as never } });
    expect(settings.identity).toEqual(identity);
    expect(settings.app.icon).toBe(shown);
    expect(reported).toEqual([
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'identity.icon' } }),
    ]);
  });

  it.each([undefined, null, '', ' \n', 7])('is reported and replaced by the host: the name %j', (name) => {
    const settings = parseSettings({ identity: { uri: 'https://example.com:8443/a', name: name as never } });
    expect(settings.identity).toEqual({ uri: 'https://example.com:8443/a', name: 'example.com:8443' });
    expect(settings.app).toEqual(settings.identity);
    expect(reported).toEqual([
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'identity.name' } }),
    ]);
  });

  it('is replaced by the page’s host if there is no identity, and by a word outside a page', () => {
    vi.stubGlobal('location', { origin: 'https://dapp.example', host: 'dapp.example' });
    expect(parseSettings({} as never).identity).toEqual({
      uri: 'https://dapp.example',
      name: 'dapp.example',
    });
    vi.unstubAllGlobals();
    expect(parseSettings({} as never).identity).toEqual({ name: 'Dapp' });
  });
});

describe('a chain of an unknown name', () => {
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
    expect(parseSettings({ identity })).toMatchObject({
      chains: ['solana:mainnet'],
      local: 'android',
      linger: 0,
      name: 'Mobile Wallet Adapter',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
  });

  it('take chains in every spelling, once each', () => {
    const chains = ['solana:mainnet-beta', 'devnet', 'solana:devnet', 'mainnet-beta', 'solana:localnet'];
    expect(parseSettings({ identity, chains: chains as never }).chains).toEqual([
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
    expect(parseSettings({ identity: { ...identity, icon } }).identity.icon).toBe(path);
  });
});
