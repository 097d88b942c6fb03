import { registerMobileWallet } from 'mobile-wallet-standard';

/** Whether the phone's wallet is offered here; if not, `reason` says why. */
export const registration = registerMobileWallet({
  identity: { name: 'Mobile Wallet Standard demo', icon: 'icon.png' },
  chains: ['solana:devnet'],
});
