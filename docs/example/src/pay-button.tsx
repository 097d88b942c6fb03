import { type Signature, signature } from '@solana/kit';
import { useState } from 'react';
import { connectAndPay } from './connect-and-pay';
import { getErrorText } from './error-text';
import { rpc } from './rpc';
import { useAccount, useHasWallet } from './use-wallet';

export function PayButton() {
  const hasWallet = useHasWallet();
  const account = useAccount();
  const [state, setState] = useState('');

  async function pay() {
    setState('Continue in your wallet…');
    try {
      const sent = signature(await connectAndPay());
      setState('Sent. Waiting for the confirmation…');
      setState(
        (await isConfirmed(sent)) ? 'Paid' : `Not confirmed yet. Look for ${sent} before you pay again.`,
      );
    } catch (error) {
      setState(getErrorText(error) ?? 'You declined.');
    }
  }

  if (!hasWallet) return null;
  return (
    <>
      <button type="button" onClick={pay}>
        {account ? 'Pay 0.01 SOL' : 'Connect and pay 0.01 SOL'}
      </button>
      <p role="status">{state}</p>
    </>
  );
}

/**
 * Returns whether the chain confirms the transaction within 30 seconds. It never throws, because the payment
 * has been sent.
 */
async function isConfirmed(sent: Signature): Promise<boolean> {
  for (let second = 0; second < 30; second++) {
    const statuses = await rpc
      .getSignatureStatuses([sent])
      .send()
      .catch(() => undefined);
    const status = statuses?.value[0];
    if (status?.err) return false;
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return true;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return false;
}
