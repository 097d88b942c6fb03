import { type UiWallet, useWallets } from '@wallet-standard/react';
import { getWalletForHandle } from '@wallet-standard/ui-registry';
import { findMobileWalletError, getErrorText, isDeclined } from 'mobile-wallet-standard';
import { useEffect, useState } from 'react';
import { ask, CHAIN, type OrderState, pay } from './pay';

const NOT_PAID = 'It was not paid. You can pay again.';
/** The server looks for what was paid, so the user need not. */
const texts = {
  SEND_DECLINED: 'Your wallet declined. We are checking that nothing was paid.',
  MAYBE_SENT: 'We are checking whether it was paid.',
};
/** Before the server has made a transaction, it looks for none. */
const textsIfOpen = { SEND_DECLINED: `Your wallet declined. ${NOT_PAID}`, MAYBE_SENT: NOT_PAID };
const canPay = ({ chains, features }: UiWallet) =>
  chains.includes(CHAIN) && features.some((name) => /^solana:sign(AndSend)?Transaction$/.test(name));

/** Shows what the server knows of an order, and a button for each wallet that may be asked to pay. */
export function PayButton({ order }: { order: string }) {
  return <OrderButton key={order} order={order} />; // another order begins anew
}

function OrderButton({ order }: { order: string }) {
  const wallets = useWallets().filter(canPay);
  const [state, setState] = useState<OrderState>();
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isPending = state?.status === 'pending';
  const isLooking = !isBusy && (!state || isPending);

  // The server looks for the payment whenever it is asked. So ask, also after a reload.
  useEffect(() => {
    if (!isLooking) return;
    const look = () => ask(order).then(setState, () => setText('The shop does not answer.'));
    look();
    const timer = setInterval(look, 2_000);
    return () => clearInterval(timer);
  }, [order, isLooking]);

  async function payWith(wallet: UiWallet) {
    setIsBusy(true); // a second tap does nothing
    setText('Continue in your wallet…');
    let failure: unknown;
    try {
      await pay(getWalletForHandle(wallet), order);
    } catch (error) {
      // For you, in the console.
      if (!findMobileWalletError(error) && !isDeclined(error)) reportError(error);
      failure = error;
    }
    setText(texts.MAYBE_SENT);
    const now: OrderState | undefined = await ask(order).catch(() => undefined);
    const known = now?.status === 'open' ? textsIfOpen : texts;
    setText(failure ? (getErrorText(failure, { isSend: true, texts: known }) ?? '') : '');
    setState(now);
    setIsBusy(false);
  }

  if (state?.status === 'paid') return <p role="status">Paid</p>;
  const mayAsk = !isBusy && state && (!isPending || state.mayAskAgain);
  return (
    <>
      {wallets.map((wallet) => (
        <button key={wallet.name} type="button" disabled={!mayAsk} onClick={() => payWith(wallet)}>
          {wallet.accounts.length > 0 ? 'Pay 0.01 SOL' : 'Connect and pay 0.01 SOL'}
          {wallets.length > 1 && ` with ${wallet.name}`}
        </button>
      ))}
      <p role="status">
        {isPending && !isBusy && !mayAsk ? 'We are looking. This can take two minutes.' : text}
        {state?.status === 'expired' && !isBusy && ` ${NOT_PAID}`}
      </p>
    </>
  );
}
