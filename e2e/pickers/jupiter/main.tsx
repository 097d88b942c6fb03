import '../shared/register.js';
import { UnifiedWalletButton, UnifiedWalletProvider } from '@jup-ag/wallet-adapter';
import { mount } from '../shared/mount.js';
import { Account } from './account.js';

mount(
  <UnifiedWalletProvider
    wallets={[]}
    config={{
      autoConnect: true,
      env: 'devnet',
      metadata: {
        name: 'Picker',
        description: 'Picker',
        url: location.origin,
        iconUrls: [],
      },
      walletlistExplanation: { href: 'https://station.jup.ag/docs/additional-topics/wallet-list' },
    }}
  >
    <UnifiedWalletButton />
    <Account />
  </UnifiedWalletProvider>,
);
