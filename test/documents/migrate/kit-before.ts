import type { Transaction, TransactionWithLifetime } from '@solana/kit';
import { type KitMobileWallet, transact } from '@solana-mobile/mobile-wallet-adapter-protocol-kit';

/** What a dapp has stored: the chain that the user chose, and the token of the last authorization. */
type Stored = Readonly<{ chain: `${string}:${string}`; token?: string }>;

const IDENTITY = { name: 'Example', uri: 'https://example.com', icon: 'favicon.ico' };

/** Authorizes, signs a transaction of the dapp's own type, and sends it, in one visit to the wallet app. */
export async function visit<T extends Transaction & TransactionWithLifetime>(
  { chain, token }: Stored,
  commitment: string,
  build: (payer: string) => T,
  config?: Parameters<typeof transact>[1],
) {
  return transact(async (wallet: KitMobileWallet) => {
    const auth = token === undefined ? {} : { auth_token: token };
    const result = await wallet.authorize({ chain, identity: IDENTITY, ...auth });
    const accounts: { address: string }[] = result.accounts;
    const [address = ''] = accounts.map((account) => account.address);
    const [signed] = await wallet.signTransactions({ transactions: [build(address)] });
    // Its lifetime tells for how long a dapp waits.
    const lifetime: TransactionWithLifetime['lifetimeConstraint'] | undefined = signed?.lifetimeConstraint;
    const [signature] = await wallet.signAndSendTransactions({
      transactions: [build(address)],
      commitment,
    });
    await wallet.deauthorize({ auth_token: result.auth_token });
    return { lifetime, signed, signature };
  }, config);
}
