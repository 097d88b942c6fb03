import { createMobileWallet, type MobileWalletOptions, type Remote } from 'mobile-wallet-standard';
import { getRemoteJob, type RemoteJob } from './remote-jobs.js';

/** Tells the test how each session ended. */
declare const report: (outcome: string) => Promise<void>;

// A dapp that is never reloaded, with a wallet on another device. Each tap is a whole session: scan, connect,
// sign, disconnect. The fragment of the page's address has the hosts of a reflector and of a relay.
const [host = '', relay = ''] = location.hash.slice(1).split(',');
const message = new TextEncoder().encode('hello');
let endSession = (): void => {};

function createWallet(remote: Remote) {
  const options: MobileWalletOptions = {
    identity: { name: 'Example' },
    chains: ['solana:devnet'],
    name: `Wallet by ${remote.type}`,
    remote,
    onProgress({ state }) {
      if (state === 'idle') endSession();
    },
  };
  return createMobileWallet(options);
}

const WALLETS: Readonly<Record<RemoteJob['type'], ReturnType<typeof createWallet>>> = {
  reflector: createWallet({ type: 'reflector', host }),
  nostr: createWallet({ type: 'nostr', relays: [relay] }),
};

async function connectAndSign({ features }: ReturnType<typeof createWallet>): Promise<void> {
  try {
    const [account] = (await features['standard:connect'].connect()).accounts;
    if (account) await features['solana:signMessage'].signMessage({ account, message });
  } finally {
    await features['standard:disconnect'].disconnect();
  }
}

const describe = (error: Error & { code?: string }): string => error.code ?? error.message;

let number = 0;
addEventListener('click', async () => {
  const { type } = getRemoteJob(number++);
  const idle = new Promise<void>((resolve) => {
    endSession = resolve;
  });
  const outcome = await connectAndSign(WALLETS[type]).then(() => 'ok', describe);
  await idle;
  await report(outcome);
});
