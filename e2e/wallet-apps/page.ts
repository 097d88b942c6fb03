import { registerMobileWallet } from 'mobile-wallet-standard';

// A dapp on a phone with several wallet apps. The fragment of its address is the package that each launch
// opens, or nothing, which leaves it to the phone.
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  launch(uri) {
    const androidPackage = location.hash.slice(1);
    location.assign(
      androidPackage === ''
        ? uri
        : `${uri.replace('solana-wallet:', 'intent:')}#Intent;scheme=solana-wallet;package=${androidPackage};end`,
    );
  },
});
if (!registration.registered) throw new Error(registration.reason);
const { features } = registration.wallet;
const output = document.createElement('output');

const show = (text: string): void => {
  output.value = text;
};

function addButton(text: string, work: () => Promise<string>): void {
  const button = Object.assign(document.createElement('button'), { textContent: text });
  button.addEventListener('click', () => {
    show('');
    work().then(show, (error: unknown) => show(String((error as { code?: unknown }).code ?? error)));
  });
  document.body.append(button);
}

addButton('Connect', async () => {
  const { accounts: connected } = await features['standard:connect'].connect();
  return connected[0]?.address ?? '';
});
addButton('Disconnect', async () => {
  await features['standard:disconnect'].disconnect();
  return 'disconnected';
});
addButton('Sign', async () => {
  const [account] = registration.wallet.accounts;
  if (!account) throw new Error('not connected');
  const [signed] = await features['solana:signMessage'].signMessage({
    account,
    message: new TextEncoder().encode('Hello'),
  });
  return `${signed?.signature.length} bytes`;
});
document.body.append(output);
