import { findMobileWalletError } from 'mobile-wallet-standard';
import { useEffect, useState } from 'react';
import { getErrorText, isDeclined } from './error-text';
import { pay } from './pay';
import { checkOrder, deny, type OrderState } from './pay-once';
import { useAccount, useWallet } from './use-wallet';
import type { AnyWallet } from './wallets';

/** Another order begins anew. */
export const PayButton = ({ order }: { order: string }) => <OrderButton key={order} order={order} />;

function OrderButton({ order }: { order: string }) {
  const wallet = useWallet();
  const account = useAccount(wallet);
  const [state, setState] = useState<OrderState>();
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  // A payment may be undecided since before a reload.
  useEffect(() => {
    checkOrder(order).then(setState, () => setText(BLOCKED));
  }, [order]);

  /**
   * Works, and then looks for the order on the chain, whatever came of it. Meanwhile no button takes a tap.
   */
  async function run(work: () => unknown) {
    setIsBusy(true);
    try {
      await work();
      setState(await checkOrder(order));
    } catch {
      setText(BLOCKED);
    } finally {
      setIsBusy(false);
    }
  }

  async function payWith(wallet: AnyWallet) {
    setText('Continue in your wallet…');
    try {
      const sent = await pay(wallet, order);
      setText(sent ? 'Sent. Waiting for the confirmation…' : '');
      if (sent) await waitForPayment(order);
      setText('');
    } catch (error) {
      // For you, in the console.
      if (!findMobileWalletError(error) && !isDeclined(error)) reportError(error);
      setText(getErrorText(error) ?? (isDeclined(error) ? 'Your wallet declined.' : ''));
    }
  }

  if (!wallet) return null;
  return (
    <>
      {state?.status === 'unknown' ? (
        <>
          <button type="button" disabled={isBusy} onClick={() => run(() => setText(''))}>
            Check again
          </button>
          <button type="button" disabled={isBusy} onClick={() => run(() => deny(order, state.undecided))}>
            I have checked: it was not paid
          </button>
        </>
      ) : (
        <button
          type="button"
          disabled={isBusy || state?.status !== 'none'}
          onClick={() => run(() => payWith(wallet))}
        >
          {account ? 'Pay 0.01 SOL' : 'Connect and pay 0.01 SOL'}
        </button>
      )}
      <p role="status">{TEXTS[state?.status ?? 'none'] ?? text}</p>
    </>
  );
}

const BLOCKED = 'Your browser blocks this site’s storage.';

const TEXTS: { [status in OrderState['status']]?: string } = {
  paid: 'Paid',
  unknown: 'We can’t tell if it was paid. Check your balance before you pay again.',
};

/** Waits until the chain confirms a payment of the order, and begins no look after 30 seconds. */
async function waitForPayment(order: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    if ((await checkOrder(order)).status === 'paid') return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
