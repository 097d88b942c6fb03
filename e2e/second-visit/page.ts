import { type Dialogs, findMobileWalletError, registerMobileWallet } from 'mobile-wallet-standard';

// A dapp whose buttons make several calls in one tap, with a request to its server between them. With the
// fragment `without-dialogs` it shows none, with `own-dialog` its own. The output shows the outcome as JSON.
const ownDialog: Dialogs = {
  tapNeeded: ({ name, want }) =>
    new Promise((resolve) => {
      const button = document.createElement('button');
      button.append(`${name}: ${want}`);
      button.addEventListener('click', () => resolve('open-wallet'));
      document.body.append(button);
    }),
};
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  ...(location.hash === '#without-dialogs' && { dialogs: false }),
  ...(location.hash === '#own-dialog' && { dialogs: ownDialog }),
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;
const { signMessage } = wallet.features['solana:signMessage'];
const { transact } = wallet.features['mobile-wallet-standard:transact'];

async function connectAndAskServer() {
  const { accounts } = await wallet.features['standard:connect'].connect();
  await fetch('/nonce');
  const [account] = accounts;
  if (!account) throw new Error('no account');
  return account;
}

async function sign(text: string): Promise<unknown> {
  const [account] = wallet.accounts;
  if (!account) throw new Error('not connected');
  const [output] = await signMessage({ account, message: new TextEncoder().encode(text) });
  return output?.signature.length;
}

const controller = new AbortController();
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  connect: () => wallet.features['standard:connect'].connect().then(({ accounts }) => accounts.length),
  async login() {
    await connectAndAskServer();
    return sign('log in');
  },
  // In one session, because nothing is waited for between the two.
  async 'connect and sign'() {
    await wallet.features['standard:connect'].connect();
    return sign('at once');
  },
  async 'build and sign'() {
    await fetch('/nonce');
    return sign('built');
  },
  async 'sign twice'() {
    await connectAndAskServer();
    const calls = [sign('a'), transact(async () => 'called', { signal: controller.signal })];
    return Promise.all(calls.map((call) => call.catch((error) => error.code)));
  },
  async 'call back'() {
    await connectAndAskServer();
    return transact(async () => 'called', { signal: controller.signal });
  },
};

for (const [name, call] of Object.entries(CALLS)) {
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', () => {
    document.querySelector('output')?.remove();
    const outcome = call().then(
      (result) => ({ result }),
      (error) => ({ code: findMobileWalletError(error)?.code ?? String(error) }),
    );
    void outcome.then((settled) => {
      const output = document.createElement('output');
      output.append(JSON.stringify(settled));
      document.body.append(output);
    });
  });
  document.body.append(button);
}
Object.assign(window, {
  disconnect: () => wallet.features['standard:disconnect'].disconnect(),
  abort: () => controller.abort('enough'),
});
