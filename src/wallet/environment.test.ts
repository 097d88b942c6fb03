import { afterEach, describe, expect, it } from 'vitest';
import { getUnregisteredReason } from './environment.js';
import { closePage, openPage } from './rules/page.test-support.js';

const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';

afterEach(closePage);

describe('where the dapp says always', () => {
  it.each([
    ['a WebView', WEBVIEW, 'webview', undefined],
    ['iOS', IPHONE, 'ios', 'ios'],
  ])('%s is taken for reachable only where it can be', (_, userAgent, byDefault, always) => {
    openPage(userAgent);
    expect(getUnregisteredReason({ local: 'android' })).toBe(byDefault);
    expect(getUnregisteredReason({ local: 'always' })).toBe(always);
  });
});
