import { expect, onTestFinished, vi } from 'vitest';
import type { OpenInOptions } from '../../src/dapp/open/session-ui.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { closePage, openPage } from '../rules/page.js';
import { createEvent } from './event.js';
import { createSettings } from './wallet.js';

export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

type Choice = Awaited<
  ReturnType<NonNullable<NonNullable<Exclude<MobileWalletOptions['dialogs'], false>>['openIn']>>
>;

/**
 * Opens a page, by default on an iPhone, in which the user has just tapped, with a wallet whose dialog of
 * links is the test's: `shown` has what it was given, `choose` closes it as the user does, and `next` waits
 * for it. The page closes with the test.
 */
export function setUpLinks(
  options: Partial<MobileWalletOptions> = {},
  userAgent = IPHONE,
  location: object = { href: 'https://dapp.example/pay?id=1#step' },
) {
  const { window } = openPage(userAgent);
  onTestFinished(closePage);
  vi.stubGlobal('location', location);
  Object.assign(navigator, { userActivation: { isActive: true, hasBeenActive: true } });
  const shown: OpenInOptions[] = [];
  let { happen: noteShown, happened: isShown } = createEvent<OpenInOptions>();
  let choose!: (choice: Choice) => void;
  const openIn = (given: OpenInOptions): Promise<Choice> => {
    shown.push(given);
    noteShown(given);
    return new Promise((resolve) => {
      choose = resolve;
    });
  };
  const wallet = createMobileWallet({
    ...createSettings(),
    openIn: true,
    ...options,
    dialogs: { openIn, ...options.dialogs },
  });
  const { features } = wallet;
  const { connect } = features['standard:connect'];
  /** Waits until the dialog is shown, and forgets that it was. */
  const next = async (): Promise<OpenInOptions> => {
    const given = await isShown;
    ({ happen: noteShown, happened: isShown } = createEvent<OpenInOptions>());
    return given;
  };
  const setVisibility = (visibilityState: 'visible' | 'hidden'): void => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    window,
    wallet,
    shown,
    connect,
    ...features['standard:disconnect'],
    ...features['solana:signIn'],
    ...features['mobile-wallet-standard:transact'],
    next,
    choose: (choice: Choice) => choose(choice),
    /** Makes a call, and returns what the dialog was given, which the user then closes. */
    async look(makeCall: () => Promise<unknown> = connect) {
      const call = makeCall();
      const given = await next();
      choose('cancel');
      await expect(call).toRejectWith('USER_CANCELLED');
      return given;
    },
    hide: () => setVisibility('hidden'),
    show: () => setVisibility('visible'),
    leave: () => void window.dispatchEvent(new Event('pagehide')),
  };
}

export type LinksPage = ReturnType<typeof setUpLinks>;
