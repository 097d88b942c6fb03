import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { registerMobileWallet } from 'mobile-wallet-standard';

/** The published peer, or this library. */
export type Library = 'peer' | 'own';

const identity = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };
const chains = ['solana:devnet'] as const;

/** Registers a library's wallet, as its documentation says. */
export const REGISTER: Readonly<Record<Library, () => void>> = {
  peer: () =>
    registerMwa({
      appIdentity: identity,
      authorizationCache: createDefaultAuthorizationCache(),
      chains,
      chainSelector: createDefaultChainSelector(),
      onWalletNotFound: createDefaultWalletNotFoundHandler(),
    }),
  own: () => registerMobileWallet({ identity, chains }),
};
