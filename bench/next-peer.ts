import { registerMwa } from 'next-wallet';
import { CHAIN, IDENTITY } from './dapp.js';

/** Registers the wallet of the peer's next release, whose other options have defaults. */
export function registerNextPeer(): void {
  registerMwa({ appIdentity: IDENTITY, chains: [CHAIN] });
}
