import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createEvent } from '../../../test/support/event.js';
import { openPage } from '../../../test/support/left-page.js';
import { FIREFOX, openLoopbackPage } from '../../../test/support/loopback-page.js';
import { openSession } from '../../../test/support/open-by-attempts.js';
import { within } from '../../../test/support/patience.js';
import { createPhone } from '../../../test/support/phone.js';
import { parseAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import { transact } from '../../transact/bytes.js';
import { createPreparations } from './local.js';
import type { OnProgress, ProgressState } from './progress.js';
import type { LoopbackPermission, SessionUi } from './session-ui.js';

describe('the permission of a page whose browser has not decided', () => {
  // Node 20 has no WebSocket of its own, without which the default dial is refused.
  beforeEach(() => void vi.stubGlobal('WebSocket', WebSocket));

  it.each<
    [
      outcome: string,
      what: string,
      prepared: LoopbackPermission | undefined,
      isOwnDial: boolean,
      isGate: boolean,
    ]
  >([
    ['asked for', 'the default dial', 'prompt', false, true],
    ['not asked for', 'a dial of the dapp’s own', 'prompt', true, true],
    ['not asked for', 'a permission that is granted', 'granted', false, true],
    ['not asked for', 'no need of a permission', undefined, false, true],
    ['not asked for', 'a browser that asks only when something listens', 'prompt', false, false],
    ['not asked for', 'such a browser, in which it is denied', 'denied', false, false],
  ])('is %s with %s', async (outcome, _, state, isOwnDial, isGate) => {
    openLoopbackPage('prompt');
    const ui = { permission: async () => 'cancel' } as unknown as SessionUi;
    const states: ProgressState[] = [];
    const opening = openSession(
      {
        launch: () => Promise.reject(new Error('launched')),
        ...(isOwnDial && { dial: () => Promise.reject(new Error('dialled')) }),
      },
      ui,
      {
        report: (next) => states.push(next),
        preparations: {
          prepare: () => {},
          take: async () => ({
            hello: await createDappHello(),
            access: state && { status: { state } as PermissionStatus, isGate },
          }),
        },
      },
    );
    const isAsked = outcome === 'asked for';
    const error = isAsked ? { code: 'USER_CANCELLED' } : { message: 'launched' };
    await expect(opening).rejects.toMatchObject(error);
    expect(states).toEqual(['preparing', isAsked ? 'permission' : 'launching', 'idle']);
  });
});

describe('a browser that asks about the WebSocket when the wallet app listens', () => {
  it('blocks the connection if the user says so', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const status = openLoopbackPage('prompt', { names: FIREFOX });
    const server = createServer(() => expect.unreachable('no probe may be sent'));
    server.on('upgrade', (_, socket) => {
      status.state = 'denied';
      socket.destroy();
    });
    onTestFinished(() => void server.close());
    const launch = async (uri: string): Promise<void> => {
      await once(server.listen(Number(new URL(uri).searchParams.get('port')), 'localhost'), 'listening');
    };
    await expect(within(10_000, openSession({ launch }), 'an end')).toRejectWith('LOOPBACK_BLOCKED');
  });
});

describe('a page without a tap', () => {
  it('opens the wallet app by a launch of the dapp’s own, and with what was prepared', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    const phone = await createPhone();
    const preparations = createPreparations();
    const { hello } = await preparations.take();
    const take = async () => ({ hello, access: undefined });
    const session = await openSession(phone, undefined, { preparations: { ...preparations, take } });
    session.close();
    expect(parseAssociationUri(phone.launches[0] ?? '').associationPublicKey).toEqual(hello.associationPoint);
  });

  it('is refused before anything is reported if a navigation would be blocked', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    const { dial } = await createPhone();
    const states: ProgressState[] = [];
    const onProgress: OnProgress = ({ state }) => states.push(state);
    await expect(transact(() => {}, { dial, onProgress })).toRejectWith('USER_GESTURE_REQUIRED');
    expect(states).toEqual([]);
  });
});

describe('the browser’s launch', () => {
  /** A page with a tap that counts, from which the browser opens the app of a phone. */
  async function setUp() {
    const page = openPage();
    const phone = await createPhone();
    const userActivation = { isActive: true };
    vi.stubGlobal('navigator', { userActivation, userAgent: '' });
    const launchedAt: number[] = [];
    const assign = (uri: string): void => {
      launchedAt.push(performance.now());
      void phone.launch(uri, { signal: new AbortController().signal });
    };
    vi.stubGlobal('location', { hostname: 'localhost', assign });
    const states: ProgressState[] = [];
    const open = (askTap?: () => Promise<void>) =>
      openSession({ dial: phone.dial }, undefined, {
        report: (state) => states.push(state),
        relay: { ui: undefined, askTap, onFailed: undefined },
      });
    return { page, userActivation, launchedAt, states, open };
  }

  it('waits until the page is visible', async () => {
    const { page, launchedAt, states, open } = await setUp();
    page.leave();
    const opening = open();
    // What is prepared before a launch takes no longer than this.
    await createDappHello();
    expect(states).toEqual(['preparing']);
    page.returnToPage();
    (await opening).close();
    expect(launchedAt).toHaveLength(1);
  });

  it('needs another tap if the first has expired until then', async () => {
    for (const isTapped of [true, false]) {
      const { page, userActivation, launchedAt, open } = await setUp();
      page.leave();
      const opening = open(async () => {
        userActivation.isActive = isTapped;
      });
      await createDappHello();
      userActivation.isActive = false;
      page.returnToPage();
      if (isTapped) (await opening).close();
      else await expect(opening).toRejectWith('USER_GESTURE_REQUIRED');
      expect(launchedAt).toHaveLength(isTapped ? 1 : 0);
    }
  });

  it('waits until the app of the session before has finished', async () => {
    const { launchedAt, open } = await setUp();
    const first = await open();
    const endedAt = performance.now();
    first.close();
    (await open()).close();
    expect((launchedAt[1] ?? 0) - endedAt).toBeGreaterThan(290);
  });
});

describe('a page that the browser renders in advance', () => {
  const prerender = () => Object.assign(new EventTarget(), { prerendering: true, visibilityState: 'hidden' });

  it('opens the wallet app once the user opens the page', async () => {
    const page = prerender();
    vi.stubGlobal('document', page);
    const phone = await createPhone();
    const states: ProgressState[] = [];
    const opening = openSession(phone, undefined, { report: (state) => states.push(state) });
    // What is prepared before a launch takes no longer than this.
    await createDappHello();
    expect(phone.launches).toEqual([]);
    expect(states).toEqual([]);
    page.dispatchEvent(new Event('prerenderingchange'));
    (await opening).close();
    expect(phone.launches).toHaveLength(1);
  });

  it('does not open it if the call was aborted before', async () => {
    const page = prerender();
    vi.stubGlobal('document', page);
    const phone = await createPhone();
    const controller = new AbortController();
    const opening = openSession({ ...phone, signal: controller.signal });
    controller.abort('enough');
    await expect(opening).rejects.toBe('enough');
    page.dispatchEvent(new Event('prerenderingchange'));
    expect(phone.launches).toEqual([]);
  });
});

describe('a dial that fails', () => {
  it('is repeated after pauses that double', async () => {
    const phone = await createPhone();
    let tries = 0;
    const start = performance.now();
    const dial: typeof phone.dial = (...given) =>
      ++tries < 5 ? Promise.reject(new Error('nobody listens')) : phone.dial(...given);
    await within(
      900,
      transact(() => {}, { ...phone, dial }),
      'the fifth try',
    );
    // 50, 100, 200 and 400 ms.
    expect(performance.now() - start).toBeGreaterThan(740);
  });
});

describe('while the wallet app is opened', () => {
  it('the page is watched, and no longer once it is reached', async () => {
    const page = openPage();
    const count = () => getEventListeners(document as unknown as EventTarget, 'visibilitychange').length;
    const phone = await createPhone();
    const listeners: number[] = [];
    const dial: typeof phone.dial = (...given) => {
      listeners.push(count());
      return phone.dial(...given);
    };
    page.leave();
    await transact(() => listeners.push(count()), { ...phone, dial });
    await phone.whenIdle();
    await expect.poll(count).toBe(0);
    expect(listeners[0]).toBeGreaterThan(listeners[1] ?? 0);
  });

  it('a user who has left and returned cancels after two seconds, and one who never left does not', async () => {
    const begin = async () => {
      const page = openPage();
      const phone = await createPhone();
      const { happen: settle, happened: settled } = createEvent<unknown>();
      await new Promise<void>((resolve) => {
        const dial = () => {
          resolve();
          return new Promise<never>(() => {});
        };
        transact(() => {}, { ...phone, dial, signal: controller.signal }).catch(settle);
      });
      return { page, settled };
    };
    const controller = new AbortController();
    const stays = await begin();
    stays.page.returnToPage();
    const leaves = await begin();
    await leaves.page.visitAnother();
    const start = performance.now();
    expect(await leaves.settled).toMatchObject({ code: 'USER_CANCELLED' });
    expect(performance.now() - start).toBeGreaterThan(1_900);
    controller.abort('enough');
    expect(await stays.settled).toBe('enough');
  });
});
