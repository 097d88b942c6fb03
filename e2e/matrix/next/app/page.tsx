'use client';

import { type UiWallet, useWallets } from '@wallet-standard/react';
import { getWalletForHandle } from '@wallet-standard/ui-registry';
import type { MobileWalletFeatures } from 'mobile-wallet-standard';
import { useState } from 'react';

export default function Page() {
  const wallets = useWallets().filter(({ features }) => features.includes('solana:signMessage'));
  const [outcome, setOutcome] = useState('');

  async function signMessage(wallet: UiWallet) {
    const features = getWalletForHandle(wallet).features as MobileWalletFeatures;
    const { accounts } = await features['standard:connect'].connect();
    const message = new TextEncoder().encode('Hello from Example');
    await features['solana:signMessage'].signMessage({ account: accounts[0], message });
    return `Signed by ${accounts[0].address}`;
  }

  return (
    <>
      {wallets.map((wallet) => (
        <button
          key={wallet.name}
          type="button"
          onClick={() => signMessage(wallet).then(setOutcome, (error) => setOutcome(error.message))}
        >
          Sign a message with {wallet.name}
        </button>
      ))}
      <p>{outcome}</p>
    </>
  );
}
