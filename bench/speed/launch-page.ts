import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { getWallets } from '@wallet-standard/app';
import type { WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/session';
import { createFloorAssociation } from './floor.js';
import { catchLaunch } from './launches.js';

/** Who launches: a Wallet Standard wallet's `connect`, `transact`, or a page's bare code. */
export type Launcher =
  | 'own wallet'
  | 'peer wallet'
  | 'own session'
  | 'peer session'
  | 'floor'
  | 'floor with key';

/** In ms, from the tap's event, or from the start of its handler, to the navigation. */
export type Launched = Readonly<{ fromEvent: number; fromHandler: number }>;

const identity = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };
const chain = 'solana:devnet';

/** Each gets ready for a tap, and gives what the tap does. */
const LAUNCHERS: Readonly<Record<Launcher, () => Promise<() => unknown>>> = {
  async 'own wallet'() {
    registerMobileWallet({ identity, chains: [chain] });
    return findConnect();
  },
  async 'peer wallet'() {
    registerMwa({
      appIdentity: identity,
      authorizationCache: createDefaultAuthorizationCache(),
      chains: [chain],
      chainSelector: createDefaultChainSelector(),
      onWalletNotFound: createDefaultWalletNotFoundHandler(),
    });
    return findConnect();
  },
  'own session': async () => () => transact((wallet) => wallet.authorize({ identity, chain })),
  'peer session': async () => () => transactAsPeer((wallet) => wallet.authorize({ identity, chain })),
  async floor() {
    const { uri } = await createFloorAssociation();
    return () => location.assign(uri);
  },
  'floor with key': async () => async () => location.assign((await createFloorAssociation()).uri),
};

/** A wallet picker has found the wallet before anyone taps. */
function findConnect(): () => Promise<unknown> {
  const [wallet] = getWallets().get() as WalletWithFeatures<StandardConnectFeature>[];
  if (!wallet) throw new Error('No wallet is registered');
  return () => wallet.features['standard:connect'].connect();
}

function show(text: string): void {
  document.body.append(Object.assign(document.createElement('output'), { textContent: text }));
}

const launch = await LAUNCHERS[decodeURIComponent(location.hash.slice(1)) as Launcher]();
addEventListener(
  'click',
  async ({ timeStamp }) => {
    const start = performance.now();
    const launched = catchLaunch();
    // Nobody listens, so it fails in the end; the page is gone by then.
    void launch();
    const { at } = await launched;
    const result: Launched = { fromEvent: at - timeStamp, fromHandler: at - start };
    show(JSON.stringify(result));
  },
  { once: true },
);
show('prepared');
