import { findMobileWalletError } from 'mobile-wallet-standard';
import { useState } from 'react';
import { useAccount, useWallet } from './use-wallet';
import { WalletChooser } from './wallet-chooser';

export default function App() {
  const wallet = useWallet();
  const account = useAccount(wallet);
  const [outcome, setOutcome] = useState('');

  async function connect() {
    await wallet?.features['standard:connect'].connect();
    return 'Connected';
  }

  async function signMessage() {
    const signing = wallet?.features['solana:signMessage'];
    if (!signing || !account) throw new Error('This wallet signs no messages');
    const message = new TextEncoder().encode('Hello');
    const [{ signature }] = await signing.signMessage({ account, message });
    return `Signed: ${signature.length} bytes`;
  }

  async function disconnect() {
    await wallet?.features['standard:disconnect'].disconnect();
    return 'Disconnected';
  }

  const run = (work: () => Promise<string>) => () =>
    work().then(setOutcome, (error) => setOutcome(findMobileWalletError(error)?.code ?? error.message));

  if (!wallet) return <p>Open this page on an Android phone that has a wallet app.</p>;
  return (
    <>
      <WalletChooser />
      {account ? (
        <>
          <p style={{ overflowWrap: 'anywhere' }}>{account.address}</p>
          <button type="button" onClick={run(signMessage)}>
            Sign a message
          </button>
          <button type="button" onClick={run(disconnect)}>
            Disconnect
          </button>
        </>
      ) : (
        <button type="button" onClick={run(connect)}>
          Connect
        </button>
      )}
      <p role="status">{outcome}</p>
    </>
  );
}
