import { describe, expect, it, vi } from 'vitest';
import { collectReports } from '../../../test/support/rejections.js';
import { type MobileWalletOptions, readOptions } from '../options.js';
import { checkOptions } from './settings.js';

const identity = { name: 'Example', uri: 'https://example.com' };
const parse = (options: MobileWalletOptions) => checkOptions(readOptions(options));

const reported = collectReports();

describe('a text that must not leave a blank page', () => {
  const DATA = 'data:image/png;base64,AAAA';

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
    const settings = parse({ identity: { ...identity, icon: icon as never } });
    expect(settings.identity).toEqual(identity);
    expect(settings.app.icon).toBe(shown);
    expect(reported).toEqual([
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'identity.icon' } }),
    ]);
  });

  it.each([undefined, null, '', ' \n', 7])('is reported and replaced by the host: the name %j', (name) => {
    const settings = parse({ identity: { uri: 'https://example.com:8443/a', name: name as never } });
    expect(settings.identity).toEqual({ uri: 'https://example.com:8443/a', name: 'example.com:8443' });
    expect(settings.app).toEqual(settings.identity);
    expect(reported).toEqual([
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'identity.name' } }),
    ]);
  });

  it('is replaced by the page’s host if there is no identity, and by a word outside a page', () => {
    vi.stubGlobal('location', { origin: 'https://dapp.example', host: 'dapp.example' });
    expect(parse({} as never).identity).toEqual({
      uri: 'https://dapp.example',
      name: 'dapp.example',
    });
    vi.unstubAllGlobals();
    expect(parse({} as never).identity).toEqual({ name: 'Dapp' });
  });
});

describe('options', () => {
  it('have defaults', () => {
    expect(parse({ identity })).toMatchObject({
      chains: ['solana:mainnet'],
      local: 'android',
      idleMs: 0,
      dialogs: {},
      openIn: false,
      debug: false,
      name: 'Mobile Wallet Adapter',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
  });

  it('take chains in every spelling, once each', () => {
    const chains = ['solana:mainnet-beta', 'devnet', 'solana:devnet', 'mainnet-beta', 'solana:localnet'];
    expect(parse({ identity, chains: chains as never }).chains).toEqual([
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
    expect(parse({ identity: { ...identity, icon } }).identity.icon).toBe(path);
  });
});
