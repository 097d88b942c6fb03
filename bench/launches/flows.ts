import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { createTransactions, isSignature, isSigned, verify } from './transactions.js';

/** What a dapp does with any Wallet Standard wallet. */
export type Dapp = Readonly<{
  wallet: WalletWithFeatures<
    StandardConnectFeature &
      SolanaSignInFeature &
      SolanaSignMessageFeature &
      SolanaSignTransactionFeature &
      SolanaSignAndSendTransactionFeature
  >;
  blockhash: string;
}>;

/** What a dapp does after one tap. Resolves with a description of the outcome. */
export type Step = (dapp: Dapp) => Promise<string>;

/** What a user does, tap by tap. */
export type Flow = Readonly<{
  /** Whether the flow begins with a connected account. The launch that connects it is not counted. */
  startsConnected?: boolean;
  /** Whether the wallet has revoked its tokens before the first tap. */
  startsRevoked?: boolean;
  taps: readonly Step[];
}>;

const CHAIN = 'solana:devnet';

/** The outcome of a {@link connect} that succeeds. */
export const CONNECTED = 'connected';

/** Connects. */
export const connect: Step = async ({ wallet }) => {
  const { accounts } = await wallet.features['standard:connect'].connect();
  return accounts.length > 0 ? CONNECTED : 'no account';
};

/** Signs in with a nonce of one repeated letter. Returns the letter of the nonce that was signed. */
const signIn =
  (letter: string): Step =>
  async ({ wallet }) => {
    const input = { statement: 'Sign in, please', nonce: letter.repeat(8) };
    const [output] = await wallet.features['solana:signIn'].signIn(input);
    if (!output || !verify(output.signature, output.signedMessage, output.account)) {
      return 'a signature that does not verify';
    }
    const [, signed = 'none'] = /^Nonce: (\w)/m.exec(new TextDecoder().decode(output.signedMessage)) ?? [];
    return `nonce ${signed}`;
  };

/** Signs messages concurrently, each by its own call. */
const signMessages =
  (count: number): Step =>
  async ({ wallet }) => {
    const account = getAccount(wallet.accounts);
    const messages = Array.from({ length: count }, (_, index) =>
      new TextEncoder().encode(`Message ${index}`),
    );
    const outputs = await settleAll(
      messages.map((message) => wallet.features['solana:signMessage'].signMessage({ account, message })),
    );
    const isValid = outputs
      .flat()
      .map(({ signature, signedMessage }) => verify(signature, signedMessage, account));
    const isOfMessage = messages.every((message, index) => {
      const { signature = new Uint8Array(64) } = outputs[index]?.[0] ?? {};
      return verify(signature, message, account);
    });
    const isOther = isOfMessage && !isValid.includes(true);
    return isOther ? `${count} signed, but signedMessage is something else` : describe('signed', isValid);
  };

/** Signs transactions in one call. */
const signTransactions =
  (count: number): Step =>
  async ({ wallet, blockhash }) => {
    const account = getAccount(wallet.accounts);
    const transactions = createTransactions(count, account, blockhash);
    const inputs = transactions.map((transaction) => ({ account, transaction, chain: CHAIN }) as const);
    const outputs = await wallet.features['solana:signTransaction'].signTransaction(...inputs);
    return describe(
      'signed',
      outputs.map(({ signedTransaction }) => isSigned(signedTransaction, account)),
    );
  };

/** Sends transactions in one call. */
const sendTransactions =
  (count: number): Step =>
  async ({ wallet, blockhash }) => {
    const account = getAccount(wallet.accounts);
    const transactions = createTransactions(count, account, blockhash);
    const inputs = transactions.map((transaction) => ({ account, transaction, chain: CHAIN }) as const);
    const outputs = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs);
    const isValid = transactions.map((transaction, index) => {
      const { signature = new Uint8Array(64) } = outputs[index] ?? {};
      return isSignature(signature, transaction, account);
    });
    return describe('sent', isValid);
  };

/** The measured flows by name. */
export const FLOWS = {
  connect: { taps: [connect] },
  'connect and sign in, in one tick': {
    taps: [async (dapp) => (await settleAll([connect(dapp), signIn('A')(dapp)])).join(', ')],
  },
  'connect, then sign a message': {
    taps: [async (dapp) => `${await connect(dapp)}, ${await signMessages(1)(dapp)}`],
  },
  'connect, then send a transaction': {
    taps: [async (dapp) => `${await connect(dapp)}, ${await sendTransactions(1)(dapp)}`],
  },
  'sign in with nonce A; another tap: with nonce B': { taps: [signIn('A'), signIn('B')] },
  '3 sends in one call': { startsConnected: true, taps: [sendTransactions(3)] },
  '25 transactions to sign in one call': { startsConnected: true, taps: [signTransactions(25)] },
  '5 messages to sign, a call each, in one tick': { startsConnected: true, taps: [signMessages(5)] },
  'sign a message after the wallet forgot its token': {
    startsConnected: true,
    startsRevoked: true,
    taps: [signMessages(1)],
  },
} as const satisfies Readonly<Record<string, Flow>>;

export type FlowName = keyof typeof FLOWS;

export const FLOW_NAMES = Object.keys(FLOWS) as readonly FlowName[];

/** Like `Promise.all`, but rejects only after all promises have settled. */
async function settleAll<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function getAccount([account]: readonly WalletAccount[]): WalletAccount {
  if (!account) throw new Error('The wallet has no account');
  return account;
}

function describe(done: string, isValid: readonly boolean[]): string {
  const valid = isValid.filter(Boolean).length;
  return `${isValid.length} ${done}, ${valid === isValid.length ? 'valid' : `${valid} valid`}`;
}
