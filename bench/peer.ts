import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { CHAIN, IDENTITY } from './dapp.js';

/** Registers the wallet of the peer's release as its documentation says. */
export function registerPeer(): void {
  registerMwa({
    appIdentity: IDENTITY,
    authorizationCache: createDefaultAuthorizationCache(),
    chains: [CHAIN],
    chainSelector: createDefaultChainSelector(),
    onWalletNotFound: createDefaultWalletNotFoundHandler(),
  });
}
