import type { SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { getWallets } from '@wallet-standard/app';
import type { WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { type Remote, registerMobileWallet } from 'mobile-wallet-standard';
import { CHAIN, IDENTITY, type Library, showOutput } from '../dapp.js';

/** The page's input, as JSON in the fragment of its address. */
export type RemoteInput = Readonly<{ library: Library; type: Remote['type']; host: string }>;

/** What the page shows after each tap: how long the call took, and when it ended by the page's clock. */
export type Timed = Readonly<{ ms: number; end: number }>;

// A dapp with a wallet on another device: the first tap connects, and each tap after it signs a message.
const { library, type, host }: RemoteInput = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const isReflector = type === 'reflector';

if (library === 'own') {
  const remote: Remote = isReflector ? { type, host } : { type: 'nostr', relays: [host] };
  registerMobileWallet({ identity: IDENTITY, chains: [CHAIN], remote });
} else {
  registerMwa({
    appIdentity: IDENTITY,
    authorizationCache: createDefaultAuthorizationCache(),
    chains: [CHAIN],
    chainSelector: createDefaultChainSelector(),
    onWalletNotFound: createDefaultWalletNotFoundHandler(),
    ...(isReflector ? { remoteHostAuthority: host } : { nostrRelay: host }),
  });
}
const wallet = getWallets().get()[0] as WalletWithFeatures<StandardConnectFeature & SolanaSignMessageFeature>;
const message = new TextEncoder().encode('Hello');

async function act(): Promise<void> {
  const [account] = wallet.accounts;
  if (account) await wallet.features['solana:signMessage'].signMessage({ account, message });
  else await wallet.features['standard:connect'].connect();
}

const button = document.createElement('button');
button.textContent = 'Next';
document.body.append(button);
button.addEventListener('click', async () => {
  const start = performance.now();
  const outcome = await act().then(
    () => JSON.stringify({ ms: performance.now() - start, end: Date.now() } satisfies Timed),
    (error: Error) => error.message,
  );
  showOutput(outcome);
});
