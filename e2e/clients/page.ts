import '../interop/page-ports.js';
import { getBase58Decoder } from '@solana/kit';
import { type Client, type CommonWallet, fromBase64, toBase64, toOutput } from '../interop/client.js';
import { publishedKit } from '../interop/kit-client.js';
import { createOperations } from '../interop/operations.js';
import { createWalletOperations, registerOwn, registerPublished } from '../interop/wallet-operations.js';
import { publishedWeb3 } from '../interop/web3js-client.js';
import { createRawSession } from './raw.js';

// A dapp on one of five clients, which knows nothing of the mock wallet. The fragment of its address names the client and a
// blockhash, and the output shows the outcome of each tap as JSON.

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
const scope = { chain: 'solana:devnet' } as const;
const SIGNATURE_LENGTH = 64;

const toBase58 = (base64: string): string => getBase58Decoder().decode(fromBase64(base64));
const getSignature = (signed: string): string => toBase64(fromBase64(signed).slice(-SIGNATURE_LENGTH));

function createWalletSteps(wallet: Parameters<typeof createWalletOperations>[0]): Steps {
  const { connect, signMessage, sendTransaction } = createWalletOperations(wallet);
  return {
    connect: async () => String((await connect())[0]),
    sign: async (message) => String((await signMessage(message))[0]),
    send: async (hash) => String((await sendTransaction(hash))[0]),
  };
}

function createTransactSteps<Wallet extends CommonWallet>(client: Client<Wallet>): Steps {
  const { authorize, signMessages, sendTransactions } = createOperations(client);
  return {
    connect: async () => toBase58((await authorize(scope)).accounts[0]?.address ?? ''),
    sign: async (message) => getSignature(String((await signMessages({ scope, messages: [message] }))[0])),
    async send(hash) {
      const options = { minContextSlot: 0, skipPreflight: false };
      return String((await sendTransactions({ scope, blockhash: hash, options }))[0]);
    },
  };
}

const CLIENTS: Readonly<Record<string, () => Steps>> = {
  own: () => createWalletSteps(registerOwn()),
  'wallet-standard-mobile': () => createWalletSteps(registerPublished()),
  'protocol-kit': () => createTransactSteps(publishedKit),
  'protocol-web3js': () => createTransactSteps(publishedWeb3),
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
