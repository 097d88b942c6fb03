import type { Wallet } from '@wallet-standard/base';
import type { SessionUi } from '../../../dapp/open/session-ui.js';
import { createAbortScope } from '../../../util/abort.js';
import { attempt, MobileWalletError } from '../../../util/errors.js';
import type { TRANSACT } from '../../features.js';
import type { OpenIn, WalletApps } from '../../options.js';
import { getBrowserLink, getSocialApp, getWalletBrowser } from './in-app-browser.js';
import { getPageUrl, getRows } from './wallet-apps.js';

/**
 * How long a tap on a link counts as the reason why the page hides. A browser may ask first whether to open
 * the app, and nothing tells the page whether it was opened.
 */
const TAP_MS = 10_000;

/** A copy of the constant: for one more file that imports it, bundlers split the first load in two. */
const OWN_FEATURE: typeof TRANSACT = 'mobile-wallet-standard:transact';

/**
 * Shows the links that open this page in a wallet app. Resolves if the user wants a QR code in their place,
 * which is offered only with `canScan`. With `isInWallet`, this page is in a wallet app's browser already.
 * Nothing is opened here: the browser follows a link that the user taps.
 *
 * @throws `OPENED_IN_WALLET` if the page hides within 10 s of such a tap; `USER_CANCELLED` if the user closes
 * the dialog, or leaves the page otherwise; `INVALID_ARGUMENT` if the dapp's `getUrl` names no address;
 * `CODE_NOT_LOADED`; the signal's reason
 */
export async function openInWallet(
  { openIn, walletApps }: Readonly<{ openIn: OpenIn; walletApps: WalletApps | undefined }>,
  show: NonNullable<SessionUi['openIn']>,
  { signal, canScan, isInWallet }: Readonly<{ signal: AbortSignal; canScan: boolean; isInWallet: boolean }>,
): Promise<void> {
  const url = getPageUrl(openIn);
  const socialApp = getSocialApp();
  const isInFrame = window.top !== window;
  const canLeave = !isInFrame || canNavigateTop();
  const browserLink = socialApp === undefined || !canLeave ? undefined : getBrowserLink(url);
  const other = findOtherWallet() ?? (isInWallet ? getWalletBrowser() : undefined);
  const scope = createAbortScope([signal]);
  let tapped: Readonly<{ name: string; at: number }> | undefined;
  /** Returns the name of the app whose link has just been tapped. */
  const getOpened = (): string | undefined =>
    tapped && performance.now() - tapped.at < TAP_MS ? tapped.name : undefined;
  const leave = (): void => {
    const opened = getOpened();
    scope.abort(opened === undefined ? createCancelledError() : createOpenedError(opened));
  };
  // A page that comes back from the browser's cache must not have this dialog, or a pending call.
  window.addEventListener('pagehide', leave, { signal: scope.signal });
  const noteVisibility = (): void => {
    if (getOpened() !== undefined && document.visibilityState === 'hidden') leave();
  };
  document.addEventListener('visibilitychange', noteVisibility, { signal: scope.signal });
  try {
    const choice = await show({
      signal: scope.signal,
      choices: canScan ? ['qr-code'] : [],
      url,
      apps: canLeave ? getRows(walletApps, url) : [],
      onOpened(name) {
        tapped = { name, at: performance.now() };
      },
      ...(isInFrame && canLeave && { target: '_top' }),
      ...(socialApp !== undefined && { socialApp }),
      ...(browserLink !== undefined && { browserLink }),
      ...(other !== undefined && { other }),
    });
    scope.signal.throwIfAborted();
    if (choice !== 'qr-code') throw createCancelledError();
  } finally {
    scope.abort(undefined);
  }
}

/**
 * Whether a link of this frame may lead the whole tab elsewhere, which its sandbox may forbid. Without an
 * address, this opens nothing: it only looks for the tab's page, and Firefox throws if it is out of reach.
 */
function canNavigateTop(): boolean {
  return Boolean(attempt(() => window.open('', '_top')));
}

function createCancelledError(): MobileWalletError<'USER_CANCELLED'> {
  return new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet app was opened');
}

/** Wallet pickers show nothing for an error whose message says that the user cancelled. */
function createOpenedError(name: string): MobileWalletError<'OPENED_IN_WALLET'> {
  const message = `The user cancelled here: this page was opened in ${name}`;
  return new MobileWalletError('OPENED_IN_WALLET', message, { name });
}

/**
 * Returns the name of a Solana wallet of another library in this page, if there is one. In a wallet app's
 * browser, it may have come after this library's was registered, and a link would only lead here again.
 */
function findOtherWallet(): string | undefined {
  const wallets: Wallet[] = [];
  const register = (...more: readonly Wallet[]): (() => void) => {
    wallets.push(...more);
    return () => {};
  };
  // Every registered wallet answers this event (Wallet Standard, `getWallets`).
  const detail = Object.freeze({ register });
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
  return wallets.find((wallet) => attempt(() => isOther(wallet)))?.name;
}

/** Whether a wallet is one that the user can choose here in the place of a wallet app elsewhere. */
function isOther({ name, chains, features }: Wallet): boolean {
  if (OWN_FEATURE in features || name.includes('Mobile Wallet Adapter')) return false;
  return 'standard:connect' in features && chains.some((chain) => chain.startsWith('solana:'));
}
