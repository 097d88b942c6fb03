import { afterEach, describe, expect, it } from 'vitest';
import { closePage, openPage } from '../../test/rules/page.js';
import { playPhone } from '../util/surroundings.js';
import { getUnregisteredReason } from './environment.js';

const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

afterEach(closePage);

describe('on a page with a mock wallet', () => {
  it.each([
    ['a WebView', WEBVIEW, 'webview'],
    ['iOS', IPHONE, 'ios'],
    ['a desktop', MAC, 'desktop'],
  ])('%s can reach a wallet app', (_, userAgent, otherwise) => {
    const page = openPage(userAgent);
    Object.assign(navigator, { maxTouchPoints: 0 });
    expect(getUnregisteredReason({ local: 'android' })).toBe(otherwise);
    playPhone();
    expect(getUnregisteredReason({ local: 'android' })).toBe(undefined);
    expect(getUnregisteredReason({ local: 'always' })).toBe(undefined);
    expect(getUnregisteredReason({ local: 'never' })).toBe('disabled');
    Object.assign(page.window, { isSecureContext: false });
    expect(getUnregisteredReason({ local: 'android' })).toBe('insecure');
  });
});

describe('with the option `local: always`', () => {
  it.each([
    ['a WebView', WEBVIEW, 'webview', undefined],
    ['iOS', IPHONE, 'ios', 'ios'],
  ])('%s is assumed to reach a wallet app unless that is impossible', (_, userAgent, byDefault, always) => {
    openPage(userAgent);
    expect(getUnregisteredReason({ local: 'android' })).toBe(byDefault);
    expect(getUnregisteredReason({ local: 'always' })).toBe(always);
  });
});

it('Solana Mobile’s Web Shell is a WebView that opens wallet apps', () => {
  const page = openPage(`${WEBVIEW} Solana Mobile Web Shell`);
  expect(getUnregisteredReason({ local: 'android' })).toBe(undefined);
  expect(getUnregisteredReason({ local: 'never' })).toBe('disabled');
  Object.assign(page.window, { isSecureContext: false });
  expect(getUnregisteredReason({ local: 'android' })).toBe('insecure');
});

describe('with the option `remote`', () => {
  const remote = { type: 'reflector', host: 'example.com' } as const;

  it.each([
    ['a WebView', WEBVIEW],
    ['iOS', IPHONE],
    ['a desktop', MAC],
  ])('%s can reach a wallet on another device', (_, userAgent) => {
    const page = openPage(userAgent);
    Object.assign(navigator, { maxTouchPoints: 0 });
    for (const local of ['android', 'always', 'never'] as const) {
      expect(getUnregisteredReason({ local, remote })).toBe(undefined);
    }
    Object.assign(page.window, { isSecureContext: false });
    expect(getUnregisteredReason({ local: 'never', remote })).toBe('insecure');
  });

  it('a server cannot', () => {
    expect(getUnregisteredReason({ local: 'android', remote })).toBe('server');
  });
});
