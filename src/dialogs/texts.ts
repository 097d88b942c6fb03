import type { SCAN_TEXTS } from './scan-texts.js';

/** The dialogs' texts in English, and the URL of the page that lists wallets. */
export const DEFAULT_TEXTS = {
  waitingTitle: 'Continue in your wallet app',
  waitingText: 'Answer there, then come back here.',
  cancel: 'Cancel',
  openAgain: 'Open the wallet again',

  /**
   * While a wallet on another device is to answer. `{address}` is replaced by the account's short address.
   */
  remoteTitle: 'Unlock your phone and open the wallet',
  remoteText: 'Your request waits there. Approve or decline it in the wallet.',
  remoteAccount: 'The wallet must show this account:\n{address}',

  permissionTitle: 'Let this site reach your wallet app',
  permissionText:
    'Next, your browser asks whether this site may access other apps on this device. Your wallet is one of them, so please choose “Allow”.',
  continue: 'Continue',
  askingTitle: 'Your browser is asking',
  askingText:
    'Choose “Allow” so that this site can reach your wallet app. If you see no question, open your wallet.',
  askAgain: 'Ask again',
  dismissedTitle: 'Your browser got no answer',
  dismissedText: 'Press “Continue”, and choose “Allow” when your browser asks again.',
  grantedTitle: 'Thank you',
  grantedText: 'This site can reach your wallet app now.',
  openWallet: 'Open wallet',

  blockedTitle: 'Your browser blocks your wallet app',
  blockedText: 'It does not let this site access other apps on this device. You can change that:',
  /** Steps for a page in a browser tab, one a line. */
  blockedStepsInTab:
    'Tap the icon next to this page’s address.\nOpen “Permissions” and allow “Apps on device”.\nCome back here and try again.',
  /** Steps for an installed web app, which shows no address bar; one a line. */
  blockedStepsInApp:
    'Open your browser’s settings, then “Site settings”.\nUnder “Apps on device”, choose this site and allow it.\nCome back here and try again.',
  /** In place of the steps if the wallet app can be opened over a relay. */
  blockedOpenText:
    'It does not let this site access other apps on this device. You can open your wallet all the same: then the connection goes through the internet, end-to-end encrypted.',
  close: 'Close',

  /** If the page's own content security policy forbids the connection. */
  policyTitle: 'This site cannot reach your wallet app',
  policyText:
    'The site’s own security policy does not allow it. You cannot change that: please tell the people who run this site.',
  /** In place of that if the wallet app can be opened over a relay. */
  policyOpenText:
    'The site’s own security policy does not allow a direct connection. You can open your wallet all the same: then the connection goes through the internet, end-to-end encrypted.',

  notFoundTitle: 'No wallet app answered',
  notFoundText:
    'Do you have a wallet app on this device? Open it once, then come back and try again. If you have none, get one first.',
  /** After the wallet's own link has reached nobody. “Try again” lets the system choose an app. */
  didNotOpenTitle: 'Your wallet did not open',
  didNotOpenText: 'Did a web page open instead? Try again: your device then opens the wallet in another way.',
  tryAgain: 'Try again',
  useOtherDevice: 'Use a wallet on another device',
  /** Opens the wallet app on this device over a relay. */
  openOverInternet: 'Open wallet over the internet',

  /** In the next five titles, `{name}` is replaced by the dapp's name. */
  tapNeededToConnect: '{name} asks to connect to your wallet',
  tapNeededToSignIn: '{name} asks you to sign in',
  tapNeededForSignature: '{name} asks for a signature',
  tapNeededToSend: '{name} asks to send a transaction',
  tapNeededForOther: '{name} asks to continue in your wallet app',
  tapNeededText: 'Open your wallet app to see the request. You decide there.',
  getWallet: 'Get a wallet app',
  getWalletUrl: 'https://solanamobile.com/wallets',
};

/**
 * The texts of the dialogs. Each can be replaced on its own.
 *
 * @interface
 */
export type DialogTexts = Readonly<typeof DEFAULT_TEXTS & typeof SCAN_TEXTS>;

/** The texts of a dapp in place of the English ones. */
export type OwnTexts = Readonly<{ [Name in keyof DialogTexts]?: DialogTexts[Name] | undefined }>;
