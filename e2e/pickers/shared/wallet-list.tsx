import type { ReactNode } from 'react';

/** A wallet as pickers list it. */
export type ListedWallet = Readonly<{ name: string; icon?: string | undefined }>;

/** A list of wallets with one button each, for libraries without a UI. */
export function WalletList<T extends ListedWallet>({
  wallets,
  connect,
}: Readonly<{ wallets: readonly T[]; connect: (wallet: T) => void }>): ReactNode {
  return (
    <ul>
      {wallets.map((wallet) => (
        <li key={wallet.name}>
          <button type="button" onClick={() => connect(wallet)}>
            <img src={wallet.icon} alt="" width="24" height="24" />
            {wallet.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
