import type { APP_LIST_TEXTS } from './app-list-texts.js';
import type { SCAN_TEXTS } from './scan-texts.js';

/** The dialogs' texts in English, and the URL of the page that lists wallets. */
export const DEFAULT_TEXTS = {
  /** The name of the cross that closes a dialog. */
  cancel: 'Cancel',
  /** Below the picture of a phone. */
  phone: 'Your wallet',

  waitingTitle: 'Continue in your wallet app',
  waitingText: 'Approve or decline there. Then come back.',
  openAgain: 'Open the wallet again',

  /**
   * While a wallet on another device is to answer. `{address}` is replaced by the account's short address.
   */
  remoteTitle: 'Look at your phone',
  remoteText: 'Open your wallet. Approve or decline there.',
  remoteAccount: 'Use this account:\n{address}',

  permissionTitle: 'Allow this site to open your wallet',
  permissionText: 'Your browser will ask about apps on this device. Choose “Allow”.',
  continue: 'Continue',
  askingTitle: 'Your browser is asking',
  askingText: 'Choose “Allow”. If you see no question, open your wallet.',
  askAgain: 'Ask again',
  dismissedTitle: 'You did not choose yet',
  dismissedText: 'Press “Continue”. Then choose “Allow”.',
  grantedTitle: 'You can open your wallet now',
  grantedText: 'Your browser allows it.',
  openWallet: 'Open wallet',

  blockedTitle: 'Your browser blocks the wallet',
  blockedText: 'Three steps allow it:',
  /** In place of the steps if no permission is the reason. */
  otherBrowserText: 'Please open this page in another browser.',
  /** Opens the wallet app although the browser is said to block it. */
  tryAnyway: 'Try anyway',
  /** Steps for a page in a browser tab, one a line. */
  blockedStepsInTab:
    'Tap the icon next to this page’s address.\nOpen “Permissions” and allow “Apps on device”.\nCome back here to open your wallet.',
  /** Steps for an installed web app, which shows no address bar; one a line. */
  blockedStepsInApp:
    'Open your browser’s settings, then “Site settings”.\nUnder “Apps on device”, choose this site and allow it.\nCome back here to open your wallet.',
  /** Steps in Firefox, which calls the permission by another name; one a line. */
  blockedStepsInFirefox:
    'Tap the icon next to this page’s address.\nAllow access to this device, or take away the block.\nCome back here to open your wallet.',

  /** If the page's own content security policy forbids the connection. */
  policyTitle: 'This site cannot open your wallet',
  policyText: 'A setting of this site forbids it. Please tell the people who run it.',
  /** In place of the text and the steps if the wallet app can be opened over a relay. */
  openOverInternetText: 'You can connect over the internet instead. It is encrypted.',

  /** Before the text of one of the next three if the dapp asks to send. */
  nothingSent: 'Nothing was sent.',
  notFoundTitle: 'Your wallet didn’t answer',
  notFoundText: 'Open your wallet app once. Then try again.',
  /** After the wallet's own link has reached nobody. “Try again” lets the system choose an app. */
  didNotOpenTitle: 'Your wallet didn’t open',
  didNotOpenText: 'Try again. Your device will open it in another way.',
  /** After a wallet on another device has ended the connection while it connected. */
  cannotConnectTitle: 'This wallet can’t connect this way',
  cannotConnectText:
    'The connection ended before your wallet app had answered. Try another wallet app, or open this page on the device that has your wallet.',
  /** Shows a QR code for another wallet app, or the wallet apps that can be opened for the same call. */
  useOtherWallet: 'Use another wallet app',
  /** Shows the wallet apps with which the user can connect again. Also the title of that dialog. */
  changeWallet: 'Change wallet app',
  tryAgain: 'Try again',
  /** Shows the other buttons of a dialog that has more than three. */
  otherWays: 'Other ways',
  useOtherDevice: 'Use a wallet on another device',
  /** Opens the wallet app on this device over a relay. */
  openOverInternet: 'Connect over the internet',

  /** What the dapp asks for. In every text, `{name}` is replaced by the dapp's name. */
  asksToConnect: '{name} asks to connect to your wallet',
  asksToSignIn: '{name} asks you to sign in',
  asksForSignature: '{name} asks for your signature',
  asksForTransaction: '{name} asks you to approve a transaction',
  asksForOther: '{name} asks you to continue in your wallet app',
  /** If the browser no longer counts the user's tap. */
  tapNeededText: 'Open your wallet. You decide there.',
  /** Shows links that open the page in a wallet app. */
  openPageInWallet: 'Open this page in your wallet app',
  /** Copies the link in a QR code, or this page's. */
  copyLink: 'Copy link',
  copied: 'Copied',
  linkNotCopied: 'Your browser did not copy the link. Here it is:',
  getWallet: 'Get a wallet app',
  getWalletUrl: 'https://solanamobile.com/wallets',
};

/**
 * The texts of the dialogs. Each can be replaced on its own.
 *
 * @interface
 */
export type DialogTexts = Readonly<typeof DEFAULT_TEXTS & typeof SCAN_TEXTS & typeof APP_LIST_TEXTS>;

/** The texts of a dapp in place of the English ones. */
export type OwnTexts = Readonly<{ [Name in keyof DialogTexts]?: DialogTexts[Name] | undefined }>;

/**
 * Returns the dapp's own text or else the English one, with the dapp's name, by default that of the identity,
 * in place of `{name}`.
 */
export type ReadText = (key: keyof DialogTexts, english: string, name?: string) => string;
