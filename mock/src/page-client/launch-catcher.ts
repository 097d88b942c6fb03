import { playPhone } from 'mobile-wallet-standard/endpoint';
import type { MockAccount } from '../accounts.js';
import { createPanel } from './panel.js';

/** What the dev server tells the script. */
export type LaunchCatcherOptions = Readonly<{
  /** Where the plugin's paths begin. */
  mount: string;
  /** The mock wallet's `wallet_uri_base`, if it has one. */
  walletUriBase?: string;
  /** The mock wallet's accounts, where the panel is to be there between visits. */
  accounts?: readonly MockAccount[];
  /** Whether a launch uses up the page's user activation. */
  launchConsumesActivation?: boolean;
}>;

const SCHEME = 'solana-wallet:';
/** What gives a page user activation. */
const TAPS = ['keydown', 'mousedown', 'pointerup', 'touchend'];
/** In the session storage of a tab whose launches go to the phone's own wallet. */
const OWN_WALLET_KEY = 'mobile-wallet-standard:mock:own-wallet';
/** A loopback WebSocket reaches the mock wallet only from the machine that it runs on. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Hands every association URI that the page opens to the mock wallet, instead of the system, and shows its panel.
 * The wallet then registers on any device. All other navigations go their way. Does nothing on a page that another device has loaded.
 */
export function catchLaunches({
  mount,
  walletUriBase,
  accounts,
  launchConsumesActivation,
}: LaunchCatcherOptions): void {
  if (!LOOPBACK.test(location.hostname)) return;
  playPhone();
  const page = createPageId();
  let usesOwnWallet = readOwnWallet();
  let lastUri = '';
  const useOwnWallet = (): void => {
    usesOwnWallet = true;
    keepOwnWallet();
    // The same association again: the dapp still waits for it on this device, where the phone's wallet can answer.
    if (lastUri) location.assign(lastUri);
  };
  const panel = createPanel({
    approvalPage: `${mount}/approval/?page=${page}`,
    leave: () => void post(`${mount}/leave`, { page }).catch(reportError),
    ...(accounts && !usesOwnWallet && { accounts }),
    // By `adb reverse` a phone's page is on `localhost`, but the mock wallet's socket is on the computer.
    ...(/android/i.test(navigator.userAgent) && { useOwnWallet }),
  });

  let isTapUsed = false;
  for (const type of TAPS) {
    addEventListener(
      type,
      ({ isTrusted }) => {
        if (isTrusted) isTapUsed = false;
      },
      true,
    );
  }

  if (launchConsumesActivation) hideActivation(() => isTapUsed && !usesOwnWallet);

  // A browser on a phone opens no app where this throws, and says no more about it.
  const launch = (uri: string): void => {
    if (navigator.userActivation?.isActive === false) {
      throw new Error('The mock wallet was not opened: the navigation had no user activation');
    }
    // A navigation that is cancelled, as here, leaves the activation as it was; one that is not uses it up.
    if (isTapUsed) throw new Error('The mock wallet was not opened: a tap opens it once');
    isTapUsed = true;
    lastUri = uri;
    panel.open(postLaunch(mount, page, uri));
  };

  if ('navigation' in globalThis) {
    navigation.addEventListener('navigate', (event) => {
      const uri = event.destination.url;
      if (
        usesOwnWallet ||
        !event.cancelable ||
        event.defaultPrevented ||
        !isAssociationUri(uri, walletUriBase)
      )
        return;
      event.preventDefault();
      launch(uri);
    });
  }
  // Links that open in a new tab navigate there, not here. Browsers without the Navigation API do not show a script's
  // navigation (`location.assign`) to anyone: there only clicks on links can be caught.
  document.addEventListener('click', (event) => {
    const [link] = event.composedPath().filter((target) => target instanceof HTMLAnchorElement);
    if (usesOwnWallet || event.defaultPrevented || !link || !isAssociationUri(link.href, walletUriBase))
      return;
    event.preventDefault();
    launch(link.href);
  });
}

/**
 * Has the page report no user activation while `isUsed` says so. The browser's own is left as it is: a tap in the panel
 * would give it anew, which on a phone is a tap in another app.
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

/** Tells whether a URL is an association URI: of the common scheme, or under the mock wallet's own base. */
export function isAssociationUri(url: string, walletUriBase: string | undefined): boolean {
  if (url.startsWith(SCHEME)) return true;
  return walletUriBase !== undefined && url.startsWith(`${walletUriBase.replace(/\/*$/, '')}/v1/associate/`);
}

/** Whether this tab's launches go to the phone's own wallet; a browser may forbid the storage. */
function readOwnWallet(): boolean {
  try {
    return sessionStorage.getItem(OWN_WALLET_KEY) !== null;
  } catch {
    return false;
  }
}

function keepOwnWallet(): void {
  try {
    sessionStorage.setItem(OWN_WALLET_KEY, '1');
  } catch {
    // Then it is remembered until the page is reloaded.
  }
}

/** Gives the launch's number. */
async function postLaunch(mount: string, page: string, uri: string): Promise<number> {
  const response = await post(`${mount}/launch`, { page, uri });
  return ((await response.json()) as { launch: number }).launch;
}

/** Throws what the dev server says where it refuses. */
async function post(path: string, command: object): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** Not `randomUUID`, which insecure pages do not have. */
function createPageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
