import { registerMobileWallet } from 'mobile-wallet-standard';

const registration = registerMobileWallet({ identity: { name: 'Fresh dapp' } });

/** Returns the wallet's feature. */
function getFeature(name) {
  if (!registration.registered) throw new Error(`There is no wallet: ${registration.reason}`);
  return registration.wallet.features[name];
}

/** Connects; returns the account's address. */
export async function connect() {
  const { accounts } = await getFeature('standard:connect').connect();
  return accounts[0].address;
}

/** Signs a text; returns the signature as hex. */
export async function sign() {
  const [account] = registration.wallet.accounts;
  const message = new TextEncoder().encode('Hello from a fresh dapp');
  const [{ signature }] = await getFeature('solana:signMessage').signMessage({ account, message });
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
