import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createDecide } from '../../wallet/open/ask/permission-dialogs.js';
import * as permission from './permission.js';
import type { LoadedUi, LoopbackPermission, SessionUi } from './session-ui.js';

const { getLoopbackPermission } = permission;

const createEnsure =
  ({ askWithoutDialogs, ensureLoopbackPermission: ensure }: typeof permission) =>
  (ui: LoadedUi | undefined, ...rest: [AbortSignal, () => void, boolean?]) =>
    ensure(ui ? createDecide(ui) : askWithoutDialogs, ...rest);
const ensureLoopbackPermission = createEnsure(permission);

type Query = (descriptor: Readonly<{ name: string }>) => Promise<Readonly<{ state: LoopbackPermission }>>;

/** Returns the status of a permission that does not change. */
const createStatus = (state: LoopbackPermission) => Object.assign(new EventTarget(), { state });

/**
 * Opens a page whose browser answers permission queries by `query`. Without it, the browser has no
 * Permissions API.
 */
function openPage(query?: Query, hostname = 'dapp.example'): void {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('navigator', query ? { permissions: { query } } : {});
}

/** Opens a page whose browser knows the permission, but not the name that Chromium gave it first. */
function openFirefoxPage(state: LoopbackPermission): void {
  openPage(async ({ name }) => {
    if (name !== 'loopback-network') throw new TypeError('unknown name');
    return createStatus(state);
  });
}

/**
 * Opens a page whose permission is `state`, and `after` once the browser has asked. Returns the URLs that the
 * page fetched to make it ask.
 */
function openAskingPage(state: LoopbackPermission, after = state) {
  const asked: string[] = [];
  let current = state;
  openPage(async () => createStatus(current));
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    asked.push(url);
    // Nothing that identifies the user, for an answer that nobody reads.
    expect(options).toMatchObject({ mode: 'no-cors', cache: 'no-store', credentials: 'omit' });
    current = after;
    throw new TypeError('nothing listens there');
  });
  return asked;
}

/** Opens a page whose browser goes on asking after the request, until `decide` is called. */
function openUndecidedPage() {
  const status = Object.assign(new EventTarget(), { state: 'prompt' as LoopbackPermission });
  let queries = 0;
  openPage(async () => {
    queries++;
    return status;
  });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('nothing listens there')));
  const decide = (state: LoopbackPermission): void => {
    status.state = state;
    status.dispatchEvent(new Event('change'));
  };
  return Object.assign(status, { decide, countQueries: () => queries });
}

describe('the loopback permission', () => {
  it.each([
    ['by its name', 'loopback-network'],
    ['by the name of Chrome 142 to 144', 'local-network-access'],
  ])('is queried %s', async (_, known) => {
    openPage(async ({ name }) => {
      if (name !== known) throw new TypeError('unknown name');
      return { state: 'denied' };
    });
    expect(await getLoopbackPermission()).toBe('denied');
  });

  it('is that of the current name in a browser that knows both', async () => {
    openPage(async ({ name }) => createStatus(name === 'loopback-network' ? 'denied' : 'granted'));
    expect(await getLoopbackPermission()).toBe('denied');
  });

  it.each<[state: LoopbackPermission, reported: LoopbackPermission]>([
    ['prompt', 'granted'],
    ['granted', 'granted'],
    ['denied', 'denied'],
  ])(
    'is %s, and counts as %s, in a browser that asks only when something listens',
    async (state, reported) => {
      openFirefoxPage(state);
      expect(await getLoopbackPermission()).toBe(reported);
    },
  );

  it.each<[string, Query | undefined]>([
    ['without permissions', undefined],
    ['that knows neither name', async () => Promise.reject(new TypeError('unknown name'))],
  ])('is granted in a browser %s', async (_, query) => {
    openPage(query);
    expect(await getLoopbackPermission()).toBe('granted');
  });

  it.each([
    'localhost',
    'dapp.localhost',
    '127.0.0.1',
    '[::1]',
    '192.168.1.20',
    '10.0.2.2',
    '169.254.7.1',
    '172.31.0.1',
    '[fd00::1]',
  ])('is not needed on %s', async (hostname) => {
    openPage(async () => ({ state: 'denied' }), hostname);
    expect(await getLoopbackPermission()).toBe('granted');
  });

  it('is not needed in Solana Mobile’s Web Shell, a WebView that does not ask', async () => {
    openPage(async () => ({ state: 'prompt' }));
    expect(await getLoopbackPermission()).toBe('prompt');
    Object.assign(navigator, { userAgent: 'Mozilla/5.0 (Linux; Android 14; wv) Solana Mobile Web Shell' });
    expect(await getLoopbackPermission()).toBe('granted');
  });

  it.each([
    'localhost.example',
    '127.0.0.1.example',
    '128.0.0.1',
    '172.32.0.1',
    '10.example',
    '[2001:db8::1]',
  ])('is needed on %s', async (hostname) => {
    openPage(async () => ({ state: 'denied' }), hostname);
    expect(await getLoopbackPermission()).toBe('denied');
  });
});

describe('before the wallet app is opened', () => {
  const { signal } = new AbortController();

  it('a granted permission asks the user nothing', async () => {
    const asked = openAskingPage('granted');
    await ensureLoopbackPermission(undefined, signal, () => asked.push('blocked'));
    expect(asked).toEqual([]);
  });

  it('a browser that asks only when something listens is not made to ask', async () => {
    openFirefoxPage('prompt');
    vi.stubGlobal('fetch', () => expect.unreachable());
    await ensureLoopbackPermission(undefined, signal, () => expect.unreachable());
  });

  it.each([
    ['loopback-network', ['loopback-network', 'local-network-access']],
    ['local-network-access', ['local-network-access']],
  ])(
    'a permissions policy that withholds %s is the reason, and the user is not told to allow it',
    async (policy, features) => {
      openPage(async () => ({ state: 'denied' }));
      vi.stubGlobal('document', { featurePolicy: { features: () => features, allowsFeature: () => false } });
      const ui = { blocked: () => expect.unreachable() } as unknown as SessionUi;
      const ensuring = ensureLoopbackPermission(ui, signal, () => {});
      await expect(ensuring).rejects.toMatchObject({ code: 'LOOPBACK_BLOCKED', context: { policy } });
    },
  );

  it.each<[what: string, features: readonly string[], allowsFeature: () => boolean]>([
    ['allows it', ['loopback-network'], () => true],
    // Chromium warns in the console of a name that it does not know.
    ['does not know it, and so is not asked about it,', ['camera'], () => expect.unreachable()],
  ])('a permissions policy that %s leaves the decision to the user', async (_, features, allowsFeature) => {
    openPage(async () => ({ state: 'denied' }));
    vi.stubGlobal('document', { featurePolicy: { features: () => features, allowsFeature } });
    const error = await ensureLoopbackPermission(undefined, signal, () => {}).catch((reason) => reason);
    expect([error.code, error.context]).toEqual(['LOOPBACK_BLOCKED', {}]);
  });

  it('a denied permission is shown, and rejects with LOOPBACK_BLOCKED', async () => {
    const asked = openAskingPage('denied');
    const shown: unknown[] = [];
    const ui = { blocked: async (options: unknown) => void shown.push(options) } as unknown as SessionUi;
    for (const dialogs of [ui, undefined]) {
      await expect(ensureLoopbackPermission(dialogs, signal, () => {})).toRejectWith('LOOPBACK_BLOCKED');
    }
    expect(shown).toEqual([
      {
        signal: expect.any(AbortSignal),
        choices: ['open-wallet'],
        allowed: expect.any(Promise),
        reason: 'browser',
      },
    ]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['granted', undefined],
    ['denied', 'LOOPBACK_BLOCKED'],
  ] as const)(
    'an undecided permission that is %s after the browser has asked results in %s',
    async (after, code) => {
      const asked = openAskingPage('prompt', after);
      const page = new EventTarget();
      vi.stubGlobal('document', page);
      const outcome = await ensureLoopbackPermission(undefined, signal, () => {}).catch(
        (error) => error.code,
      );
      expect(outcome).toBe(code);
      expect(asked).toEqual([expect.stringMatching(/^http:\/\/localhost:6\d{4}\/$/)]);
      expect(getEventListeners(page, 'pointerdown')).toEqual([]);
    },
  );

  it.each(['refused', 'accepted', 'aborted'])(
    'the browser asks for a WebSocket that is %s, if the page’s policy forbids the fetch',
    async (fate) => {
      const asked: string[] = [];
      const controller = new AbortController();
      let state: LoopbackPermission = 'prompt';
      let closed = 0;
      openPage(async () => createStatus(state));
      vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('forbidden by the page')));
      vi.stubGlobal(
        'WebSocket',
        class extends EventTarget {
          readyState = 1;
          constructor(url: string) {
            super();
            asked.push(url);
            state = 'denied';
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
      const asking = ensureLoopbackPermission(undefined, controller.signal, () => {});
      const code = fate === 'aborted' ? 'USER_CANCELLED' : 'LOOPBACK_BLOCKED';
      await expect(asking).rejects.toMatchObject({ code });
      expect(asked).toEqual([expect.stringMatching(/^ws:\/\/localhost:6\d{4}\/$/)]);
      expect(closed).toBe(1);
    },
  );

  it.each<[state: LoopbackPermission, shown: readonly string[]]>([
    ['denied', []],
    ['prompt', ['withdrawn']],
  ])('with another way, no dialog stays on a permission that was %s and is denied', async (state, shown) => {
    openAskingPage(state, 'denied');
    const seen: string[] = [];
    const ui: Pick<SessionUi, 'blocked' | 'permission'> = {
      async blocked() {
        seen.push('blocked');
        return 'cancel';
      },
      async permission(dialog) {
        await dialog.ask();
        await new Promise(setImmediate);
        seen.push(dialog.signal.aborted ? 'withdrawn' : 'stays');
        return 'cancel';
      },
    };
    const ensuring = ensureLoopbackPermission(ui as SessionUi, signal, () => {}, true);
    await expect(ensuring).toRejectWith('LOOPBACK_BLOCKED');
    await vi.waitFor(() => expect(seen).toEqual(shown));
  });

  it.each(['focus', 'visibilitychange', 'change'])(
    'what the user has allowed in the browser’s settings is seen at the event %s',
    async (event) => {
      const status = openUndecidedPage();
      status.state = 'denied';
      const page = new EventTarget();
      vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
      const target = event === 'change' ? status : page;
      const blocked: SessionUi['blocked'] = async ({ allowed }) => {
        await vi.waitFor(() => expect(getEventListeners(target, event)).toHaveLength(1));
        status.state = 'granted';
        target.dispatchEvent(new Event(event));
        await allowed;
        // The dialog stays, because the launch needs a tap.
        await new Promise(setImmediate);
        return 'open-wallet';
      };
      await ensureLoopbackPermission({ blocked } as SessionUi, signal, () => {});
      expect(getEventListeners(target, event)).toEqual([]);
    },
  );

  it('a user who wants to try it anyway goes on, though the permission is denied', async () => {
    openPage(async () => createStatus('denied'));
    const ui: Pick<SessionUi, 'blocked'> = { blocked: async () => 'open-wallet' };
    await ensureLoopbackPermission(ui as SessionUi, signal, () => {});
  });

  it('a user who opens the wallet app, and has just denied the permission, is told so first', async () => {
    let state: LoopbackPermission = 'prompt';
    openPage(async () => createStatus(state));
    const ui: Pick<SessionUi, 'permission' | 'blocked'> = {
      async permission() {
        state = 'denied';
        return 'open-wallet';
      },
      blocked: async () => 'cancel',
    };
    await expect(ensureLoopbackPermission(ui as SessionUi, signal, () => {})).toRejectWith(
      'LOOPBACK_BLOCKED',
    );
  });

  it.each([
    ['my-mac.local', true],
    ['dapp.test', true],
    ['ci.corp.internal', true],
    ['nas.home.arpa', true],
    ['staging', true],
    ['dapp.example', false],
    ['local.example', false],
    ['[2001:db8::1]', false],
  ])('the dialog on %s can open the wallet app from the start: %s', async (hostname, mayBeNeedless) => {
    openPage(async () => createStatus('prompt'), hostname);
    const permission = vi.fn<SessionUi['permission']>(async () => 'open-wallet');
    await ensureLoopbackPermission({ permission } as unknown as SessionUi, signal, () => {});
    expect(permission.mock.calls[0]?.[0]).toMatchObject({ mayBeNeedless });
  });

  it('so can that in the WebView of an app', async () => {
    openPage(async () => createStatus('prompt'));
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) Version/4.0 Chrome/150.0.0.0';
    Object.assign(navigator, { userAgent });
    vi.stubGlobal('window', { isSecureContext: true });
    vi.stubGlobal('document', {});
    const permission = vi.fn<SessionUi['permission']>(async () => 'open-wallet');
    await ensureLoopbackPermission({ permission } as unknown as SessionUi, signal, () => {});
    expect(permission.mock.calls[0]?.[0]).toMatchObject({ mayBeNeedless: true });
  });

  it('the browser does not ask if the user closes the explanation', async () => {
    const asked = openAskingPage('prompt');
    const ui = { permission: async () => 'cancel' } as unknown as SessionUi;
    await expect(ensureLoopbackPermission(ui, signal, () => {})).toRejectWith('USER_CANCELLED');
    expect(asked).toEqual([]);
  });

  it.each([
    ['granted', undefined],
    ['denied', 'LOOPBACK_BLOCKED'],
  ] as const)('the explanation makes the browser ask, until the user decides: %s', async (after, code) => {
    const status = openUndecidedPage();
    const events: unknown[] = [];
    let isAllowed = false;
    const permission: SessionUi['permission'] = async ({ signal: given, ask, allowed }) => {
      void allowed.then(() => {
        isAllowed = true;
      });
      const asking = ask();
      // Of the dialog, and of the question.
      await vi.waitFor(() => expect(getEventListeners(status, 'change')).toHaveLength(2));
      await vi.waitFor(() => expect(status.countQueries()).toBe(12));
      events.push(given.aborted, 'decides');
      status.decide(after);
      events.push(await asking);
      return 'open-wallet';
    };
    const blocked: SessionUi['blocked'] = async () => 'cancel';
    const ui = { permission, blocked } as unknown as SessionUi;
    const outcome = await ensureLoopbackPermission(ui, signal, () => events.push('asks')).catch(
      (error) => error.code,
    );
    expect(outcome).toBe(code);
    expect(events).toEqual(['asks', false, 'decides', after]);
    expect(isAllowed).toBe(after === 'granted');
    expect(getEventListeners(status, 'change')).toEqual([]);
  });

  it('a call that ends while the browser asks does not keep the next from asking', async () => {
    // What the user did is known as long as the page, so this is a page of its own.
    vi.resetModules();
    const ensure = createEnsure(await import('./permission.js'));
    const status = openUndecidedPage();
    let asked = 0;
    for (const count of [1, 2]) {
      const controller = new AbortController();
      const asking = ensure(undefined, controller.signal, () => asked++);
      await vi.waitFor(() => expect(getEventListeners(status, 'change')).toHaveLength(1));
      expect(asked).toBe(count);
      controller.abort('enough');
      await expect(asking).rejects.toBe('enough');
      expect(getEventListeners(status, 'change')).toEqual([]);
    }
  });

  it('a tap on the page means that the user did not decide, and the next launch does not ask', async () => {
    // What the user did is known as long as the page, so this is a page of its own.
    vi.resetModules();
    const ensure = createEnsure(await import('./permission.js'));
    const status = openUndecidedPage();
    type Tap = (event: Pick<Event, 'isTrusted'>) => void;
    const taps = new Map<string, Tap>();
    vi.stubGlobal('document', {
      addEventListener(type: string, listener: Tap, options: AddEventListenerOptions) {
        const name = `${type} ${options.capture}`;
        taps.set(name, listener);
        options.signal?.addEventListener('abort', () => taps.delete(name));
      },
    });
    let asked = 0;
    const asking = ensure(undefined, signal, () => asked++);
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
    await ensure(undefined, signal, () => asked++);
    expect(asked).toBe(1);
    // With an explanation, it is asked for anyway.
    const ui = { permission: async () => 'open-wallet' } as unknown as SessionUi;
    await ensure(ui, signal, () => asked++);
    expect(asked).toBe(2);
  });
});
