import {
  createMobileWallet,
  findMobileWalletError,
  MobileWalletError,
  registerMobileWallet,
} from 'mobile-wallet-standard';

const registration = registerMobileWallet({ identity: { name: 'Example' } });
const wallet = registration.registered
  ? registration.wallet
  : createMobileWallet({ identity: { name: 'Example' } });
const { transact } = wallet.features['mobile-wallet-standard:transact'];

// The compiler has to name the types of these in the declarations of this file.
export const features = wallet.features;
export const account = wallet.accounts[0];
export const { signIn } = wallet.features['solana:signIn'];
export const { on } = wallet.features['standard:events'];
export const offchain = wallet.features['solana:signOffchainMessage'];
export const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
export const withWallet = { transact, wallet };
export const authorize = () => transact((mobile) => mobile.authorize({ chain: 'solana:devnet' }));
export const signatures: Promise<Uint8Array[]> = transact((mobile) =>
  mobile.signAndSendTransactions({ transactions: [new Uint8Array(1)] }),
);
export const error: unknown = new MobileWalletError(
  'INVALID_ARGUMENT',
  'a',
  { argument: 'b' },
  { cause: 'c' },
);
export const argument = findMobileWalletError(error, 'INVALID_ARGUMENT')?.context.argument ?? '';
