import { transact as transactAsPeer } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { transact } from 'mobile-wallet-standard/session';
import { transact as transactAsNext } from 'next-protocol';
import { CHAIN as chain, IDENTITY as identity, showOutput } from '../dapp.js';
import type { Run } from './run.js';

// A page with one button: a tap makes one call with one library and shows its outcome.
const { library, call }: Run = JSON.parse(decodeURIComponent(location.hash.slice(1)));

const runs = {
  own: {
    authorize: () => transact((wallet) => wallet.authorize({ chain, identity })),
    getCapabilities: () => transact((wallet) => wallet.getCapabilities()),
  },
  peer: {
    authorize: () => transactAsPeer((wallet) => wallet.authorize({ chain, identity })),
    getCapabilities: () => transactAsPeer((wallet) => wallet.getCapabilities()),
  },
  next: {
    authorize: () => transactAsNext((wallet) => wallet.authorize({ chain, identity })),
    getCapabilities: () => transactAsNext((wallet) => wallet.getCapabilities()),
  },
} satisfies Record<Run['library'], Record<Run['call'], () => Promise<unknown>>>;

const button = document.createElement('button');
button.textContent = 'Go';
document.body.append(button);
button.addEventListener('click', async () => {
  showOutput(await runs[library][call]().then(() => 'success', describe));
});

/** Returns the error's code if its name is one of a library's, otherwise its name and message. */
function describe(error: unknown): string {
  const { name, code, message } = error as Readonly<{ name?: string; code?: unknown; message?: string }>;
  const isTyped = /^(MobileWallet|SolanaMobileWalletAdapter)/.test(name ?? '');
  return isTyped ? String(code) : `untyped ${name ?? ''}: ${message ?? String(error)}`;
}
