/** The dialogs' texts in English, and the address behind the link to wallets. */
export const DEFAULT_TEXTS = {
  waitingTitle: 'Continue in your wallet app',
  waitingText: 'Answer there, then come back here.',
  cancel: 'Cancel',
  openAgain: 'Open the wallet again',

  permissionTitle: 'Let this site reach your wallet app',
  permissionText:
    'Next, your browser asks whether this site may access other apps on this device. Your wallet is one of them: please choose “Allow”.',
  continue: 'Continue',
  askingTitle: 'Your browser is asking',
  askingText:
    'Choose “Allow”, so that this site can reach your wallet app. If it asks nothing, open your wallet.',
  askAgain: 'Ask again',
  dismissedTitle: 'Your browser got no answer',
  dismissedText: 'Press “Continue” to be asked again, and choose “Allow”.',
  grantedTitle: 'Thank you',
  grantedText: 'This site can reach your wallet app now.',
  openWallet: 'Open wallet',

  blockedTitle: 'Your browser blocks your wallet app',
  blockedText: 'It does not let this site access other apps on this device. You can change that:',
  /** Steps, one a line, where the page is in a tab of the browser. */
  blockedStepsInTab:
    'Tap the icon beside this page’s address.\nOpen “Permissions” and allow “Apps on device”.\nCome back here and try again.',
  /** Steps, one a line, where the page is an installed app, without an address to be seen. */
  blockedStepsInApp:
    'Open your browser, its settings, then “Site settings”.\nUnder “Apps on device”, choose this site and allow it.\nCome back here and try again.',
  close: 'Close',

  notFoundTitle: 'No wallet app answered',
  notFoundText:
    'Is there a wallet app on this device? Open it once, then come back and try again. If there is none, get one first.',
  tryAgain: 'Try again',

  /** In the five titles, `{name}` stands for the name by which the dapp registered. */
  tapNeededToConnect: '{name} asks to connect to your wallet',
  tapNeededToSignIn: '{name} asks you to sign in',
  tapNeededForSignature: '{name} asks for a signature',
  tapNeededToSend: '{name} asks to send a transaction',
  tapNeededForOther: '{name} asks to go on in your wallet app',
  tapNeededText: 'Open your wallet app again to see what it is about. You decide there.',
  getWallet: 'Get a wallet app',
  getWalletUrl: 'https://solanamobile.com/wallets',
};

/** What the dialogs say; each text stands alone and can be replaced. */
export type DialogTexts = Readonly<typeof DEFAULT_TEXTS>;
