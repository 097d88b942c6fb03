import { getAddressEncoder, getTransactionEncoder, address as toAddress } from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { getWallets } from '@wallet-standard/app';
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature, StandardDisconnectFeature } from '@wallet-standard/features';
import { type Remote, registerMobileWallet } from 'mobile-wallet-standard';
import { fromBase64, identity, toBase64 } from './client.js';
import { createTransaction } from './kit-client.js';

/** What a dapp uses of either wallet. */
type RemoteWallet = WalletWithFeatures<
  StandardConnectFeature &
    StandardDisconnectFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>;

const CHAIN = 'solana:devnet';
/** The name of a wallet on this device, which both libraries use. */
const LOCAL_NAME = 'Mobile Wallet Adapter';

/** Registers the published wallet as its documentation says: with `remote` for a wallet on another device. */
export function registerPublished(remote?: Remote, register = registerMwa): RemoteWallet {
  const where =
    remote === undefined
      ? {}
      : remote.type === 'reflector'
        ? { remoteHostAuthority: remote.host }
        : { nostrRelay: String(remote.relays[0]) };
  register({
    appIdentity: identity,
    authorizationCache: createDefaultAuthorizationCache(),
    chains: [CHAIN],
    chainSelector: createDefaultChainSelector(),
    onWalletNotFound: createDefaultWalletNotFoundHandler(),
    ...where,
  });
  return findWallet(remote === undefined ? LOCAL_NAME : 'Remote Mobile Wallet Adapter');
}

/** Registers ours. */
export function registerOwn(remote?: Remote): RemoteWallet {
  registerMobileWallet({ identity, chains: [CHAIN], ...(remote && { remote }) });
  return findWallet(LOCAL_NAME);
}

function findWallet(name: string): RemoteWallet {
  const wallet = getWallets()
    .get()
    .find((registered) => registered.name === name);
  if (!wallet) throw new Error(`${name} is not registered`);
  return wallet as RemoteWallet;
}

/** Creates the operations that a test can run in the page. All values are base64. */
export function createWalletOperations(wallet: RemoteWallet) {
  const getAccount = (): WalletAccount => {
    const [account] = wallet.accounts;
    if (!account) throw new Error('The wallet has no account');
    return account;
  };
  const createWire = (account: WalletAccount, blockhash: string): Uint8Array => {
    const payer = toBase64(getAddressEncoder().encode(toAddress(account.address)));
    return Uint8Array.from(getTransactionEncoder().encode(createTransaction({ payer, blockhash }, 'memo')));
  };

  return {
    async connect() {
      await wallet.features['standard:connect'].connect();
      return wallet.accounts.map(({ address }) => address);
    },
    async disconnect() {
      await wallet.features['standard:disconnect'].disconnect();
      return wallet.accounts.map(({ address }) => address);
    },
    async signMessage(message: string) {
      const { signMessage } = wallet.features['solana:signMessage'];
      const input = { account: getAccount(), message: fromBase64(message) };
      return (await signMessage(input)).map(({ signature }) => toBase64(signature));
    },
    async signTransaction(blockhash: string) {
      const account = getAccount();
      const { signTransaction } = wallet.features['solana:signTransaction'];
      const input = { account, transaction: createWire(account, blockhash), chain: CHAIN } as const;
      return (await signTransaction(input)).map(({ signedTransaction }) => toBase64(signedTransaction));
    },
    async sendTransaction(blockhash: string) {
      const account = getAccount();
      const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
      const input = { account, transaction: createWire(account, blockhash), chain: CHAIN } as const;
      return (await signAndSendTransaction(input)).map(({ signature }) => toBase64(signature));
    },
  };
}
