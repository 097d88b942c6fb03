/** The dialogs' texts in English, and the URL of the page that lists wallets. */
export const DEFAULT_TEXTS = {
  waitingTitle: 'Continue in your wallet app',
  waitingText: 'Answer there, then come back here.',
  cancel: 'Cancel',
  openAgain: 'Open the wallet again',

  scanTitle: 'Use a wallet on another device',
  /** Why the user has to scan a code. */
  scanFirst: 'Scan this code with the phone that has your wallet.',
  scanExpired: 'This is a new code. The one before it has expired.',
  scanIdle: 'The connection to your wallet was not used for a while and has ended. Please scan again.',
  scanWalletLeft: 'Your wallet has ended the connection. Please scan again.',
  scanConnectionLost: 'The connection to your wallet was lost. Please scan again.',
  scanCancelled: 'You cancelled, which ended the connection to your wallet. Please scan again.',
  /** Steps, one a line. */
  scanSteps:
    'Point the phone’s camera at the code.\nTap the link to open your wallet.\nNo link? Use the wallet’s own scanner.',
  /** What a screen reader says in place of the code. */
  codeLabel: 'QR code for your wallet. In place of scanning it, you can copy its link.',
  /** `{time}` is replaced by minutes and seconds. */
  codeTimer: 'Waiting for a scan. New code in {time}.',
  codeExpired: 'Code expired. A new one follows.',
  openHere: 'Open a wallet app on this device',
  copyLink: 'Copy link',
  linkCopied: 'The link was copied. Paste it in your wallet app.',
  linkNotCopied: 'Your browser did not copy the link. Here it is:',
  linkLabel: 'Link for your wallet',

  /** While a wallet on another device is to answer. `{address}` is replaced by the account's short address. */
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
  close: 'Close',

  notFoundTitle: 'No wallet app answered',
  notFoundText:
    'Do you have a wallet app on this device? Open it once, then come back and try again. If you have none, get one first.',
  tryAgain: 'Try again',
  useOtherDevice: 'Use a wallet on another device',

  /** In the next five titles, `{name}` is replaced by the dapp's name. */
  tapNeededToConnect: '{name} asks to connect to your wallet',
  tapNeededToSignIn: '{name} asks you to sign in',
  tapNeededForSignature: '{name} asks for a signature',
  tapNeededToSend: '{name} asks to send a transaction',
  tapNeededForOther: '{name} asks to continue in your wallet app',
  tapNeededText: 'Open your wallet app again to see the request. You decide there.',
  getWallet: 'Get a wallet app',
  getWalletUrl: 'https://solanamobile.com/wallets',
};

/** The texts of the dialogs. Each can be replaced on its own. */
export type DialogTexts = Readonly<typeof DEFAULT_TEXTS>;
