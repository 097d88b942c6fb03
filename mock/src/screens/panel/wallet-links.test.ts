import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../test/support/any-text.js';
import { readWalletLink } from './wallet-links.js';

const PAGE = 'https://dapp.example/shop?item=5&next=%2Fa%20b#/cart?x=1';
const encoded = encodeURIComponent(PAGE);
const ref = encodeURIComponent('https://dapp.example');

describe('readWalletLink', () => {
  it.each([
    ['Phantom', `https://phantom.app/ul/browse/${encoded}?ref=${ref}`],
    ['Solflare', `https://solflare.com/ul/v1/browse/${encoded}?ref=${ref}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=501&url=${encoded}`],
    ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encoded}`],
    [
      'OKX Wallet',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    ],
  ])('returns the whole page of a link of %s', (name, link) => {
    expect(readWalletLink(link, false)).toEqual({ name, url: PAGE });
  });

  it('reads the link of an intent address', () => {
    const link = `https://phantom.app/ul/browse/${encoded}?ref=${ref}`;
    const intent = `${link.replace('https:', 'intent:')}#Intent;scheme=https;package=app.phantom;end`;
    expect(readWalletLink(intent, false)).toEqual({ name: 'Phantom', url: PAGE });
    expect(readWalletLink(intent.replace(';end', ''), true)).toBeUndefined();
  });

  it('takes a link of a wallet app that it does not know only in the sheet, by the name of its host', () => {
    const link = `https://wallet.example/open?page=${encoded}`;
    expect(readWalletLink(link, false)).toBeUndefined();
    expect(readWalletLink(link, true)).toEqual({ name: 'wallet.example', url: PAGE });
  });

  it.each([
    ['has no page', 'https://phantom.app/ul/browse/'],
    ['is a page where one gets an app', 'https://phantom.com/download'],
    ['has a page that cannot be read', 'https://phantom.app/ul/browse/https%3A%2F%2F%5B?ref=x'],
    ['is not https', `http://wallet.example/open?page=${encoded}`],
    ['is a script', `javascript:open(${encoded})`],
    ['is in links without an end', `https://a.example/${'?x=b%3A%2F%2F'.repeat(50)}`],
  ])('takes no link that %s', (_, link) => {
    expect(readWalletLink(link, true)).toBeUndefined();
  });

  it('returns any page as it was, and never throws', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (page) => {
        const link = `https://phantom.app/ul/browse/${encodeURIComponent(page)}?ref=${ref}`;
        expect(readWalletLink(link, false)?.url).toBe(page);
      }),
    );
    fc.assert(
      fc.property(anyText(), (text) => {
        readWalletLink(`https://phantom.app/ul/browse/${text}`, true);
        readWalletLink(text, true);
      }),
    );
  });
});
