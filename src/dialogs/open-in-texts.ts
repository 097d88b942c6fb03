/** The texts in English of the dialog with links that open the page in a wallet app. */
export const OPEN_IN_TEXTS = {
  openInTitle: 'Open this page in your wallet app',
  openInText: 'Your wallet is ready there, and you can go on.',
  /** Where no link can lead to a wallet app, as in some frames. */
  openInCopyText: 'Copy the link, and open it in your wallet app’s browser.',
  /** In the browser of a social app. `{name}` is replaced by the app's name. */
  openInSocialText:
    '{name} may not open other apps. Then open this page in your phone’s browser: use the menu of {name}, or copy the link.',
  /** Opens the page in the phone's browser. */
  openInBrowser: 'Open in browser',
  /** Where one gets a wallet app. `{name}` is replaced by the app's name. */
  getApp: 'Get {name}',
  /** If another wallet is in the page. `{name}` is replaced by its name. */
  otherTitle: 'Choose {name} in the list',
  otherText: 'It is ready in this browser.',
  ok: 'OK',
  copyLink: 'Copy link',
  copied: 'Copied',
  /** For screen readers. */
  pageCopied: 'The link was copied.',
  linkNotCopied: 'Your browser did not copy the link. Here it is:',
  pageLabel: 'Link to this page',
};
