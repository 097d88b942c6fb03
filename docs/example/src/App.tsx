import {
  getWalletFeature,
  type UiWallet,
  useConnect,
  useDisconnect,
  useWallets,
} from '@wallet-standard/react';
import { getWalletAccountForUiWalletAccount } from '@wallet-standard/ui-registry';
import { findMobileWalletError, type MobileWalletFeatures } from 'mobile-wallet-standard';
import { useState } from 'react';

const NEEDED = ['standard:connect', 'standard:disconnect', 'solana:signMessage'] as const;
const isUsable = ({ chains, features }: UiWallet) =>
  chains.includes('solana:devnet') && NEEDED.every((name) => features.includes(name));

export default function App() {
  const wallets = useWallets().filter(isUsable);
  if (wallets.length === 0) return <p>Open this page on an Android phone that has a wallet app.</p>;
  return wallets.map((wallet) => <WalletRow key={wallet.name} wallet={wallet} />);
}

function WalletRow({ wallet }: { wallet: UiWallet }) {
  const [, connect] = useConnect(wallet);
  const [, disconnect] = useDisconnect(wallet);
  const [outcome, setOutcome] = useState('');
  const [account] = wallet.accounts;

  async function signMessage(from: UiWallet['accounts'][number]) {
    const feature = getWalletFeature(
      wallet,
      'solana:signMessage',
    ) as MobileWalletFeatures['solana:signMessage'];
    const message = new TextEncoder().encode('Hello');
    const [{ signature }] = await feature.signMessage({
      account: getWalletAccountForUiWalletAccount(from),
      message,
    });
    return `Signed: ${signature.length} bytes`;
  }

  const run = (work: () => Promise<string>) => () =>
    work().then(setOutcome, (error) => setOutcome(findMobileWalletError(error)?.code ?? error.message));

  return (
    <section>
      <h2>{wallet.name}</h2>
      {account ? (
        <>
          <p style={{ overflowWrap: 'anywhere' }}>{account.address}</p>
          <button type="button" onClick={run(() => signMessage(account))}>
            Sign a message
          </button>
          <button type="button" onClick={run(() => disconnect().then(() => 'Disconnected'))}>
            Disconnect
          </button>
        </>
      ) : (
        <button type="button" onClick={run(() => connect().then(() => 'Connected'))}>
          Connect
        </button>
      )}
      <p role="status">{outcome}</p>
    </section>
  );
}
