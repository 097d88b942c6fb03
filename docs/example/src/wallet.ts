import { registerMobileWallet } from 'mobile-wallet-standard';

const registration = registerMobileWallet({
  identity: { name: 'Example', icon: 'favicon.svg' },
  chains: ['solana:devnet'],
});

/** The wallet; `undefined` where no wallet app can be reached, such as on a server. */
export const mobileWallet = registration.registered ? registration.wallet : undefined;
