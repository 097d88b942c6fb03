import { useWallet, useWallets } from './use-wallet';
import { chooseWallet } from './wallets';

/** Lets the user choose, if the page has more than one wallet. */
export function WalletChooser() {
  const wallets = useWallets();
  const wallet = useWallet();
  if (wallets.length < 2) return null;
  return (
    <label>
      Wallet{' '}
      <select value={wallet?.name} onChange={({ target }) => chooseWallet(target.value)}>
        {wallets.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
