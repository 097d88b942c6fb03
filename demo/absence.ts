/** Why no wallet can be used here, and what to do about it. */
export type Absence = Readonly<{
  title: string;
  text: string;
  advice: string;
  isPageAddressUseful?: boolean;
}>;

const OTHER: Absence = {
  title: 'No wallet found',
  text: 'This browser has no wallet that knows Solana.',
  advice: 'Install a Solana wallet, then reload this page.',
};

/** By the reason that the registration returns, or this page's own. */
const ABSENCES: Readonly<Record<string, Absence>> = {
  'no-page-wallet': {
    title: 'This browser cannot play the wallet',
    text: 'The wallet of this page is simulated, and signs with Ed25519. Browsers do that only on secure pages, and older ones not at all.',
    advice: 'Open this page with https:// in Chrome 137, Firefox 129, Safari 17, or a later version.',
    isPageAddressUseful: true,
  },
  insecure: {
    title: 'This connection is not secure',
    text: 'Browsers let only secure pages talk to a wallet app.',
    advice: 'Open this page with https:// at the front of its address.',
  },
  ios: {
    title: 'Not on iPhone or iPad yet',
    text: 'Browsers there cannot reach the wallet apps beside them.',
    advice: 'Open this page in the browser inside your wallet app, or on an Android phone.',
    isPageAddressUseful: true,
  },
  webview: {
    title: 'Open this page in your browser',
    text: 'You are inside another app’s own small browser, which cannot open wallet apps.',
    advice: 'Look for “Open in browser” in its menu, or copy the address into Chrome.',
    isPageAddressUseful: true,
  },
  'wallet-browser': {
    title: 'Your wallet app’s wallet is missing',
    text: 'This page is open in a wallet app, which has not put its wallet into it.',
    advice: 'Reload this page, or update the wallet app.',
  },
  desktop: {
    title: 'Your wallet is on your phone',
    text: 'This page opens the wallet app on an Android phone, and this is a computer.',
    advice: 'Open this page on your phone, or install a wallet as a browser extension and reload.',
    isPageAddressUseful: true,
  },
  'name-taken': {
    title: 'Another wallet took its place',
    text: 'A wallet with the same name is here already, but this page cannot use it.',
    advice: 'Switch off wallet extensions that you do not need, then reload this page.',
  },
  disabled: {
    title: 'Phone wallets are switched off',
    text: 'This page was set up without them.',
    advice: 'Install a wallet as a browser extension, then reload this page.',
  },
};

/** Returns why there is no wallet. `reason` is what the registration returned. */
export function explainAbsence(reason: string | undefined): Absence {
  return (reason === undefined ? undefined : ABSENCES[reason]) ?? OTHER;
}
