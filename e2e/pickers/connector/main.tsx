import '../shared/register.js';
import { AppProvider, getDefaultConfig } from '@solana/connector/react';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { Account } from './account.js';
import { Wallets } from './wallets.js';

const config = getDefaultConfig({
  appName: 'Picker',
  network: 'devnet',
  clusters: [{ id: 'solana:devnet', label: 'Devnet', url: RPC_URL }],
});

mount(
  // No `mobile` prop, because with it the connector registers its own wallet for the phone beside this one.
  <AppProvider connectorConfig={config}>
    <Wallets />
    <Account />
  </AppProvider>,
);
