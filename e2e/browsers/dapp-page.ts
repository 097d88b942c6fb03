import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import {
  findMobileWalletError,
  MobileWalletError,
  type Remote,
  registerMobileWallet,
} from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/session';
import { countSent } from '../dial/count.js';

/**
 * What a test tells the page, as JSON in the fragment: the latest blockhash, where to meet a wallet on
 * another device, and whether there are no dialogs.
 */
export type DappInput = Readonly<{ blockhash?: string; remote?: Remote; dialogs?: false }>;

// A dapp whose buttons call the wallet. It hands launches over to the test, which serves it, and its outputs
// show the outcomes as JSON.
const {
  blockhash = '',
  remote,
  dialogs,
}: DappInput = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
const CHAIN = 'solana:devnet';
const MEMO = toAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const toBase64 = (bytes: ArrayLike<number>): string => btoa(String.fromCharCode(...Array.from(bytes)));
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Resolves when the test has handled the launch. */
async function launch(uri: string, { signal }: Readonly<{ signal: AbortSignal }>): Promise<void> {
  const response = await fetch('/launch', { method: 'POST', body: uri, signal });
  if (!response.ok) throw new MobileWalletError('WALLET_NOT_FOUND', await response.text());
}

countSent();
const states: string[] = [];
/** When the session last reached each state, in milliseconds. */
const times: Record<string, number> = {};
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: [CHAIN],
  ...(remote ? { remote } : { local: 'always' }),
  ...(dialogs === false && { dialogs }),
  launch,
  onProgress({ state }) {
    states.push(state);
    times[state] = performance.now();
  },
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;
const { features } = wallet;
let controller = new AbortController();

function getAccount() {
  const [account] = wallet.accounts;
  if (!account) throw new Error('not connected');
  return account;
}

function createTransaction(text: string): Uint8Array {
  const payer = toAddress(getAccount().address);
  const paid = setTransactionMessageFeePayerSigner(
    createNoopSigner(payer),
    createTransactionMessage({ version: 0 }),
  );
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1_000_000n };
  const message = appendTransactionMessageInstruction(
    { programAddress: MEMO, data: toBytes(text) },
    setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  async Connect() {
    const { accounts } = await features['standard:connect'].connect();
    return accounts.map(({ address }) => address);
  },
  async 'Sign message'() {
    const signMessage = features['solana:signMessage'].signMessage;
    const [output] = await signMessage({ account: getAccount(), message: toBytes('hello') });
    return output && { message: toBase64(output.signedMessage), signature: toBase64(output.signature) };
  },
  async 'Sign transaction'() {
    const signTransaction = features['solana:signTransaction']?.signTransaction;
    const input = { account: getAccount(), chain: CHAIN, transaction: createTransaction('signed') } as const;
    const [output] = (await signTransaction?.(input)) ?? [];
    return output && toBase64(output.signedTransaction);
  },
  async 'Sign in'() {
    const [output] = await features['solana:signIn'].signIn({ statement: 'Welcome.', nonce: 'abcdefgh' });
    return (
      output && {
        address: output.account.address,
        message: toBase64(output.signedMessage),
        signature: toBase64(output.signature),
      }
    );
  },
  async Send() {
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    const input = { account: getAccount(), chain: CHAIN, transaction: createTransaction('sent') } as const;
    const [output] = await signAndSendTransaction(input);
    return output && toBase64(output.signature);
  },
  async 'Call back'() {
    const { transact } = features['mobile-wallet-standard:transact'];
    return transact((mobile) => mobile.getCapabilities(), { signal: controller.signal });
  },
  async 'Open a session'() {
    return transact((mobile) => mobile.getCapabilities(), { launch });
  },
  async Disconnect() {
    await features['standard:disconnect'].disconnect();
    return wallet.accounts.length;
  },
};

for (const [name, call] of Object.entries(CALLS)) {
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', async () => {
    document.querySelector('output')?.remove();
    const outcome = await call().then(
      (result) => ({ result }),
      (error) => {
        Object.assign(globalThis, { failure: findMobileWalletError(error)?.message });
        return { error: findMobileWalletError(error)?.code ?? String(error) };
      },
    );
    const output = document.createElement('output');
    output.append(JSON.stringify(outcome));
    document.body.append(output);
  });
  document.body.append(button);
}
Object.assign(globalThis, {
  states,
  times,
  getAddresses: () => wallet.accounts.map(({ address }) => address),
  abort() {
    controller.abort('enough');
    controller = new AbortController();
  },
});
