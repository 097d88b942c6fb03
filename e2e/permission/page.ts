import { createMobileWallet } from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/session';

// A dapp that connects on a tap. The fragment of its address may contain `without-dialogs`, `own-launch`,
// `remote=` with the host of a reflector, and `blockhash=` in hex. Tests call the functions on `window`.
const blockhash = /blockhash=(\w+)/.exec(location.hash)?.[1] ?? '';
const remoteHost = /remote=([^&]+)/.exec(location.hash)?.[1];
let launches = 0;
navigation.addEventListener('navigate', ({ destination }) => {
  if (destination.url.startsWith('solana-wallet:')) launches++;
});

const progress: string[] = [];
const wallet = createMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  ...(location.hash.includes('without-dialogs') && { dialogs: false }),
  ...(remoteHost !== undefined && { remote: { type: 'reflector', host: remoteHost } }),
  ...(location.hash.includes('own-launch') && { launch: (uri: string) => location.assign(uri) }),
  onProgress: ({ state }) => progress.push(state),
});

const getAccount = () => {
  const [account] = wallet.accounts;
  if (!account) throw new Error('not connected');
  return account;
};
const CALLS: Readonly<Record<string, () => Promise<object>>> = {
  async Connect() {
    const { accounts } = await wallet.features['standard:connect'].connect();
    return { accounts: accounts.length };
  },
  async Sign() {
    const input = { account: getAccount(), message: new Uint8Array(3) };
    const [output] = await wallet.features['solana:signMessage'].signMessage(input);
    return { signature: output?.signature.length };
  },
  async Send() {
    const [output] = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
      account: getAccount(),
      chain: 'solana:devnet',
      transaction: createEmptyTransaction(getAccount().publicKey),
    });
    return { signature: output?.signature.length };
  },
  /** Without the wallet. */
  async Transact() {
    const { accounts } = await transact(
      (session) => session.authorize({ identity: { name: 'Example' }, chain: 'solana:devnet' }),
      { onProgress: ({ state }) => progress.push(state) },
    );
    return { accounts: accounts.length };
  },
};
for (const [name, call] of Object.entries(CALLS)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => {
    launches = 0;
    progress.length = 0;
    const called = call().catch((error) => {
      const { code, message, context } = error;
      Object.assign(window, { failure: { message, context } });
      return { code: code ?? message };
    });
    const outcome = called.then((result) => ({ ...result, launches, progress: progress.join(' ') }));
    Object.assign(window, { outcome });
  });
  document.body.append(button);
}

/** Returns an unsigned legacy transaction without instructions. */
function createEmptyTransaction(payer: ArrayLike<number>): Uint8Array {
  const signatures = [1, ...new Array(64).fill(0)];
  const lifetime = blockhash.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return Uint8Array.from([...signatures, 1, 0, 0, 1, ...Array.from(payer), ...lifetime, 0]);
}
Object.assign(window, {
  getProgress: () => ({ launches, progress: progress.join(' ') }),
  queryPermission: async () => ({
    state: (await navigator.permissions.query({ name: 'loopback-network' as PermissionName })).state,
  }),
  disconnect: wallet.features['standard:disconnect'].disconnect,
});
