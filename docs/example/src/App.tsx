import { findMobileWalletError } from 'mobile-wallet-standard';
import { useState } from 'react';
import { useAccount } from './use-wallet';
import { mobileWallet } from './wallet';

export default function App() {
  const account = useAccount();
  const [outcome, setOutcome] = useState('');

  async function connect() {
    if (!mobileWallet) throw new Error('No wallet app can be reached here');
    await mobileWallet.features['standard:connect'].connect();
    return 'Connected';
  }

  async function signMessage() {
    if (!mobileWallet || !account) throw new Error('Connect first');
    const message = new TextEncoder().encode('Hello');
    const [{ signature }] = await mobileWallet.features['solana:signMessage'].signMessage({
      account,
      message,
    });
    return `Signed: ${signature.length} bytes`;
  }

  async function disconnect() {
    await mobileWallet?.features['standard:disconnect'].disconnect();
    return 'Disconnected';
  }

  const run = (work: () => Promise<string>) => () =>
    work().then(setOutcome, (error) => setOutcome(findMobileWalletError(error)?.code ?? error.message));

  return (
    <>
      {account ? (
        <>
          <p>{account.address}</p>
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
