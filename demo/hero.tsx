import type { Wallet } from '@wallet-standard/base';
import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { explainAbsence } from './absence.js';
import { formatSol } from './lamports.js';
import type { Task } from './outcome.js';
import { BusyButton, CopyButton, ForReaders, Icon, WalletIcon } from './parts.js';
import { PRICE } from './payment.js';
import { PaymentCode } from './payment-code.js';
import { IS_SIMULATED } from './place.js';
import { PaymentSteps } from './receipt.js';
import { findWayToPay, isOneVisitEnough } from './ways-to-pay.js';

type HeroProps = Readonly<{
  heading: Ref<HTMLHeadingElement>;
  wallets: readonly Wallet[];
  /** Why the phone's wallet is not offered; `undefined` if it is. */
  reason: string | undefined;
  /** The payment, or the connection without one. */
  task: Task;
  /** How many steps of the payment are done. */
  done: number;
  /** Connects and pays, in one visit if the wallet can. Called synchronously in the tap, as is `connect`. */
  pay(wallet: Wallet): void;
  connect(wallet: Wallet): void;
}>;

/** The view before a wallet is connected: what this page is, and what to press. */
export function Hero({ heading, wallets, reason, task, done, pay, connect }: HeroProps) {
  const payable = wallets.find(isOneVisitEnough) ?? wallets.find(findWayToPay);
  const way = payable && findWayToPay(payable);
  const first = payable ?? wallets[0];
  const others = wallets.filter((wallet) => wallet !== first);
  /** The wallet whose button was pressed, or `pay`. */
  const [pressed, setPressed] = useState<Wallet | 'pay'>();
  const press = (button: Wallet | 'pay', start: () => void): void => {
    setPressed(button);
    start();
  };
  const isPayment = pressed === undefined || pressed === 'pay' || task.outcome?.isPending;
  const getState = (button: Wallet | 'pay') => ({
    isBusy: task.isBusy && pressed === button,
    isBlocked: task.isBusy,
  });
  return (
    <div class="hero">
      <h1 tabIndex={-1} ref={heading}>
        Let people pay with the wallet on their phone
      </h1>
      <p class="lead">
        One button opens their Solana wallet app. They approve there, and your page has the answer.
      </p>
      <p class="note">
        <Icon name="phone" />
        {IS_SIMULATED
          ? 'Try it with a test wallet, not your own. It costs nothing.'
          : 'Try it with your own wallet and test SOL. It costs nothing.'}
      </p>
      {first ? (
        <div class="offers">
          {payable && !task.outcome?.isPending ? (
            <BusyButton
              kind="button main"
              {...getState('pay')}
              onPress={() => press('pay', () => pay(payable))}
            >
              Connect and pay {formatSol(PRICE)}
            </BusyButton>
          ) : null}
          <BusyButton
            kind={payable ? 'link' : 'button main'}
            {...getState(first)}
            onPress={() => press(first, () => connect(first))}
          >
            {payable ? 'Connect only' : 'Connect'}
            <ForReaders>, {first.name}</ForReaders>
          </BusyButton>
          {others.length > 0 ? (
            <Others
              wallets={others}
              getState={getState}
              connect={(wallet) => press(wallet, () => connect(wallet))}
            />
          ) : null}
          {way ? (
            <details class="behind">
              <summary>
                The code behind it <Icon name="down" />
              </summary>
              <PaymentCode load={way.loadCode} />
            </details>
          ) : null}
        </div>
      ) : (
        <Absence reason={reason} />
      )}
      {first || task.outcome ? (
        <PaymentSteps task={task} done={done} label={isPayment ? 'Your payment' : 'Your connection'} />
      ) : null}
    </div>
  );
}

function Others({
  wallets,
  getState,
  connect,
}: Readonly<{
  wallets: readonly Wallet[];
  getState(wallet: Wallet): Readonly<{ isBusy: boolean; isBlocked: boolean }>;
  connect(wallet: Wallet): void;
}>) {
  return (
    <details class="others">
      <summary>
        Other wallets <Icon name="down" />
      </summary>
      <ul>
        {wallets.map((wallet, index) => (
          <li key={index}>
            <BusyButton kind="wallet" {...getState(wallet)} onPress={() => connect(wallet)}>
              <WalletIcon wallet={wallet} />
              {wallet.name}
            </BusyButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Absence({ reason }: Readonly<{ reason: string | undefined }>) {
  const { title, text, advice, isPageAddressUseful } = explainAbsence(reason);
  return (
    <section class="card absence">
      <h2>{title}</h2>
      <p>{text}</p>
      <p>{advice}</p>
      {isPageAddressUseful ? (
        <p class="page-address">
          <span class="code">{location.href}</span>
          <CopyButton text={location.href} name="this page’s address" />
        </p>
      ) : null}
    </section>
  );
}
