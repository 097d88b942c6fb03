import { registerMobileWallet } from 'mobile-wallet-standard';

// Once, before the page renders.
registerMobileWallet({ identity: { name: 'Pocket Coffee' }, chains: ['solana:devnet'] });
