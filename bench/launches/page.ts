import { getWallets } from '@wallet-standard/app';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { CHAIN, IDENTITY, type Release, showOutput } from '../dapp.js';
import { registerNextPeer } from '../next-peer.js';
import { registerPeer } from '../peer.js';
import { connect, type Dapp, FLOWS, type Flow, type FlowName } from './flows.js';

/** The page's input, as JSON in the fragment of its address. */
export type PageInput = Readonly<{ library: Release; name: FlowName; blockhash: string }>;

// A dapp with one button: each tap takes the flow's next step and adds an output with its outcome.
const { library, name, blockhash }: PageInput = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const flow: Flow = FLOWS[name];
const steps = [...(flow.startsConnected ? [connect] : []), ...flow.taps];

const register: Readonly<Record<Release, () => unknown>> = {
  peer: registerPeer,
  next: registerNextPeer,
  own: () => registerMobileWallet({ identity: IDENTITY, chains: [CHAIN] }),
};
register[library]();
const [wallet] = getWallets().get();
const dapp = { wallet, blockhash } as Dapp;

const button = document.createElement('button');
button.textContent = 'Next';
document.body.append(button);
button.addEventListener('click', async () => {
  const outcome = await steps
    .shift()?.(dapp)
    .catch((error: Error) => `rejects: ${error.message}`);
  showOutput(outcome ?? '');
});
