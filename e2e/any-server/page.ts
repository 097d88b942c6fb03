import { registerMobileWallet } from 'mobile-wallet-standard';

// A dapp of which the server knows nothing of the mock wallet.
const registration = registerMobileWallet({ identity: { name: 'Example' }, chains: ['solana:devnet'] });
const output = document.createElement('output');
document.body.append(output);

if (registration.registered) {
  const { features } = registration.wallet;
  const button = document.createElement('button');
  button.textContent = 'Connect';
  button.addEventListener('click', () => {
    features['standard:connect'].connect().then(
      ({ accounts }) => {
        output.value = accounts.map(({ label }) => label).join();
      },
      (error: unknown) => {
        output.value = String(error);
      },
    );
  });
  document.body.append(button);
} else output.value = registration.reason;
