import { type AuthorizationStore, createMobileWallet, registerMobileWallet } from 'mobile-wallet-standard';
import { CHAIN, IS_SIMULATED } from './chain.js';

const dapp = {
  identity: { name: 'Mobile Wallet Standard demo', icon: 'icon.png' },
  chains: [CHAIN],
} as const;

/** Whether the phone's wallet is offered here; if not, `reason` says why. */
export const registration = registerMobileWallet(dapp);

/** Keys of its own, because two wallets of a page with the same store share their authorizations. */
const store: AuthorizationStore = {
  get: (key) => localStorage.getItem(`other-device:${key}`),
  set: (key, value) => localStorage.setItem(`other-device:${key}`, value),
  delete: (key) => localStorage.removeItem(`other-device:${key}`),
};

/**
 * A wallet on another device, which this page meets at the reflector of its dev server. It is not registered, so that this
 * page shows both ways. A dapp passes `remote` to `registerMobileWallet`, and its one wallet then has both.
 */
export const otherDeviceWallet = IS_SIMULATED
  ? createMobileWallet({
      ...dapp,
      name: 'Wallet on another device',
      local: 'never',
      remote: { type: 'reflector', host: location.host },
      store,
    })
  : undefined;
