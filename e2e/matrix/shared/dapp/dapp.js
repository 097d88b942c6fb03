import { registerMobileWallet } from 'mobile-wallet-standard';

registerMobileWallet({ identity: { name: 'Fresh dapp' } });
