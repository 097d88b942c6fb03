import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { transact } from 'mobile-wallet-standard/session';
import type { Run } from './run.js';

// A page with one button: a tap makes one call by one library, and how it ended becomes the output.
const { library, call }: Run = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const identity = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };
const chain = 'solana:devnet';

const runs = {
  own: {
    authorize: () => transact((wallet) => wallet.authorize({ chain, identity })),
    getCapabilities: () => transact((wallet) => wallet.getCapabilities()),
  },
  peer: {
    authorize: () => transactAsPeer((wallet) => wallet.authorize({ chain, identity })),
    getCapabilities: () => transactAsPeer((wallet) => wallet.getCapabilities()),
  },
} satisfies Record<Run['library'], Record<Run['call'], () => Promise<unknown>>>;

const button = document.createElement('button');
button.textContent = 'Go';
document.body.append(button);
button.addEventListener('click', async () => {
  const output = document.createElement('output');
  output.value = await runs[library][call]().then(() => 'success', describe);
  document.body.append(output);
});

/** An error has a type where its name is a library's, and then a code. */
function describe(error: unknown): string {
  const { name, code, message } = error as Readonly<{ name?: string; code?: unknown; message?: string }>;
  const isTyped = /^(MobileWallet|SolanaMobileWalletAdapter)/.test(name ?? '');
  return isTyped ? String(code) : `untyped ${name ?? ''}: ${message ?? String(error)}`;
}
