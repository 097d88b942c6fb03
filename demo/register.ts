import { type AuthorizationStore, createMobileWallet, registerMobileWallet } from 'mobile-wallet-standard';
import { PLAYED_APPS, playPhone } from 'mobile-wallet-standard/endpoint';
import { CHAIN } from './chain.js';
import { recall } from './memory.js';
import otherDevice from './other-device.svg?raw';
import { WALLET_PLACE } from './place.js';
import { recordLine, reportProgress } from './steps.js';

const dapp = {
  // The icon is relative to the origin, and this page may be in any folder of it.
  identity: {
    name: 'Pocket Coffee',
    icon: new URL('coffee.png', document.baseURI).pathname.slice(1),
  },
  chains: [CHAIN],
  openIn: true,
  debug: recordLine,
  onProgress: reportProgress,
} as const;

/** The wallet apps of the phone that this page plays. */
const PHONE_APPS = [
  { name: 'Mock wallet', androidPackage: 'com.example.mockwallet' },
  { name: 'Second wallet', androidPackage: 'com.example.secondwallet' },
  { name: 'Broken wallet', androidPackage: 'com.example.brokenwallet' },
];

/**
 * Returns the wallet apps to choose from, if this page plays a phone with several. Other phones have those
 * that the library knows.
 */
const getPhoneApps = () =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for(PLAYED_APPS)] === true
    ? { walletApps: PHONE_APPS }
    : {};

/** Whether the phone's wallet is offered here; if not, `reason` says why. */
export const registration =
  import.meta.env.WALLET_PLACE === 'page'
    ? await registerPageWallet()
    : registerMobileWallet({ ...dapp, ...getPhoneApps() });

/** Registers the wallet with the one that is simulated in this page. */
async function registerPageWallet() {
  const canSign = await crypto.subtle
    ?.generateKey('Ed25519', false, ['sign', 'verify'])
    .catch(() => undefined);
  if (!canSign) return { registered: false, reason: 'no-page-wallet' } as const;
  // If it does not load, the next tap tries again.
  const loading = import('./page-wallet.js').catch(() => playPhone());
  // A wallet that has loaded has kept its accounts. Before, the phone is as it comes, and the shop does not
  // wait for half of all bytes. Later, the phone's settings decide what is registered.
  if (recall('phone:wallet') === undefined) playPhone();
  else await loading;
  return registerMobileWallet({
    ...dapp,
    ...getPhoneApps(),
    launch: async (...asked) => (await import('./page-wallet.js')).pageWallet.launch(...asked),
    dial: async (url) => (await import('./page-wallet.js')).pageWallet.dial(url),
  });
}

/** Whether this page is in the browser of a wallet app, whose own wallet is in the page. */
const isInWalletApp = !registration.registered && registration.reason === 'wallet-browser';

/** Keys of its own, because two wallets of a page with the same store share their authorizations. */
const store: AuthorizationStore = {
  get: (key) => localStorage.getItem(`other-device:${key}`),
  set: (key, value) => localStorage.setItem(`other-device:${key}`, value),
  delete: (key) => localStorage.removeItem(`other-device:${key}`),
};

/**
 * A wallet on another device, which this page meets at the reflector of its dev server. It is not registered,
 * so that this page shows both ways. A dapp passes `remote` to `registerMobileWallet`, and its one wallet
 * then has both.
 */
export const otherDeviceWallet =
  WALLET_PLACE === 'server' && !isInWalletApp
    ? createMobileWallet({
        ...dapp,
        name: 'Wallet on another device',
        icon: `data:image/svg+xml;base64,${btoa(otherDevice)}`,
        local: 'never',
        remote: { type: 'reflector', host: location.host },
        store,
      })
    : undefined;
