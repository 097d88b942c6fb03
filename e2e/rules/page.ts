import { getWallets } from '@wallet-standard/app';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { getSignTransaction } from '../../test/support/sign-transaction.js';

// A dapp that registers while its script runs. The button connects some time after the tap, as libraries do
// that first render the user's choice. Outputs are JSON.
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
});
const wallet = getWallets().get()[0] as Extract<typeof registration, { registered: true }>['wallet'];
const { connect } = wallet.features['standard:connect'];

function show(name: string, value: unknown): void {
  const output = document.createElement('output');
  output.id = name;
  output.value = JSON.stringify(value);
  document.getElementById(name)?.remove();
  document.body.append(output);
}

function getOutcome(silent: boolean): Promise<object> {
  return connect({ silent }).then(
    ({ accounts }) => ({ accounts: accounts.length }),
    (error) => ({ code: error.code, message: error.message, isError: error instanceof Error }),
  );
}

/** Connects without a tap, as some dapps do while they load. Opening a window uses up any user activation. */
async function connectWithoutTap(): Promise<object> {
  window.open('about:blank')?.close();
  const { isActive } = navigator.userActivation;
  return { isActive, ...(await getOutcome(false)) };
}

/** Signs an invalid input, as `@solana/connector` does first, and then no input at all. */
async function signWrongly(): Promise<object> {
  const { signTransaction } = getSignTransaction(wallet.features);
  const { signMessage } = wallet.features['solana:signMessage'];
  const list = { account: wallet.accounts[0], chain: 'solana:devnet', transactions: [new Uint8Array(4)] };
  const wrong = signTransaction(list as unknown as Parameters<typeof signTransaction>[0]);
  return { wrong: await wrong.catch((error) => error.code), none: await signMessage() };
}
Object.assign(window, { connectWithoutTap, signWrongly });

show('registered', {
  registered: registration.registered && registration.wallet === wallet,
  again: registerMobileWallet({ identity: { name: 'Other' }, local: 'always' }) === registration,
  listed: getWallets().get().length,
  accounts: wallet.accounts.length,
  hasDeprecatedList: 'wallets' in navigator,
});
show('silent', await getOutcome(true));

const button = document.createElement('button');
button.textContent = 'Connect';
button.addEventListener('click', () => {
  document.getElementById('tapped')?.remove();
  requestAnimationFrame(() => setTimeout(async () => show('tapped', await getOutcome(false))));
});
document.body.append(button);
