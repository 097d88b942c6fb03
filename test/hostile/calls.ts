import type { WalletAccount } from '@wallet-standard/base';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { createMobileWallet } from '../../src/wallet/register.js';

type Wallet = ReturnType<typeof createMobileWallet>;

/** Connects, and returns the first account. */
export async function connect({ features }: Wallet): Promise<WalletAccount> {
  const { accounts } = await features['standard:connect'].connect();
  return accounts[0] as WalletAccount;
}

/** Signs a text with the first account. */
export const signText = ({ features, accounts }: Wallet, text = 'hello') =>
  features['solana:signMessage'].signMessage({
    account: accounts[0] as WalletAccount,
    message: encodeUtf8(text),
  });
