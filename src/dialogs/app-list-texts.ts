/** The texts in English of the dialogs that list wallet apps. */
export const APP_LIST_TEXTS = {
  openInTitle: 'Choose your wallet app',
  openInText: 'This page opens again inside it.',
  /** Where no link can lead to a wallet app, as in some frames. */
  openInCopyText: 'Copy the link, and open it in your wallet app’s browser.',
  /** In the browser of a social app. */
  openInBrowserTitle: 'Open this page in your browser',
  /** Where a link can open that browser. `{name}` is replaced by the social app's name. */
  openInBrowserText: '{name} does not open wallet apps. Your browser does.',
  /** Where no link can. `{name}` is replaced by the social app's name. */
  openInSocialText: '{name} may not open wallet apps. Use the menu of {name}, or copy the link.',
  /** Opens the page in the phone's browser. */
  openInBrowser: 'Open in browser',
  /** Below the button for that browser, and above the wallet apps. */
  orInApp: 'Or try a wallet app',

  /** The list of wallet apps that can be opened for what the dapp asks for. */
  chooseAppTitle: 'Choose your wallet app',
  /** Above the same list, if the user has to connect again with another app. */
  changeAppText: 'With another app, this page disconnects. Then connect again.',
  /** `{name}` is replaced by the app's name. */
  appFailedText: '{name} did not answer last time.',
  /** If the wallet or its user said no to the last connect. */
  declinedText: 'Your wallet did not connect last time.',
  /** After one of these sentences, if the app is opened for the same call. */
  chooseAgainText: 'Open it again, or choose another app.',
  /** Beside the name of the app that was chosen last. */
  lastChoice: 'Your last choice',
  /** In the row of what was opened then. */
  openItAgain: 'Open it again',
  /** In place of an app. */
  letPhoneChoose: 'Let the phone choose',

  /** At the end of a row that opens the app. */
  openApp: 'Open',
  /** At the end of a row that opens nothing yet. */
  choose: 'Choose',
  noWallet: 'No wallet yet?',
  /** Where one gets a wallet app. `{name}` is replaced by the app's name. */
  getApp: 'Get {name}',

  /** If another wallet is in the page. `{name}` is replaced by its name. */
  otherTitle: 'Choose {name} in the list',
  otherText: 'It is ready in this browser.',
  ok: 'OK',
  /** For screen readers. */
  pageCopied: 'The link was copied.',
  pageLabel: 'Link to this page',
};
