import { describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../test/support/open-by-attempts.js';
import { createPhone } from '../../../test/support/phone.js';
import type { LoadedUi, SessionUi } from '../../dapp/open/session-ui.js';
import { MobileWalletError } from '../../util/errors.js';

const NOT_FOUND = new MobileWalletError('WALLET_NOT_FOUND', 'none');
/** Given because Node 20 has no `WebSocket` for the default one. */
const dial = () => Promise.reject(NOT_FOUND);

/** Creates a user who presses "try again" a given number of times, and then closes the dialog. */
const createUser = (tries: number) => {
  let shown = 0;
  const ui: SessionUi = {
    waiting: () => {},
    permission: () => Promise.reject(new Error('nobody asks')),
    blocked: () => Promise.reject(new Error('nothing is blocked')),
    notFound: async () => (++shown <= tries ? 'try-again' : 'cancel'),
  };
  return { ui, countShown: () => shown };
};

describe('a wallet that is not found', () => {
  it('is launched again, with a new association, when the user tries again', async () => {
    const phone = await createPhone();
    const { ui, countShown } = createUser(2);
    const uris: string[] = [];
    const launch = (uri: string): void => {
      uris.push(uri);
      if (uris.length < 3) throw NOT_FOUND;
      void phone.launch(uri, { signal: new AbortController().signal });
    };
    const session = await openSession({ launch, dial: phone.dial }, ui);
    expect(countShown()).toBe(2);
    expect(new Set(uris).size).toBe(3);
    session.close();
    await phone.whenIdle();
  });

  it('rejects when the user closes the dialog', async () => {
    const { ui, countShown } = createUser(0);
    const launch = () => Promise.reject(NOT_FOUND);
    await expect(openSession({ launch, dial }, ui)).rejects.toBe(NOT_FOUND);
    expect(countShown()).toBe(1);
  });

  it.each<[state: PermissionState, way: string, code: string]>([
    ['denied', 'the browser’s dial', 'LOOPBACK_BLOCKED'],
    ['granted', 'the browser’s dial', 'WALLET_NOT_FOUND'],
    ['denied', 'its own dial', 'WALLET_NOT_FOUND'],
  ])('with the permission %s by then, rejects a dapp with %s with %s', async (state, way, code) => {
    let current: PermissionState = 'granted';
    vi.stubGlobal('location', { hostname: 'dapp.example' });
    vi.stubGlobal('navigator', {
      permissions: { query: async () => Object.assign(new EventTarget(), { state: current }) },
    });
    vi.stubGlobal('WebSocket', class {});
    const launch = () => {
      current = state;
      throw NOT_FOUND;
    };
    const { ui, countShown } = createUser(0);
    let blocked = 0;
    const options = { launch, ...(way === 'its own dial' && { dial }) };
    const opening = openSession(options, {
      ...ui,
      async blocked() {
        blocked++;
        return 'cancel';
      },
    });
    const error: unknown = await opening.catch((reason: unknown) => reason);
    const isBlocked = code === 'LOOPBACK_BLOCKED';
    expect(error).toMatchObject(isBlocked ? { code, cause: NOT_FOUND } : { code });
    expect([blocked, countShown()]).toEqual(isBlocked ? [1, 0] : [0, 1]);
  });

  it('rejects at once without dialogs', async () => {
    const launch = () => Promise.reject(NOT_FOUND);
    await expect(openSession({ launch, dial })).rejects.toBe(NOT_FOUND);
  });

  it('is not launched again after the caller aborted', async () => {
    const { ui, countShown } = createUser(5);
    const controller = new AbortController();
    const reason = new Error('enough');
    const launch = (): void => {
      controller.abort(reason);
      throw NOT_FOUND;
    };
    await expect(openSession({ launch, dial, signal: controller.signal }, ui)).rejects.toBe(reason);
    expect(countShown()).toBe(0);
  });
});

describe('a wallet that is not found by its own link', () => {
  it.each<[answer: Awaited<ReturnType<LoadedUi['notFound']>>, what: string, isNoted: boolean]>([
    ['try-again', 'is opened by the common scheme if the user tries again', true],
    [undefined, 'rejects if nobody could be asked, and the next session does without the link', true],
    ['cancel', 'rejects if the user closes the dialog, who may have changed their mind', false],
  ])('(%s) %s', async (answer, _, isNoted) => {
    const phone = await createPhone();
    const offered: unknown[] = [];
    const ui: LoadedUi = {
      ...createUser(0).ui,
      notFound: async ({ signal: _signal, ...options }) => {
        offered.push(options);
        return answer;
      },
    };
    const links: string[] = [];
    const launch: typeof phone.launch = (uri, options) => {
      if (uri.startsWith('https:')) throw NOT_FOUND;
      return phone.launch(uri, options);
    };
    const baseUri = 'https://wallet.example';
    const onLinkUnreached = (link: string) => void links.push(link);
    const opening = openSession({ launch, dial: phone.dial, baseUri }, ui, { onLinkUnreached });
    if (answer === 'try-again') (await opening).close();
    else await expect(opening).rejects.toBe(NOT_FOUND);
    await phone.whenIdle();
    expect(offered).toEqual([{ choices: ['try-again'], reason: 'own-link' }]);
    expect(links).toEqual(isNoted ? [baseUri] : []);
  });

  it('is not asked about if the user closes the dialog that comes before the launch', async () => {
    vi.stubGlobal('WebSocket', class {});
    vi.stubGlobal('location', { hostname: 'dapp.example' });
    vi.stubGlobal('navigator', {
      permissions: { query: async () => Object.assign(new EventTarget(), { state: 'prompt' }) },
    });
    const { ui, countShown } = createUser(0);
    const opening = openSession(
      { launch: () => Promise.reject(NOT_FOUND), baseUri: 'https://wallet.example' },
      { ...ui, permission: async () => 'cancel' },
      { onLinkUnreached: () => expect.unreachable() },
    );
    await expect(opening).toRejectWith('USER_CANCELLED');
    expect(countShown()).toBe(0);
  });
});
