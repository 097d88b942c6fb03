import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { openLoopbackPage, stubQuestion } from '../../../../test/support/loopback-page.js';
import { ensureLoopbackPermission } from '../../../dapp/open/permission.js';
import type { LoopbackPermission, SessionUi } from '../../../dapp/open/session-ui.js';
import { createDecide } from './permission-dialogs.js';

/** Makes sure of the permission by these dialogs. */
const ensure = (
  ui: Partial<Pick<SessionUi, 'permission' | 'blocked'>>,
  { onAsk = () => {}, canRelay = false } = {},
) => ensureLoopbackPermission(createDecide(ui as SessionUi), new AbortController().signal, onAsk, canRelay);

describe('the dialog about a denied permission', () => {
  it('is shown, and the call rejects with LOOPBACK_BLOCKED', async () => {
    openLoopbackPage('denied');
    const fetched = stubQuestion();
    const blocked = vi.fn<SessionUi['blocked']>(async () => 'cancel');
    await expect(ensure({ blocked })).toRejectWith('LOOPBACK_BLOCKED');
    expect(blocked.mock.calls).toEqual([
      [
        {
          signal: expect.any(AbortSignal),
          choices: ['open-wallet'],
          allowed: expect.any(Promise),
          reason: 'browser',
        },
      ],
    ]);
    expect(fetched).toEqual([]);
  });

  it.each<[what: string, features: readonly string[], allowsFeature: () => boolean, policy?: string]>([
    ['withholds it', ['loopback-network', 'local-network-access'], () => false, 'loopback-network'],
    ['withholds it by its old name', ['local-network-access'], () => false, 'local-network-access'],
    ['allows it', ['loopback-network'], () => true],
    // Chromium warns in the console of a name that it does not know.
    ['does not know it, and so is not asked about it', ['camera'], () => expect.unreachable()],
  ])(
    'is shown unless a permissions policy is the reason: one that %s',
    async (_, features, allowsFeature, policy) => {
      openLoopbackPage('denied');
      vi.stubGlobal('document', { featurePolicy: { features: () => features, allowsFeature } });
      const blocked = vi.fn<SessionUi['blocked']>(async () => 'cancel');
      const error = await ensure({ blocked }).catch((reason) => reason);
      expect([error.code, error.context]).toEqual(['LOOPBACK_BLOCKED', policy ? { policy } : {}]);
      expect(blocked).toHaveBeenCalledTimes(policy ? 0 : 1);
    },
  );

  it.each(['focus', 'visibilitychange', 'change'])(
    'tells what the user has allowed in the browser’s settings at the event %s',
    async (event) => {
      const status = openLoopbackPage('denied');
      const page = new EventTarget();
      vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
      const target = event === 'change' ? status : page;
      await ensure({
        async blocked({ allowed }) {
          await vi.waitFor(() => expect(getEventListeners(target, event)).toHaveLength(1));
          status.state = 'granted';
          target.dispatchEvent(new Event(event));
          await allowed;
          // The dialog stays, because the launch needs a tap.
          await new Promise(setImmediate);
          return 'open-wallet';
        },
      });
      expect(getEventListeners(target, event)).toEqual([]);
    },
  );

  it('lets a user who wants to try it anyway go on', async () => {
    openLoopbackPage('denied');
    await ensure({ blocked: async () => 'open-wallet' });
  });

  it('comes first for a user who opens the wallet app, and has just denied the permission', async () => {
    const status = openLoopbackPage('prompt');
    const ensuring = ensure({
      async permission() {
        status.state = 'denied';
        return 'open-wallet';
      },
      blocked: async () => 'cancel',
    });
    await expect(ensuring).toRejectWith('LOOPBACK_BLOCKED');
  });
});

describe('the dialog about an undecided permission', () => {
  const IN_CHROME = 'Mozilla/5.0 (Linux; Android 14) Chrome/150.0.0.0';
  const IN_APP = 'Mozilla/5.0 (Linux; Android 14; wv) Version/4.0 Chrome/150.0.0.0';

  it.each([
    ['my-mac.local', IN_CHROME, true],
    ['dapp.test', IN_CHROME, true],
    ['ci.corp.internal', IN_CHROME, true],
    ['nas.home.arpa', IN_CHROME, true],
    ['staging', IN_CHROME, true],
    ['dapp.example', IN_CHROME, false],
    ['local.example', IN_CHROME, false],
    ['[2001:db8::1]', IN_CHROME, false],
    ['dapp.example', IN_APP, true],
  ])('can open the wallet app from the start on %s in %s: %s', async (hostname, userAgent, mayBeNeedless) => {
    openLoopbackPage('prompt', { hostname });
    Object.assign(navigator, { userAgent });
    vi.stubGlobal('window', { isSecureContext: true });
    vi.stubGlobal('document', {});
    const permission = vi.fn<SessionUi['permission']>(async () => 'open-wallet');
    await ensure({ permission });
    expect(permission.mock.calls[0]?.[0]).toMatchObject({ mayBeNeedless });
  });

  it('asks nothing if the user closes it', async () => {
    openLoopbackPage('prompt');
    const fetched = stubQuestion();
    await expect(ensure({ permission: async () => 'cancel' })).toRejectWith('USER_CANCELLED');
    expect(fetched).toEqual([]);
  });

  it.each([
    ['granted', undefined],
    ['denied', 'LOOPBACK_BLOCKED'],
  ] as const)('makes the browser ask, until the user decides: %s', async (after, code) => {
    const status = openLoopbackPage('prompt');
    stubQuestion();
    const events: unknown[] = [];
    let isAllowed = false;
    const ensuring = ensure(
      {
        async permission({ signal, ask, allowed }) {
          void allowed.then(() => {
            isAllowed = true;
          });
          const asking = ask();
          // Of the dialog, and of the question.
          await vi.waitFor(() => expect(getEventListeners(status, 'change')).toHaveLength(2));
          await vi.waitFor(() => expect(status.countQueries()).toBe(12));
          events.push(signal.aborted, 'decides');
          status.decide(after);
          events.push(await asking);
          return 'open-wallet';
        },
        blocked: async () => 'cancel',
      },
      { onAsk: () => events.push('asks') },
    );
    expect(await ensuring.catch((error) => error.code)).toBe(code);
    expect(events).toEqual(['asks', false, 'decides', after]);
    expect(isAllowed).toBe(after === 'granted');
    expect(getEventListeners(status, 'change')).toEqual([]);
  });
});

it.each<[state: LoopbackPermission, shown: readonly string[]]>([
  ['denied', []],
  ['prompt', ['withdrawn']],
])('with another way, no dialog stays on a permission that was %s and is denied', async (state, shown) => {
  const status = openLoopbackPage(state);
  // Not every browser reports it.
  stubQuestion(() => {
    status.state = 'denied';
  });
  const seen: string[] = [];
  const ui: Parameters<typeof ensure>[0] = {
    async blocked() {
      seen.push('blocked');
      return 'cancel';
    },
    async permission(dialog) {
      // The dialog has looked at the permission by itself, and sees later only what it is told.
      await new Promise(setImmediate);
      await dialog.ask();
      await new Promise(setImmediate);
      seen.push(dialog.signal.aborted ? 'withdrawn' : 'stays');
      return 'cancel';
    },
  };
  await expect(ensure(ui, { canRelay: true })).toRejectWith('LOOPBACK_BLOCKED');
  await vi.waitFor(() => expect(seen).toEqual(shown));
});
