import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPhone } from '../../../test/support/phone.js';
import { type MobileWalletOptions, parseSettings } from '../options.js';
import type { Grant } from '../stored-grant.js';
import { createWalletSessionOpener } from './open-wallet-session.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const LOCAL: Grant = {
  chain: 'solana:devnet',
  byChain: { 'solana:devnet': { token: 'token', accounts: [] } },
  accounts: [],
  isSendOnly: false,
};
const REMOTE: Grant = { ...LOCAL, remoteTokens: [['token', 'reflector']] };

/** Opens a session, and returns it with what the question for a tap was told. */
async function open(options: Partial<MobileWalletOptions>, grant: Grant | undefined, signal: AbortSignal) {
  const questions: string[] = [];
  const settings = parseSettings({ identity: { name: 'Example' }, dial, ...options });
  const grants = {
    getGrant: () => grant,
    getAccounts: () => [],
    setGrant: () => {},
    updateGrant: () => {},
  };
  const openSession = createWalletSessionOpener(settings, grants, {
    ui: undefined,
    tapQuestion: {
      during: (_, call) => call(),
      onOpen: () => void questions.push('opened'),
      ask: async () => void questions.push('asked'),
    },
    getHistory: () => ({ reason: 'first' }),
    onLaunch: () => {},
    onAnswer: () => {},
  });
  const opening = openSession({ sessionSignal: signal, workSignal: signal }, () => {});
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { questions, error };
}

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const remote = { type: 'reflector', host: 'reflector.example' } as const;
const launch = () => {};
const dial = () => Promise.reject(new Error('not reached'));
const dialogs = { scan: () => {} };

describe('a session is for the wallet app on this device, which may need a tap', () => {
  it.each<[where: string, grant: Grant | undefined, options: Partial<MobileWalletOptions>, isAsked: boolean]>(
    [
      ['by default', undefined, {}, true],
      ['by default, also if its account is from a wallet on another device', REMOTE, {}, true],
      ['by default, but a custom launch may need none', LOCAL, { launch }, false],
      ['on a phone', LOCAL, { remote, dialogs }, true],
      [
        'on a phone, unless its account is from a wallet on another device',
        REMOTE,
        { remote, dialogs },
        false,
      ],
      ['on a phone, but not if it is not wanted', LOCAL, { remote, dialogs, local: 'never' }, false],
    ],
  )('%s', async (_, grant, options, isAsked) => {
    for (const userAgent of [ANDROID, DESKTOP]) {
      vi.stubGlobal('window', { isSecureContext: true });
      vi.stubGlobal('document', {});
      const isPhone = userAgent === ANDROID || !options.remote;
      for (const hasBeenActive of [true, false]) {
        vi.stubGlobal('navigator', { userAgent, userActivation: { isActive: false, hasBeenActive } });
        const { questions, error } = await open(options, grant, AbortSignal.abort('reached'));
        expect(questions).toEqual(isAsked && isPhone ? ['asked'] : []);
        const isCode = options.remote && !(isAsked && isPhone);
        expect(error).toEqual(
          isCode && !hasBeenActive ? expect.objectContaining({ code: 'USER_GESTURE_REQUIRED' }) : 'reached',
        );
      }
    }
  });

  it('and on any device if the dapp says so', async () => {
    vi.stubGlobal('window', { isSecureContext: true });
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { userAgent: DESKTOP });
    const options = { remote, dialogs, local: 'always' } as const;
    const { questions } = await open(options, undefined, AbortSignal.abort('reached'));
    expect(questions).toEqual(['asked']);
  });
});

it('a session with the wallet app on this device counts as the last visit', async () => {
  const controller = new AbortController();
  const phone = await createPhone();
  const { questions, error } = await open(phone, undefined, controller.signal);
  expect({ questions, error }).toEqual({ questions: ['opened'], error: undefined });
  controller.abort();
  await phone.whenIdle();
});
