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
