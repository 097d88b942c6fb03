import { registerMobileWallet } from 'mobile-wallet-standard';
import { CHAIN, IDENTITY } from '../../dapp.js';
import { runRegistering } from './run.js';

runRegistering(() => registerMobileWallet({ identity: IDENTITY, chains: [CHAIN] }));
