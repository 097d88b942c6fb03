import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anyText } from '../../../../test/support/any-text.js';
import { collectReports } from '../../../../test/support/rejections.js';
import { getBrowserLink } from './in-app-browser.js';
import { getAppRows, getPageUrl, getRows } from './wallet-apps.js';

const HREF = 'https://dapp.example/pay?id=1#step';
const reported = collectReports();

beforeEach(() => {
  vi.stubGlobal('location', { href: HREF });
  // Node 20 has none.
  vi.stubGlobal('navigator', { userAgent: '' });
});

/** Addresses with every odd character in the path, the query and the hash. */
const text = fc.oneof(
  anyText(),
  fc.string({
    unit: fc.constantFrom(...'/?#&=+%;:@!$\'()*,~"<>[]{}|\\^` é𝕏\u2028', '..', '%2F', '#Intent;', 'end'),
  }),
);
const address = fc
  .record({ host: fc.domain(), path: text, query: text, hash: text })
  .map(({ host, path, query, hash }) => {
    const url = new URL(`https://${host}/`);
    url.pathname = path;
    url.search = query;
    url.hash = hash;
    return url.href;
  });

const PREFIXES = ['https://phantom.app/ul/browse/', 'https://solflare.com/ul/v1/browse/'];

describe('the link of a known wallet app', () => {
  it('has the whole address in one segment of its path, from which it can be read again', () => {
    fc.assert(
      fc.property(address, (url) => {
        const rows = getRows(undefined, url);
        expect(rows.map(({ name }) => name)).toEqual(['Phantom', 'Solflare']);
        for (const [index, { link }] of rows.entries()) {
          const prefix = new URL(PREFIXES[index] as string);
          const parsed = new URL(link);
          expect([parsed.origin, parsed.hash]).toEqual([prefix.origin, '']);
          const segments = parsed.pathname.split('/');
          expect(segments.slice(0, -1).join('/')).toBe(prefix.pathname.slice(0, -1));
          expect(decodeURIComponent(segments.at(-1) as string)).toBe(url);
          expect([...parsed.searchParams]).toEqual([['ref', new URL(url).origin]]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('opens the page’s own address, with its path, query and hash', () => {
    expect(getPageUrl(true)).toBe(HREF);
    expect(getRows(undefined, HREF)[0]).toEqual({
      name: 'Phantom',
      link: 'https://phantom.app/ul/browse/https%3A%2F%2Fdapp.example%2Fpay%3Fid%3D1%23step?ref=https%3A%2F%2Fdapp.example',
      installUrl: 'https://phantom.com/download',
    });
  });
});

describe('the address that a wallet app opens', () => {
  it('is the one that the dapp names, which may be relative', () => {
    expect(getPageUrl({ getUrl: () => '/pay' })).toBe('https://dapp.example/pay');
    expect(getPageUrl({ getUrl: () => 'https://a.example/\ud800' })).toBe('https://a.example/%EF%BF%BD');
  });

  it('may be a path or a query of the page’s site', () => {
    for (const address of ['.', '?', '?invoice=42', 'https://dapp.example/pay', 'https://dapp.example']) {
      expect(getPageUrl({ getUrl: () => address })).not.toContain('id=1');
    }
    vi.stubGlobal('location', { href: 'about:srcdoc' });
    expect(getPageUrl({ getUrl: () => 'https://a.example/pay' })).toBe('https://a.example/pay');
  });

  it.each([
    ['nothing', () => undefined],
    ['a promise', async () => HREF],
    ['another scheme', () => 'javascript:alert(1)'],
    ['an error', () => decodeURIComponent('%')],
    ['an empty text', () => ''],
    ['only spaces', () => ' \t\n'],
    ['only a hash', () => '#step'],
    ['only a scheme, which is relative', () => 'https:'],
    ['a page that only the app around it can open', () => 'https://localhost/pay'],
  ])('is never the page’s own if the dapp’s function returns %s', (_, getUrl) => {
    expect(() => getPageUrl({ getUrl: getUrl as never })).toThrow('openIn.getUrl');
  });

  it.each([new Error('of the dapp'), 'a text'])(
    'is refused with what the dapp’s function throws: %s',
    (cause) => {
      const getUrl = (): never => {
        throw cause;
      };
      expect(() => getPageUrl({ getUrl })).toThrow(expect.objectContaining({ cause }));
    },
  );
});

describe('the wallet apps of a dapp', () => {
  const getLink = (url: string): string => `https://wallet.example/open?url=${encodeURIComponent(url)}`;
  const icon = 'data:image/svg+xml;base64,PHN2Zy8+';

  it('stand in its order, known ones by their name', () => {
    const rows = getRows(
      ['Solflare', { name: 'Own', icon, getLink, installUrl: 'https://wallet.example' }],
      HREF,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Solflare', 'Own']);
    expect(rows[1]).toEqual({
      name: 'Own',
      icon,
      link: getLink(HREF),
      installUrl: 'https://wallet.example/',
    });
    expect(getRows([], HREF)).toEqual([]);
    expect(reported).toEqual([]);
  });

  it.each([
    ['a link of another scheme', { name: 'A', getLink: () => 'wallet://open' }],
    ['a link to run a script', { name: 'A', getLink: () => 'javascript:alert(1)' }],
    ['a link that is an intent', { name: 'A', getLink: () => 'intent://a#Intent;end' }],
    ['a link without encryption', { name: 'A', getLink: () => 'http://wallet.example' }],
    ['no link', { name: 'A', getLink: () => undefined }],
    ['a link that throws', { name: 'A', getLink: () => decodeURIComponent('%') }],
  ])('leave out and report %s', (_, app) => {
    expect(getRows([app as never, 'Phantom'], HREF).map(({ name }) => name)).toEqual(['Phantom']);
    expect(reported).toHaveLength(1);
  });

  it('are shown without an icon or a page that cannot be used, and by their host without a name', () => {
    const app = { name: '', getLink, icon: 'https://a.example/icon.png', installUrl: 'market://details' };
    expect(getRows([app], HREF)).toEqual([{ name: 'wallet.example', link: getLink(HREF) }]);
    expect(reported).toHaveLength(2);
  });
});

describe('the wallet apps that sessions can be with', () => {
  const getLink = (url: string): string => `https://wallet.example/?url=${encodeURIComponent(url)}`;
  const icon = 'data:image/svg+xml;base64,PHN2Zy8+';

  it('are those with a package, with or without a link, and others are links alone', () => {
    const apps = [
      { name: 'Both', androidPackage: 'app.both', getLink, icon, installUrl: 'https://wallet.example' },
      { name: 'Link', getLink },
      { name: '', androidPackage: 'app.own' },
    ];
    expect(getAppRows(apps)).toEqual([
      { name: 'Both', androidPackage: 'app.both', icon, installUrl: 'https://wallet.example/' },
      { name: 'app.own', androidPackage: 'app.own' },
    ]);
    expect(getRows(apps, HREF).map(({ name }) => name)).toEqual(['Both', 'Link']);
    expect(reported).toEqual([]);
  });

  it('are left out with a wrong package, but not their links', () => {
    const apps = [{ name: 'A', androidPackage: 'a.b;S.browser_fallback_url=https://a.example', getLink }];
    expect(getAppRows(apps)).toEqual([]);
    expect(getRows(apps, HREF).map(({ name }) => name)).toEqual(['A']);
  });

  it('have no name of an object’s own members', () => {
    expect(getRows(['constructor' as never], HREF)).toEqual([]);
    expect(getAppRows(['toString' as never])).toEqual([]);
  });
});

describe('the link to the phone’s browser', () => {
  it('is an intent on Android, whose data are the address', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 14; wv)' });
    fc.assert(
      fc.property(address, (url) => {
        const link = getBrowserLink(url) as string;
        // As Android reads it (`Intent.parseUri`).
        const end = link.lastIndexOf('#');
        expect(link.slice(end)).toBe('#Intent;scheme=https;action=android.intent.action.VIEW;end');
        expect(link.slice(0, end).replace(/^intent:/, 'https:')).toBe(url);
      }),
    );
  });

  it('is not known elsewhere', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
    expect(getBrowserLink(HREF)).toBe(undefined);
  });
});
