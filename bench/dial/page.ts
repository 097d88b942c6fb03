import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { transact } from 'mobile-wallet-standard/session';
import { CHAIN as chain, IDENTITY as identity, type Library } from '../dapp.js';

// The bench calls `run`, as a button's handler would. It resolves with the call's outcome.
const RUNS: Readonly<Record<Library, () => Promise<unknown>>> = {
  own: () => transact((wallet) => wallet.authorize({ chain, identity })),
  peer: () => transactAsPeer((wallet) => wallet.authorize({ chain, identity })),
};

Object.assign(globalThis, { run: (library: Library) => RUNS[library]().then(() => 'success', String) });
