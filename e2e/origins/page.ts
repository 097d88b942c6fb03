import { registerMobileWallet } from 'mobile-wallet-standard';

// A dapp with a frame. The fragment of the dapp's address is the frame's address.
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  onProgress: ({ state }) => show('progress', state),
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;

function show(id: string, value: unknown): void {
  const output = Object.assign(document.createElement('output'), { textContent: JSON.stringify(value) });
  output.className = id;
  document.body.append(output);
}

const frame = document.createElement('iframe');
frame.src = decodeURIComponent(location.hash.slice(1));
document.body.append(frame);

const button = document.createElement('button');
button.textContent = 'Connect';
button.addEventListener('click', () => {
  wallet.features['standard:connect'].connect().then(
    ({ accounts }) => show('accounts', accounts.length),
    (error: unknown) => show('error', String(error)),
  );
});
document.body.append(button);
