import { createMobileWallet } from 'mobile-wallet-standard';

// A dapp that connects on a tap. The fragment of its address may contain `without-dialogs` and `own-launch`. Tests call
// the functions on `window`.
let launches = 0;
navigation.addEventListener('navigate', ({ destination }) => {
  if (destination.url.startsWith('solana-wallet:')) launches++;
});

const progress: string[] = [];
const wallet = createMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  ...(location.hash.includes('without-dialogs') && { dialogs: false }),
  ...(location.hash.includes('own-launch') && { launch: (uri: string) => location.assign(uri) }),
  onProgress: (state) => progress.push(state),
});

const button = document.createElement('button');
button.textContent = 'Connect';
button.addEventListener('click', () => {
  launches = 0;
  progress.length = 0;
  const connected = wallet.features['standard:connect'].connect().then(
    ({ accounts }) => ({ accounts: accounts.length }),
    ({ code }) => ({ code }),
  );
  const outcome = connected.then((result) => ({ ...result, launches, progress: progress.join(' ') }));
  Object.assign(window, { outcome });
});
document.body.append(button);
Object.assign(window, {
  getProgress: () => ({ launches, progress: progress.join(' ') }),
  queryPermission: async () => ({
    state: (await navigator.permissions.query({ name: 'loopback-network' as PermissionName })).state,
  }),
  disconnect: wallet.features['standard:disconnect'].disconnect,
});
