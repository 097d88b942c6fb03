import { createMobileWallet } from 'mobile-wallet-standard';

// A dapp's module, or a package for dapps: the compiler has to name the types of all that it exports.
export const wallet = createMobileWallet({ identity: { name: 'Example' } });
export const features = wallet.features;
export const [account] = wallet.accounts;
export const { connect } = wallet.features['standard:connect'];
export const { on } = wallet.features['standard:events'];
export const { signIn } = wallet.features['solana:signIn'];
export const { signMessage } = wallet.features['solana:signMessage'];
export const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
export const offchain = wallet.features['solana:signOffchainMessage'];
export const { transact } = wallet.features['mobile-wallet-standard:transact'];

// Inputs, options and outputs, as functions that wrap the methods have them.
const getInput = <T>(method: (...inputs: readonly T[]) => unknown, read: () => T): T => {
  void method;
  return read();
};
const wrap = <TArgs extends unknown[], TResult>(method: (...args: TArgs) => TResult) => method;
const fail = (): never => {
  throw new Error('Not called');
};
export const createSignInInput = () => getInput(signIn, fail);
export const createMessageInput = () => getInput(signMessage, fail);
export const createTransactionInput = () => getInput(signAndSendTransaction, fail);
export const createOffchainInput = () => getInput(offchain.signOffchainMessage, fail);
export const getCommitment = () => createTransactionInput().options?.commitment;
export const getOptions = () => createTransactionInput().options;
export const signInNow = async () => (await signIn())[0];
export const signNow = async () => (await signMessage(createMessageInput()))[0];
export const sendNow = async () => (await signAndSendTransaction(createTransactionInput()))[0];
export const { signTransaction } = features['solana:signTransaction'] ?? fail();
export const createUnsent = () => getInput(signTransaction, fail);
export const getUnsentOptions = () => createUnsent().options;
export const signTransactionNow = async () => (await signTransaction(createUnsent()))[0];
export const sendAll = wrap(features['solana:signAndSendAllTransactions'].signAndSendAllTransactions);
export const signOffchainNow = async () => (await offchain.signOffchainMessage(createOffchainInput()))[0];
export const getMode = (...[, options]: Parameters<typeof sendAll>) => options?.mode;
export const listen = (listener: Parameters<typeof on>[1]) => ({ listener });
export const wrapped = { connect: wrap(connect), on: wrap(on) };
export const parts = { ...features };
export const { publicKey, chains } = account ?? fail();
