import type { Wallet } from '@wallet-standard/base';
import { explainAbsence } from './absence.js';
import { formatSol } from './lamports.js';
import { BusyButton, CopyButton, ForReaders, WalletIcon } from './parts.js';
import { PRICE } from './payment.js';
import { IS_SIMULATED } from './place.js';

type CounterProps = Readonly<{
  isBusy: boolean;
  /** Called synchronously in the tap. */
  pay(): void;
}>;

/** Where the shop is paid. */
export function Counter({ isBusy, pay }: CounterProps) {
  return (
    <div class="counter">
      <BusyButton kind="button main" isBusy={isBusy} onPress={pay}>
        Pay with your wallet
        <ForReaders>, {formatSol(PRICE)}</ForReaders>
      </BusyButton>
      <p class="note quiet">
        {IS_SIMULATED
          ? 'A test wallet, not your own. It costs nothing.'
          : 'Your own wallet, with test SOL. It costs nothing.'}
      </p>
    </div>
  );
}

type WalletsProps = Readonly<{
  /** The first of them pays. */
  wallets: readonly Wallet[];
  isBusy: boolean;
  /** Called synchronously in the tap. */
  connect(wallet: Wallet): void;
}>;

/** Connects a wallet without a payment. */
export function Wallets({ wallets: [first, ...others], isBusy, connect }: WalletsProps) {
  if (!first) return null;
  return (
    <>
      <p class="quiet">Connect first: then it can sign in, sign, send tokens and refuse.</p>
      <BusyButton isBusy={isBusy} onPress={() => connect(first)}>
        Connect only
        <ForReaders>, {first.name}</ForReaders>
      </BusyButton>
      {others.length > 0 ? (
        <section aria-labelledby="others">
          <h3 id="others">Other wallets</h3>
          <ul>
            {others.map((wallet, index) => (
              <li key={index}>
                <BusyButton kind="wallet" isBusy={isBusy} onPress={() => connect(wallet)}>
                  <WalletIcon wallet={wallet} />
                  {wallet.name}
                </BusyButton>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Says why there is no wallet. `reason` is what the registration returned. */
export function Absence({ reason }: Readonly<{ reason: string | undefined }>) {
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
