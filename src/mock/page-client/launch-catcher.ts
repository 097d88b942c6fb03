import { playPhone } from '../../protocol/played-phone.js';
import { createPanel } from './panel.js';

/** What the dev server tells the script. */
export type LaunchCatcherOptions = Readonly<{
  /** Where the plugin's paths begin. */
  mount: string;
  /** The mock wallet's `wallet_uri_base`, if it has one. */
  walletUriBase?: string;
}>;

const SCHEME = 'solana-wallet:';
/** What gives a page user activation. */
const TAPS = ['keydown', 'mousedown', 'pointerup', 'touchend'];
/** A loopback WebSocket reaches the mock wallet only from the machine that it runs on. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Hands every association URI that the page opens to the mock wallet, instead of the system, and shows its panel.
 * The wallet then registers on any device. All other navigations go their way. Does nothing on a page that another device has loaded.
 */
export function catchLaunches({ mount, walletUriBase }: LaunchCatcherOptions): void {
  if (!LOOPBACK.test(location.hostname)) return;
  playPhone();
  const page = createPageId();
  const panel = createPanel({
    approvalPage: `${mount}/approval/?page=${page}`,
    leave: () => void post(`${mount}/leave`, { page }).catch(reportError),
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

  // A browser on a phone opens no app where this throws, and says no more about it.
  const launch = (uri: string): void => {
    if (navigator.userActivation?.isActive === false) {
      throw new Error('The mock wallet was not opened: the navigation had no user activation');
    }
    // A navigation that is cancelled, as here, leaves the activation as it was; one that is not uses it up.
    if (isTapUsed) throw new Error('The mock wallet was not opened: a tap opens it once');
    isTapUsed = true;
    panel.open(postLaunch(mount, page, uri));
  };

  if ('navigation' in globalThis) {
    navigation.addEventListener('navigate', (event) => {
      const uri = event.destination.url;
      if (!event.cancelable || event.defaultPrevented || !isAssociationUri(uri, walletUriBase)) return;
      event.preventDefault();
      launch(uri);
    });
  }
  // Links that open in a new tab navigate there, not here. Browsers without the Navigation API do not show a script's
  // navigation (`location.assign`) to anyone: there only clicks on links can be caught.
  document.addEventListener('click', (event) => {
    const [link] = event.composedPath().filter((target) => target instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !link || !isAssociationUri(link.href, walletUriBase)) return;
    event.preventDefault();
    launch(link.href);
  });
}

/** Tells whether a URL is an association URI: of the common scheme, or under the mock wallet's own base. */
export function isAssociationUri(url: string, walletUriBase: string | undefined): boolean {
  if (url.startsWith(SCHEME)) return true;
  return walletUriBase !== undefined && url.startsWith(`${walletUriBase.replace(/\/*$/, '')}/v1/associate/`);
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
