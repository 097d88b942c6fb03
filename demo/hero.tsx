import type { Wallet } from '@wallet-standard/base';
import type { ComponentChildren, Ref } from 'preact';
import { explainAbsence } from './absence.js';
import { formatSol } from './lamports.js';
import { OutcomeView, type Task } from './outcome.js';
import { BusyButton, CopyButton, ForReaders, Icon, WalletIcon } from './parts.js';
import { PRICE } from './payment.js';
import { IS_SIMULATED } from './place.js';
import { getFeature } from './wallets.js';

type HeroProps = Readonly<{
  heading: Ref<HTMLHeadingElement>;
  wallets: readonly Wallet[];
  /** Why the phone's wallet is not offered; `undefined` if it is. */
  reason: string | undefined;
  payment: Task;
  connecting: Task;
  /** Connects and pays in one visit to the wallet. Called synchronously in the tap, as is `connect`. */
  pay(wallet: Wallet): void;
  connect(wallet: Wallet): void;
  children: ComponentChildren;
}>;

/** The view before a wallet is connected: what this page is, and what to press. */
export function Hero({ heading, wallets, reason, payment, connecting, pay, connect, children }: HeroProps) {
  const payable = wallets.find((wallet) => getFeature(wallet, 'mobile-wallet-standard:transact'));
  const first = payable ?? wallets[0];
  const others = wallets.filter((wallet) => wallet !== first);
  return (
    <div class="hero">
      <h1 tabIndex={-1} ref={heading}>
        Your phone’s Solana wallet, right in the browser
      </h1>
      <p class="lead">One button opens the wallet app. You approve there, and the page has your answer.</p>
      <p class="note">
        <Icon name="phone" />
        {IS_SIMULATED
          ? 'Phone, wallet and chain are simulated here: it costs nothing.'
          : 'On Devnet, with test money: it costs nothing.'}
      </p>
      {first ? (
        <div class="offers">
          {payable && !payment.outcome?.isPending ? (
            <BusyButton kind="button main" isBusy={payment.isBusy} onPress={() => pay(payable)}>
              Connect and pay {formatSol(PRICE).replace('SOL', 'test SOL')}
            </BusyButton>
          ) : null}
          <BusyButton
            kind={payable ? 'link' : 'button main'}
            isBusy={connecting.isBusy}
            onPress={() => connect(first)}
          >
            {payable ? 'Connect only' : 'Connect'}
            <ForReaders>, {first.name}</ForReaders>
          </BusyButton>
          {others.length > 0 ? (
            <Others wallets={others} isBusy={connecting.isBusy} connect={connect} />
          ) : null}
        </div>
      ) : (
        <Absence reason={reason} />
      )}
      <OutcomeView task={connecting} />
      {first || payment.outcome ? children : null}
    </div>
  );
}

function Others({
  wallets,
  isBusy,
  connect,
}: Readonly<{ wallets: readonly Wallet[]; isBusy: boolean; connect(wallet: Wallet): void }>) {
  return (
    <details class="others">
      <summary>
        Other wallets <Icon name="down" />
      </summary>
      <ul>
        {wallets.map((wallet, index) => (
          <li key={index}>
            <BusyButton kind="wallet" isBusy={isBusy} onPress={() => connect(wallet)}>
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
