import { getBase58Decoder } from '@solana/kit';
import { registerMwa as registerNext } from 'next-wallet';
import { nextBytes } from '../interop/byte-client.js';
import {
  type Client,
  type CommonWallet,
  fromBase64,
  identity,
  toBase64,
  toOutput,
} from '../interop/client.js';
import { helpPublishedClients } from '../interop/page-ports.js';
import { createWalletOperations, registerPublished } from '../interop/wallet-operations.js';
import { publishedWeb3 } from '../interop/web3js-client.js';
import { createRawSession } from './raw.js';

helpPublishedClients();

// A dapp on one of several clients, which knows nothing of the mock wallet. The fragment of its address
// names the client and a blockhash, and the output shows the outcome of each tap as JSON.

/** The steps of a user. Addresses are base58, all else is base64. */
type Steps = Readonly<{
  connect(): Promise<string>;
  /** Returns the signature of a message. */
  sign(message: string): Promise<string>;
  /** Sends a memo; returns the signature. */
  send(blockhash: string): Promise<string>;
}>;

const [name = '', blockhash = ''] = location.hash.slice(1).split('/');
const MESSAGE = btoa('Hello from an unmodified page');

function createWalletSteps(register?: typeof registerNext): Steps {
  const wallet = registerPublished(undefined, register);
  const { connect, signMessage, sendTransaction } = createWalletOperations(wallet);
  return {
    connect: async () => String((await connect())[0]),
    sign: async (message) => String((await signMessage(message))[0]),
    send: async (hash) => String((await sendTransaction(hash))[0]),
  };
}

function createTransactSteps<TWallet extends CommonWallet>(client: Client<TWallet>): Steps {
  const { transact, signMessages, sendTransactions } = client;
  const visit = <T>(run: (wallet: TWallet, payer: string) => Promise<T>): Promise<T> =>
    transact(async (wallet) => {
      const { accounts } = await wallet.authorize({ identity, chain: 'solana:devnet' });
      return run(wallet, String(accounts[0]?.address));
    });
  return {
    connect: () => visit(async (_wallet, payer) => getBase58Decoder().decode(fromBase64(payer))),
    sign: (message) =>
      visit(async (wallet, payer) => {
        const [signed] = await signMessages(wallet, [payer], [fromBase64(message)]);
        return toBase64(signed?.slice(-64) ?? []);
      }),
    send: (hash) =>
      visit(async (wallet, payer) => {
        const context = { payer, blockhash: hash };
        const options = { minContextSlot: 0, skipPreflight: false };
        const [signature] = await sendTransactions(wallet, context, options);
        return toBase64(signature ?? []);
      }),
  };
}

const CLIENTS: Readonly<Record<string, () => Steps>> = {
  'wallet-standard-mobile': createWalletSteps,
  'next-wallet': () => createWalletSteps(registerNext),
  transact: () => createTransactSteps(publishedWeb3),
  'next-protocol': () => createTransactSteps(nextBytes),
};

const output = document.createElement('output');

function addStep(element: HTMLElement, label: string, run: () => Promise<string>): void {
  element.textContent = label;
  element.addEventListener('click', async () => {
    output.value = '';
    output.value = JSON.stringify(await run().then((result) => ({ result }), toOutput));
  });
  document.body.append(element);
}

const steps = CLIENTS[name]?.();
if (steps) {
  addStep(document.createElement('button'), 'Connect', steps.connect);
  addStep(document.createElement('button'), 'Sign', () => steps.sign(MESSAGE));
  addStep(document.createElement('button'), 'Send', () => steps.send(blockhash));
} else {
  const link = Object.assign(document.createElement('a'), { role: 'button' });
  for (const [label, method] of Object.entries({ Connect: 'connect', Sign: 'sign', Send: 'send' } as const)) {
    const { uri, run } = await createRawSession();
    addStep(Object.assign(link.cloneNode() as HTMLAnchorElement, { href: uri }), label, () =>
      run(method, method === 'send' ? blockhash : MESSAGE),
    );
  }
}
document.body.append(output);
