// Imported first, so that the wallet is registered before the client looks for wallets.
import '../shared/register.js';
import { TurnkeyClient } from '@turnkey/core';
import { createButtons, showPanel } from '../shared/plain-panel.js';
import { createActions } from './actions.js';

const client = new TurnkeyClient({
  organizationId: 'picker',
  apiBaseUrl: 'https://api.turnkey.com',
  authProxyUrl: 'https://authproxy.turnkey.com',
  authProxyConfigId: 'picker',
  walletConfig: { features: { auth: true, connecting: true }, chains: { solana: { native: true } } },
});
const main = document.querySelector('main');
const failure = document.createElement('output');

/** Shows the connected account, or a button for each wallet: to connect it, and to log in with it. */
async function show(): Promise<void> {
  const providers = await client.fetchWalletProviders();
  const wallets = await client.fetchWallets({ connectedOnly: true, walletProviders: providers });
  const account = wallets[0]?.accounts[0];
  const provider = providers.find(({ connectedAddresses }) => connectedAddresses.length > 0);
  if (provider && account) {
    main?.replaceChildren();
    return showPanel(account.address, createActions(client, provider, account, show));
  }
  showPanel(undefined, {});
  const entries = providers.flatMap((one) => [
    [
      one.info.name,
      async () => {
        await client.connectWalletAccount(one);
        await show();
        return {};
      },
    ],
    [
      `Log in with ${one.info.name}`,
      async () => {
        await client.loginOrSignupWithWallet({ walletProvider: one });
        await show();
        return {};
      },
    ],
  ]);
  main?.replaceChildren(createButtons(Object.fromEntries(entries), failure), failure);
}

await client.init();
await show();
