import { registerMobileWallet } from 'mobile-wallet-standard';

const result = registerMobileWallet({
  identity: { name: 'Example', icon: 'icon.png' },
  chains: ['solana:devnet'],
});

// Every wallet picker lists the wallet now. A page without one connects by itself:
export async function connect(): Promise<void> {
  if (result.registered) await result.wallet.features['standard:connect'].connect();
}
