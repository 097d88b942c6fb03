import { findMobileWalletError, registerMobileWallet } from 'mobile-wallet-standard';

// A dapp, with dialogs only if the fragment of its address is `dialogs`. Each button is one call, and an
// output shows its outcome and duration as JSON.
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  dialogs: location.hash === '#dialogs' ? {} : false,
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;

const CALLS = {
  async connect() {
    const { accounts } = await wallet.features['standard:connect'].connect();
    return accounts.map(({ address }) => address);
  },
  async sign() {
    const [account] = wallet.accounts;
    if (!account) throw new Error('not connected');
    const message = new TextEncoder().encode('hello');
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    return output?.signature.length;
  },
} as const;

for (const [name, call] of Object.entries(CALLS)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', async () => {
    const start = performance.now();
    const show = (outcome: object): void => {
      const output = document.createElement('output');
      output.textContent = JSON.stringify({ ...outcome, ms: Math.round(performance.now() - start) });
      document.body.append(output);
    };
    try {
      show({ result: await call() });
    } catch (error) {
      show({ code: findMobileWalletError(error)?.code ?? String(error) });
    }
  });
  document.body.append(button);
}
