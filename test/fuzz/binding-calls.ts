import type { WalletAccount } from '@wallet-standard/base';
import type { MobileStandardWallet } from '../../src/index.js';

const getFeatures = ({ features }: MobileStandardWallet) => ({
  ...features['standard:connect'],
  ...features['standard:disconnect'],
  ...features['solana:signMessage'],
  ...features['solana:signIn'],
  ...features['mobile-wallet-standard:transact'],
});

/** Makes a call with the account that is shown, if there is one. */
const asAccount =
  (call: (wallet: MobileStandardWallet, account: WalletAccount) => Promise<unknown>) =>
  async (wallet: MobileStandardWallet): Promise<unknown> => {
    const [account] = wallet.accounts;
    return account && call(wallet, account);
  };

/** The calls of which a fuzz draws those that a page makes. */
export const BINDING_CALLS = {
  connect: (wallet: MobileStandardWallet) => getFeatures(wallet).connect(),
  disconnect: (wallet: MobileStandardWallet) => getFeatures(wallet).disconnect(),
  sign: asAccount((wallet, account) =>
    getFeatures(wallet).signMessage({ account, message: new Uint8Array([1, 2]) }),
  ),
  signIn: (wallet: MobileStandardWallet) => getFeatures(wallet).signIn({}),
  'signIn on another chain': (wallet: MobileStandardWallet) =>
    getFeatures(wallet).signIn({ chainId: 'mainnet' }),
  'signIn as an account': asAccount((wallet, { address }) => getFeatures(wallet).signIn({ address })),
  transact: (wallet: MobileStandardWallet) =>
    getFeatures(wallet).transact(async (session) => {
      const { accounts } = await session.authorize();
      await session.signMessages({ addresses: [accounts[0].address], payloads: [new Uint8Array([1])] });
    }),
  'transact as an account': asAccount((wallet, account) =>
    getFeatures(wallet).transact((session) => session.authorize(), { account }),
  ),
  revoke: (wallet: MobileStandardWallet) => getFeatures(wallet).revoke(),
} as const;
export type BindingCall = keyof typeof BINDING_CALLS;
export const BINDING_CALL_NAMES = Object.keys(BINDING_CALLS) as readonly BindingCall[];
