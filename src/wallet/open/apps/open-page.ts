import type { LoadedUi } from '../../../dapp/open/session-ui.js';
import { abortable } from '../../../util/abortable.js';
import { loadCode } from '../../../util/errors.js';
import { createLoader } from '../../../util/lazy.js';
import { getUnregisteredReason } from '../../environment.js';
import { getChoices } from '../ask/choices.js';
import type { Settings } from '../settings.js';

/**
 * Whether a session can be tried before this page is opened in a wallet app: not on an iPhone or in a
 * WebView, and in a wallet app's own browser only by `remote`.
 */
export function canHaveSession({ local, remote }: Settings): boolean {
  const reason = getUnregisteredReason({ local });
  if (reason === 'wallet-browser') return remote !== undefined;
  return reason !== 'ios' && reason !== 'webview';
}

/** Lets the user open this page in a wallet app. Resolves if a QR code is to be shown in place of that. */
export type OpenPage = (signal: AbortSignal, canScan: boolean) => Promise<void>;

/** Creates the {@link OpenPage} of a wallet, if the dapp wants it, and this page can be opened elsewhere. */
export function createOpenPage(settings: Settings, show: LoadedUi['openIn']): OpenPage | undefined {
  const { openIn, walletApps, assert, local } = settings;
  // Inside an app of its own (Capacitor), a page has an address that only this app can open.
  const hasOwnAddress = globalThis.location?.origin === 'https://localhost' && !Object(openIn).getUrl;
  if (!openIn || hasOwnAddress || !show) return undefined;
  const links = createLoader(() => loadCode(() => import('./open-in.js')));
  if (!canHaveSession(settings)) void links.load().catch(() => {});
  return async (signal, canScan) => {
    assert('open-in');
    const { openInWallet } = links.getLoaded() ?? (await abortable(links.load(), signal));
    const isInWallet = getUnregisteredReason({ local }) === 'wallet-browser';
    await openInWallet({ openIn, walletApps }, show, { signal, canScan, isInWallet });
  };
}

/** Returns `ui` with a link to that dialog where the browser blocks the connection. */
export function withOpenPage(ui: LoadedUi, openPage: OpenPage): LoadedUi {
  return {
    ...ui,
    async blocked(options) {
      const choice = await ui.blocked({ ...options, choices: getChoices(...options.choices, 'open-page') });
      if (choice !== 'open-page') return choice;
      // Without a QR code, this only ever rejects.
      await openPage(options.signal, false);
      return 'cancel';
    },
  };
}
