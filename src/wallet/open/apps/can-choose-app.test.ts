import { describe, expect, it, vi } from 'vitest';
import { PLAYED_APPS } from '../../../util/surroundings.js';
import { canChooseApp } from './can-choose-app.js';

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const chromium = [{ brand: 'Not?A_Brand' }, { brand: 'Chromium' }];
const android = { platform: 'Android', brands: chromium };
const desktop = { platform: 'Linux', brands: chromium };

describe('a wallet app can be opened by its package', () => {
  it.each<[where: string, can: boolean, navigator: object | undefined]>([
    ['in Chromium on Android', true, { userAgent: CHROME, userAgentData: android }],
    [
      'where the user or the tablet requests the desktop site',
      true,
      { userAgent: DESKTOP, platform: 'Linux armv81', userAgentData: desktop },
    ],
    ['not on a computer', false, { userAgent: DESKTOP, platform: 'Linux x86_64', userAgentData: desktop }],
    [
      'not in a WebView that requests the desktop site',
      false,
      {
        userAgent: DESKTOP,
        platform: 'Linux armv81',
        userAgentData: { ...desktop, brands: [...chromium, { brand: 'Android WebView' }] },
      },
    ],
    ['not on a server', false, undefined],
    [
      'not in Firefox, which would replace the page',
      false,
      { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0' },
    ],
    ['not by the word of the user agent alone', false, { userAgent: CHROME }],
    [
      'not in Chromium elsewhere',
      false,
      { userAgent: CHROME, userAgentData: { ...android, platform: 'Linux' } },
    ],
    [
      'not in another engine',
      false,
      { userAgent: CHROME, userAgentData: { ...android, brands: [{ brand: 'Other' }] } },
    ],
    ['not with half an answer', false, { userAgent: CHROME, userAgentData: { platform: 'Android' } }],
    ['not in a WebView', false, { userAgent: WEBVIEW, userAgentData: android }],
    [
      'not in one that hides it',
      false,
      {
        userAgent: CHROME,
        userAgentData: { ...android, brands: [...chromium, { brand: 'Android WebView' }] },
      },
    ],
    [
      'not in one that imitates another',
      false,
      { userAgent: CHROME.replace('Chrome/', 'Version/4.0 Chrome/'), userAgentData: android },
    ],
    [
      'not in Solana Mobile’s Web Shell',
      false,
      { userAgent: `${CHROME} Solana Mobile Web Shell`, userAgentData: android },
    ],
  ])('%s', (_, can, navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(canChooseApp()).toBe(can);
  });

  it('on a page that plays a phone with several', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
    const page = globalThis as { [key: symbol]: unknown };
    const key = Symbol.for(PLAYED_APPS);
    page[key] = true;
    expect(canChooseApp()).toBe(true);
    delete page[key];
    expect(canChooseApp()).toBe(false);
  });
});
