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
