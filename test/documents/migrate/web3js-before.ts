import { PublicKey, type Transaction, type VersionedTransaction } from '@solana/web3.js';
import { transact, type Web3MobileWallet } from '@solana-mobile/mobile-wallet-adapter-protocol-web3js';

/** What a dapp has stored: the chain that the user chose, and the token of the last authorization. */
type Stored = Readonly<{ chain: `${string}:${string}`; token?: string }>;

const IDENTITY = { name: 'Example', uri: 'https://example.com', icon: 'favicon.ico' };

/** Authorizes, by the token if there is one. */
async function authorize(wallet: Web3MobileWallet, { chain, token }: Stored) {
  const auth = token === undefined ? {} : { auth_token: token };
  const result = await wallet.authorize({ chain, identity: IDENTITY, features: [], ...auth });
  // A dapp may sort and filter its accounts in place.
  const accounts: { address: string }[] = result.accounts;
  const addresses = accounts.map(({ address }) => address);
  const keys = addresses.map((address) => new PublicKey(Buffer.from(address, 'base64')));
  return { addresses, keys, token: result.auth_token };
}

/** Signs a message and a transaction, and sends another one, in one visit to the wallet app. */
export async function visit(
  stored: Stored,
  commitment: string,
  build: (payer: PublicKey) => [toSign: Transaction, toSend: VersionedTransaction],
  config?: Parameters<typeof transact>[1],
) {
  return transact(async (wallet: Web3MobileWallet) => {
    const { features } = await wallet.getCapabilities();
    const { addresses, keys, token } = await authorize(wallet, stored);
    const [payer = PublicKey.default] = keys;
    const [toSign, toSend] = build(payer);
    const [message] = await wallet.signMessages({ addresses, payloads: [new TextEncoder().encode('Hello')] });
    const [signed] = await wallet.signTransactions({ transactions: [toSign] });
    const signatures = await wallet.signAndSendTransactions({
      transactions: [toSend],
      minContextSlot: 1,
      commitment,
      skipPreflight: true,
    });
    const renewed = await wallet.reauthorize({ auth_token: token, identity: IDENTITY });
    await wallet.deauthorize({ auth_token: renewed.auth_token });
    return { features: [...features], message, fee: signed?.feePayer, signature: signatures[0], token };
  }, config);
}
