import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { assertUserActivation, launchByNavigation } from './launch.js';

const URI = 'solana-wallet:/v1/associate/local?port=50000';
const LINK = 'https://wallet.example/v1/associate/local?port=50000';

/** What the page did: where it went, and which elements it put into its document. */
let done: unknown[];
let controller: AbortController;
let assign: (uri: string) => void;

const createElement = (name: string) => {
  const element: Record<string, unknown> = {};
  return Object.assign(element, {
    click: () => done.push(['click', name, { ...pick(element) }]),
    remove: () => done.push(['remove', name]),
    append: () => done.push(['append', name, { ...pick(element) }]),
  });
};
const pick = (element: object) =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => typeof value !== 'function'));

beforeEach(() => {
  done = [];
  controller = new AbortController();
  assign = (uri) => done.push(uri);
  vi.stubGlobal('location', { assign: (uri: string) => assign(uri) });
  vi.stubGlobal('navigator', { userAgent: 'Chrome', userActivation: { isActive: true } });
  vi.stubGlobal('document', {
    createElement,
    documentElement: { append: ({ append }: ReturnType<typeof createElement>) => append() },
  });
});

const launch = (uri: string) => launchByNavigation(uri, { signal: controller.signal });

describe('launchByNavigation', () => {
  it('navigates to the URI', () => {
    launch(URI);
    expect(done).toEqual([URI]);
  });

  it('opens a link of a wallet in a new tab', () => {
    launch(LINK);
    const attributes = { href: LINK, target: '_blank', rel: 'noopener' };
    expect(done).toEqual([
      ['append', 'a', attributes],
      ['click', 'a', attributes],
      ['remove', 'a'],
    ]);
  });

  it('opens the URI in a hidden frame in Firefox, until the session has ended', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Android 15; Mobile) Gecko Firefox/140.0' });
    launch(URI);
    expect(done).toEqual([['append', 'iframe', { hidden: true, src: URI }]]);
    controller.abort();
    expect(done.slice(1)).toEqual([['remove', 'iframe']]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('rejects with WALLET_NOT_FOUND if the browser refuses the URI', () => {
    const cause = new Error('unknown scheme');
    assign = () => {
      throw cause;
    };
    expect(() => launch(URI)).toThrow(expect.objectContaining({ code: 'WALLET_NOT_FOUND', cause }));
  });

  it('needs a tap', () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    expect(() => launch(URI)).toThrow(expect.objectContaining({ code: 'USER_GESTURE_REQUIRED' }));
    expect(done).toEqual([]);
  });

  it('must be replaced outside a browser', () => {
    vi.stubGlobal('location', undefined);
    expect(() => launch(URI)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'launch' } }),
    );
  });
});

describe('user activation', () => {
  it.each<[what: string, browser: object | undefined, isActive: boolean, hasBeenActive: boolean]>([
    ['no navigator', undefined, true, true],
    ['no userActivation', {}, true, true],
    ['a tap', { userActivation: { isActive: true, hasBeenActive: true } }, true, true],
    ['a tap long ago', { userActivation: { isActive: false, hasBeenActive: true } }, false, true],
    ['no tap', { userActivation: { isActive: false, hasBeenActive: false } }, false, false],
  ])('with %s', (_, browser, isActive, hasBeenActive) => {
    vi.stubGlobal('navigator', browser);
    const passes = (kind: Parameters<typeof assertUserActivation>[0]): boolean => {
      try {
        assertUserActivation(kind);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'USER_GESTURE_REQUIRED' });
        return false;
      }
    };
    expect(passes('isActive')).toBe(isActive);
    expect(passes('hasBeenActive')).toBe(hasBeenActive);
  });
});
