import { createPageId, createServerHost } from '../../phone/server-host.js';
import { COMMON_ADDRESS } from '../../phone/wallet-apps.js';
import { recall, remember } from '../memory.js';
import { openAddress } from './open-address.js';
import { createPanel } from './panel.js';
import { catchWalletLinks } from './wallet-links.js';

/** Settings that the dev server writes into the script. */
export type LaunchCatcherOptions = Readonly<{
  /** The URL under which the wallet's server answers, without a slash at its end. */
  mount: string;
  /** The mock wallet's `wallet_uri_base`, if it has one. */
  walletUriBase?: string | undefined;
  /** Whether the phone has several wallet apps. */
  hasApps?: boolean;
  /** Whether the wallet stays visible beside wide pages between visits. A button opens it otherwise. */
  restingPhone?: boolean;
  /** Whether a launch uses up the page's user activation. */
  launchConsumesActivation?: boolean;
}>;

/** The events that give a page user activation. */
const TAPS = ['keydown', 'mousedown', 'pointerup', 'touchend'];
/** What is remembered in a tab whose launches go to the phone's own wallet. */
const OWN_WALLET = 'own-wallet';

/**
 * Opens the page's association URIs in the mock wallet instead of the system, and shows its panel. Other
 * navigations are left alone.
 */
export function catchLaunches({
  mount,
  walletUriBase,
  hasApps = false,
  restingPhone = false,
  launchConsumesActivation,
}: LaunchCatcherOptions): void {
  const page = createPageId();
  const server = createServerHost(mount);
  let usesOwnWallet = recall(OWN_WALLET) !== undefined;
  let lastUri = '';
  const useOwnWallet = (): void => {
    usesOwnWallet = true;
    remember(OWN_WALLET, '1');
    // Launch the last association again, because the dapp still waits for it and the phone's wallet can
    // answer.
    if (lastUri) location.assign(lastUri);
  };
  const panel = createPanel({
    approvalPage: `${mount}/approval/?${new URLSearchParams({ page, origin: location.origin })}`,
    join: (uri) => server.launch(page, uri),
    leave: () => void server.leave(page).catch(reportError),
    home:
      usesOwnWallet || document.documentElement.dataset['mockWallet'] === 'visits'
        ? undefined
        : { url: `${mount}/`, isBeside: restingPhone },
    // With `adb reverse`, the page on a phone is on `localhost`, but the mock wallet's socket is on the
    // computer.
    useOwnWallet: /android/i.test(navigator.userAgent) ? useOwnWallet : undefined,
  });

  let isTapUsed = false;
  const renewTap = ({ isTrusted }: Event): void => {
    if (isTrusted) isTapUsed = false;
  };
  for (const type of TAPS) addEventListener(type, renewTap, true);
  if (launchConsumesActivation) hideActivation(() => isTapUsed && !usesOwnWallet);

  // Throw where a browser on a phone would do nothing, so that developers notice.
  const launch = (uri: string): void => {
    if (navigator.userActivation?.isActive === false) {
      throw new Error('The mock wallet was not opened: the navigation had no user activation');
    }
    // Remember the launch, because a cancelled navigation does not use up the activation, unlike a real
    // launch.
    if (isTapUsed) throw new Error('The mock wallet was not opened: a tap opens it once');
    isTapUsed = true;
    lastUri = uri;
    const open = async (association: string, androidPackage?: string): Promise<void> => {
      const launched = server.launch(page, association, androidPackage);
      panel.open(launched);
      // Published clients wait for this before they dial. The panel says why a launch has failed.
      launched.then(() => window.dispatchEvent(new Event('blur'))).catch(() => {});
    };
    if (!hasApps && !uri.startsWith('intent:')) return void open(uri);
    openAddress(uri, { findApp: server.findApp, panel, launch: open }).catch((error: unknown) =>
      panel.open(Promise.reject(error)),
    );
  };

  const catchUri = (event: Event, uri: string): void => {
    if (usesOwnWallet || event.defaultPrevented || !isAssociationUri(uri, walletUriBase)) return;
    event.preventDefault();
    launch(uri);
  };
  catchWalletLinks(
    (link) => panel.openBrowser(link),
    () => !usesOwnWallet,
  );
  if ('navigation' in globalThis) {
    navigation.addEventListener('navigate', (event) => {
      if (event.cancelable) catchUri(event, event.destination.url);
    });
  }
  // Catch clicks as well, because a link that opens in a new tab does not navigate this page. Without the
  // Navigation API, only clicks on links can be caught, because no event reports a script's navigation
  // (`location.assign`).
  document.addEventListener('click', (event) => {
    const [link] = event.composedPath().filter((target) => target instanceof HTMLAnchorElement);
    if (link) catchUri(event, link.href);
  });
}

/**
 * Makes `navigator.userActivation` report no activation while `isUsed` returns `true`. Otherwise a tap in the
 * panel would renew the page's activation, although on a phone that tap is in another app.
 */
function hideActivation(isUsed: () => boolean): void {
  const { userActivation } = navigator;
  const value = {
    get isActive() {
      return userActivation.isActive && !isUsed();
    },
    get hasBeenActive() {
      return userActivation.hasBeenActive;
    },
  };
  if (userActivation) Object.defineProperty(navigator, 'userActivation', { configurable: true, value });
}

/**
 * Whether a URL is an association URI: with the common scheme, also as an `intent:` address, or under the
 * mock wallet's own base.
 */
export function isAssociationUri(url: string, walletUriBase: string | undefined): boolean {
  if (COMMON_ADDRESS.test(url)) return true;
  return walletUriBase !== undefined && url.startsWith(`${walletUriBase.replace(/\/*$/, '')}/v1/associate/`);
}
