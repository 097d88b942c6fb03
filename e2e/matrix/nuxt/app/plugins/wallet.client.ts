import { registerMobileWallet } from 'mobile-wallet-standard';

export default defineNuxtPlugin(() => {
  registerMobileWallet({ identity: { name: 'Fresh dapp' } });
});
