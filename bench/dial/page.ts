import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { transact } from 'mobile-wallet-standard/session';
import type { Library } from './run.js';

// One call by one library, as a button's would be; what it comes to is told.
const identity = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };
const chain = 'solana:devnet';
const RUNS: Readonly<Record<Library, () => Promise<unknown>>> = {
  own: () => transact((wallet) => wallet.authorize({ chain, identity })),
  peer: () => transactAsPeer((wallet) => wallet.authorize({ chain, identity })),
};

Object.assign(globalThis, { run: (library: Library) => RUNS[library]().then(() => 'success', String) });
