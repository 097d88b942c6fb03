import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { getWallets } from '@wallet-standard/app';
import type { WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/session';
import { CHAIN as chain, IDENTITY as identity, showOutput } from '../dapp.js';
import { registerPeer } from '../peer.js';
import { createFloorAssociation } from './floor.js';
import { catchLaunch } from './launches.js';

/** What launches: a Wallet Standard wallet's `connect`, `transact`, or a page's bare code (the floor). */
export type Launcher =
  | 'own wallet'
  | 'peer wallet'
  | 'own session'
  | 'peer session'
  | 'floor'
  | 'floor with key';

/** The ms to the navigation, from the tap's event and from the start of its handler. */
export type Launched = Readonly<{ fromEvent: number; fromHandler: number }>;

/** Each prepares for a tap and returns what the tap does. */
const LAUNCHERS: Readonly<Record<Launcher, () => Promise<() => unknown>>> = {
  async 'own wallet'() {
    registerMobileWallet({ identity, chains: [chain] });
    return findConnect();
  },
  async 'peer wallet'() {
    registerPeer();
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

/** Finds the wallet before the tap, as a wallet picker does. Returns its `connect`. */
function findConnect(): () => Promise<unknown> {
  const [wallet] = getWallets().get() as WalletWithFeatures<StandardConnectFeature>[];
  if (!wallet) throw new Error('No wallet is registered');
  return () => wallet.features['standard:connect'].connect();
}

const launch = await LAUNCHERS[decodeURIComponent(location.hash.slice(1)) as Launcher]();
addEventListener(
  'click',
  async ({ timeStamp }) => {
    const start = performance.now();
    const launched = catchLaunch();
    // No wallet listens, so this call fails, but only after the page was closed.
    void launch();
    const { at } = await launched;
    const result: Launched = { fromEvent: at - timeStamp, fromHandler: at - start };
    showOutput(JSON.stringify(result));
  },
  { once: true },
);
showOutput('prepared');
