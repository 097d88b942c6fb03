import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { openPage } from '../support/left-page.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { within } from '../support/patience.js';
import { getAuthorizations } from '../support/requests.js';
import { setUpConnected } from '../support/wallet.js';

type Shown = Parameters<SessionUi['waiting']>[0];

/**
 * A connected wallet, whose app has forgotten its token, unless `approve` is given, and does not answer it.
 */
async function setUp(options: MockWalletOptions = {}) {
  const page = openPage();
  const { settings, phone, account } = await setUpConnected({
    chain: ACCEPTING_CHAIN,
    quirks: { refusedToken: 'silence' },
    ...options,
  });
  if (!options.approve) phone.wallet.revokeTokens();
  /**
   * Signs after a reload. Resolves with the outcome, the dialogs that the user sees, and the first of them
   * that `isWanted`, once the user has visited the wallet app.
   */
  const sign = async (isWanted: (shown: Shown) => boolean = () => true) => {
    const dialogs: Shown[] = [];
    const wanted = createEvent<Shown>();
    const waiting = (shown: Shown): void => {
      dialogs.push(shown);
      if (isWanted(shown)) wanted.happen(shown);
    };
    const { features } = createMobileWallet({ ...settings, dialogs: { waiting } });
    const before = getAuthorizations(phone).length;
    const { signMessage } = features['solana:signMessage'];
    const outcome = signMessage({ account, message: new Uint8Array([1]) }).then(
      () => 'signed',
      (error) => error.code,
    );
    await expect.poll(() => getAuthorizations(phone).length).toBe(before + 1);
    page.leave();
    page.returnToPage();
    return { outcome, dialogs, wanted: wanted.happened };
  };
  /** How each authorization since the connect was requested. */
  const getLater = () => getAuthorizations(phone).slice(1);
  return { phone, getLater, sign };
}

describe('a wallet app that never answers a token', () => {
  it.each(['v1', 'legacy'] as const)(
    'is asked anew after two Cancels, across reloads: %s',
    async (protocol) => {
      const { sign, getLater } = await setUp({ protocol });
      for (let time = 0; time < 2; time++) {
        const { outcome, wanted } = await sign();
        (await wanted).cancel();
        expect(await outcome).toBe('USER_CANCELLED');
      }
      expect(await (await sign()).outcome).toBe('signed');
      expect(getLater()).toEqual(['token', 'token', 'user']);
    },
  );

  it('is asked anew in the same session once the user, back for some seconds, wants it', async () => {
    const { phone, sign, getLater } = await setUp();
    const start = performance.now();
    const { outcome, dialogs, wanted } = await sign(({ askAgain }) => askAgain !== undefined);
    const { askAgain, signal } = await wanted;
    expect(performance.now() - start).toBeGreaterThan(5_000);
    expect(dialogs.map((shown) => 'askAgain' in shown)).toEqual([false, true]);
    askAgain?.();
    // Nothing waits for the answer to the token.
    expect(await within(4_000, outcome, 'the signature')).toBe('signed');
    expect(signal.aborted).toBe(true);
    expect(phone.launches).toHaveLength(2);
    expect(getLater()).toEqual(['token', 'user']);
    await phone.whenIdle();
    expect(phone.getMethods()).not.toContain('deauthorize');
    expect(await (await sign()).outcome).toBe('signed');
    expect(getLater()).toEqual(['token', 'user', 'token']);
  });

  it('does not replace the new token by a late answer to the old one', async () => {
    const late = createEvent();
    const { phone, sign } = await setUp({
      async approve({ type }) {
        if (type === 'sign-messages') await late.happened;
        return { approved: true };
      },
    });
    const note = (text: string): readonly string[] => {
      late.happen();
      return [text];
    };
    phone.wallet.misbehave([{ at: 'authorize', nth: 1, delay: 7_000, rewrite: note }]);
    const { outcome, wanted } = await sign(({ askAgain }) => askAgain !== undefined);
    (await wanted).askAgain?.();
    expect(await outcome).toBe('signed');
    phone.wallet.misbehave([]);
    await phone.whenIdle();
    expect(await (await sign()).outcome).toBe('signed');
    const tokens = phone.requests.flatMap(({ params }) => params['auth_token'] ?? []);
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).not.toBe(tokens[1]);
  });
});
