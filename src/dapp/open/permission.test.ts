import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  CHROME_142,
  CHROMIUM,
  FIREFOX,
  openLoopbackPage,
  stubQuestion,
} from '../../../test/support/loopback-page.js';
import { createDecide } from '../../wallet/open/ask/permission-dialogs.js';
import { askWithoutDialogs, ensureLoopbackPermission, getLoopbackPermission } from './permission.js';
import type { LoopbackPermission, SessionUi } from './session-ui.js';

const { signal } = new AbortController();

const ensure = (onAsk = () => {}, end = signal) => ensureLoopbackPermission(askWithoutDialogs, end, onAsk);

describe('the loopback permission', () => {
  it.each<[state: LoopbackPermission, browser: string, names: readonly string[], counts: LoopbackPermission]>(
    [
      ['prompt', 'that asks before anything listens', CHROMIUM, 'prompt'],
      ['denied', 'that knows it by the name of Chrome 142 to 144', CHROME_142, 'denied'],
      ['prompt', 'that asks only when something listens', FIREFOX, 'granted'],
      ['granted', 'that asks only when something listens', FIREFOX, 'granted'],
      ['denied', 'that asks only when something listens', FIREFOX, 'denied'],
      ['denied', 'that knows neither name', [], 'granted'],
    ],
  )('that is %s in a browser %s (%j) counts as %s', async (state, _, names, counts) => {
    openLoopbackPage(state, { names });
    expect(await getLoopbackPermission()).toBe(counts);
  });

  it('is that of the current name in a browser that knows both', async () => {
    openLoopbackPage('denied');
    const query = async ({ name }: Readonly<{ name: string }>) => ({
      state: name === 'loopback-network' ? 'denied' : 'granted',
    });
    vi.stubGlobal('navigator', { permissions: { query } });
    expect(await getLoopbackPermission()).toBe('denied');
  });

  it('is granted in a browser without permissions', async () => {
    openLoopbackPage('denied');
    vi.stubGlobal('navigator', {});
    expect(await getLoopbackPermission()).toBe('granted');
  });

  it('is not needed in Solana Mobile’s Web Shell, a WebView that does not ask', async () => {
    openLoopbackPage('prompt');
    Object.assign(navigator, { userAgent: 'Mozilla/5.0 (Linux; Android 14; wv) Solana Mobile Web Shell' });
    expect(await getLoopbackPermission()).toBe('granted');
  });

  it.each([
    ['localhost', false],
    ['dapp.localhost', false],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['192.168.1.20', false],
    ['10.0.2.2', false],
    ['169.254.7.1', false],
    ['172.31.0.1', false],
    ['[fd00::1]', false],
    ['localhost.example', true],
    ['127.0.0.1.example', true],
    ['128.0.0.1', true],
    ['172.32.0.1', true],
    ['10.example', true],
    ['[2001:db8::1]', true],
  ])('is needed on %s: %s', async (hostname, isNeeded) => {
    openLoopbackPage('denied', { hostname });
    expect(await getLoopbackPermission()).toBe(isNeeded ? 'denied' : 'granted');
  });
});

describe('before the wallet app is opened by a page without dialogs', () => {
  it('a granted permission asks the user nothing', async () => {
    openLoopbackPage('granted');
    const fetched = stubQuestion();
    await ensure(() => expect.unreachable());
    expect(fetched).toEqual([]);
  });

  it('a browser that asks only when something listens is not made to ask', async () => {
    openLoopbackPage('prompt', { names: FIREFOX });
    const fetched = stubQuestion();
    await ensure(() => expect.unreachable());
    expect(fetched).toEqual([]);
  });

  it('a denied permission rejects with LOOPBACK_BLOCKED', async () => {
    openLoopbackPage('denied');
    const fetched = stubQuestion();
    await expect(ensure()).toRejectWith('LOOPBACK_BLOCKED');
    expect(fetched).toEqual([]);
  });

  it.each([
    ['granted', undefined],
    ['denied', 'LOOPBACK_BLOCKED'],
  ] as const)(
    'an undecided permission that is %s after the browser has asked results in %s',
    async (after, code) => {
      const status = openLoopbackPage('prompt');
      // Not every browser reports it.
      const fetched = stubQuestion(() => {
        status.state = after;
      });
      const page = new EventTarget();
      vi.stubGlobal('document', page);
      expect(await ensure().catch((error) => error.code)).toBe(code);
      // Nothing that identifies the user, for an answer that nobody reads.
      const options = { mode: 'no-cors', cache: 'no-store', credentials: 'omit' };
      expect(fetched).toMatchObject([
        { ...options, url: expect.stringMatching(/^http:\/\/localhost:6\d{4}\/$/) },
      ]);
      expect(getEventListeners(page, 'pointerdown')).toEqual([]);
    },
  );

  it.each(['refused', 'accepted', 'aborted'])(
    'the browser asks for a WebSocket that is %s, if the page’s policy forbids the fetch',
    async (fate) => {
      const status = openLoopbackPage('prompt');
      stubQuestion();
      const asked: string[] = [];
      const controller = new AbortController();
      let closed = 0;
      vi.stubGlobal(
        'WebSocket',
        class extends EventTarget {
          readyState = 1;
          constructor(url: string) {
            super();
            asked.push(url);
            status.state = 'denied';
            const end = () =>
              fate === 'aborted'
                ? controller.abort({ code: 'USER_CANCELLED' })
                : this.dispatchEvent(new Event(fate === 'refused' ? 'close' : 'open'));
            setTimeout(end);
          }
          close() {
            closed++;
          }
        },
      );
      const code = fate === 'aborted' ? 'USER_CANCELLED' : 'LOOPBACK_BLOCKED';
      await expect(ensure(() => {}, controller.signal)).rejects.toMatchObject({ code });
      expect(asked).toEqual([expect.stringMatching(/^ws:\/\/localhost:6\d{4}\/$/)]);
      expect(closed).toBe(1);
    },
  );

  describe('and whose browser goes on asking', () => {
    /** Opens the page. What the user did is known as long as the page, so each test has one of its own. */
    async function open() {
      vi.resetModules();
      const { askWithoutDialogs, ensureLoopbackPermission } = await import('./permission.js');
      const status = openLoopbackPage('prompt');
      stubQuestion();
      let asked = 0;
      return {
        status,
        countAsked: () => asked,
        ensure: (end = signal, decide = askWithoutDialogs) =>
          ensureLoopbackPermission(decide, end, () => asked++),
        whenAsking: () => vi.waitFor(() => expect(getEventListeners(status, 'change')).toHaveLength(1)),
      };
    }

    it('a call that ends meanwhile does not keep the next from asking', async () => {
      const { status, countAsked, whenAsking, ...page } = await open();
      for (const count of [1, 2]) {
        const controller = new AbortController();
        const asking = page.ensure(controller.signal);
        await whenAsking();
        expect(countAsked()).toBe(count);
        controller.abort('enough');
        await expect(asking).rejects.toBe('enough');
        expect(getEventListeners(status, 'change')).toEqual([]);
      }
    });

    it('a tap on the page means that the user did not decide, and the next launch does not ask', async () => {
      const { status, countAsked, ...page } = await open();
      type Tap = (event: Pick<Event, 'isTrusted'>) => void;
      const taps = new Map<string, Tap>();
      vi.stubGlobal('document', {
        addEventListener(type: string, listener: Tap, options: AddEventListenerOptions) {
          const name = `${type} ${options.capture}`;
          taps.set(name, listener);
          options.signal?.addEventListener('abort', () => taps.delete(name));
        },
      });
      const asking = page.ensure();
      await vi.waitFor(() => expect(status.countQueries()).toBe(6));
      const tap = taps.get('pointerdown true');
      if (!tap) throw new Error('Nothing listens for a tap');
      // A script of the page cannot dismiss the question.
      tap({ isTrusted: false });
      expect(getEventListeners(status, 'change')).toHaveLength(1);
      tap({ isTrusted: true });
      await expect(asking).toRejectWith('USER_CANCELLED');
      expect(taps.size).toBe(0);
      expect(getEventListeners(status, 'change')).toEqual([]);
      await page.ensure();
      expect(countAsked()).toBe(1);
      // With an explanation, it is asked for anyway.
      await page.ensure(
        signal,
        createDecide({ permission: async () => 'open-wallet' } as unknown as SessionUi),
      );
      expect(countAsked()).toBe(2);
    });
  });
});
