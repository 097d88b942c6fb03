import { getWallets } from '@wallet-standard/app';
import { connect, type Dapp, FLOWS, type Flow, type FlowName } from './flows.js';
import { type Library, REGISTER } from './libraries.js';

/** What the page is told, as JSON in the fragment of its address. */
export type PageInput = Readonly<{ library: Library; name: FlowName; blockhash: string }>;

// A dapp with one button: each tap takes the flow's next step, and what came of it is a further output.
const { library, name, blockhash }: PageInput = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const flow: Flow = FLOWS[name];
const steps = [...(flow.startsConnected ? [connect] : []), ...flow.taps];

REGISTER[library]();
const [wallet] = getWallets().get();
const dapp = { wallet, blockhash } as Dapp;

const button = document.createElement('button');
button.textContent = 'Next';
document.body.append(button);
button.addEventListener('click', async () => {
  const output = document.createElement('output');
  output.value =
    (await steps
      .shift()?.(dapp)
      .catch((error: Error) => `rejects: ${error.message}`)) ?? '';
  document.body.append(output);
});
