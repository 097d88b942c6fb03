import type { Wallet } from '@wallet-standard/base';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccountBar, useBalance } from './account.js';
import { createBlockhashSource } from './blockhash.js';
import { type Connection, createConnector } from './connection.js';
import { createDisconnectedError, type Dapp } from './dapp.js';
import { Hero } from './hero.js';
import { formatSol } from './lamports.js';
import { remember } from './memory.js';
import { createErrorOutcome, type Outcome, type ReportProgress, useTask } from './outcome.js';
import { Icon } from './parts.js';
import { PRICE, payOnce } from './payment.js';
import { Receipt } from './receipt.js';
import { otherDeviceWallet, registration } from './register.js';
import { type Followed, followSent, recallSent, SentBefore } from './sent.js';
import { type Step, watchSteps } from './steps.js';
import { requireFeature, watchWallets } from './wallets.js';
import { findWayToPay } from './ways-to-pay.js';

/** Older steps are removed, so that a page that stays open does not grow. */
const MOST_STEPS = 60;
/** How many steps of a payment are done: none, connected, approved, paid. */
const CONNECTED = 1;
const APPROVED = 2;
const PAID = 3;

const blockhashes = createBlockhashSource();

/** The whole page below its header. `recipient` is the address that test transfers go to. */
export function App({ recipient }: Readonly<{ recipient: string }>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wantsFocus = useRef(false);
  const [connection, setConnection] = useState<Connection>();
  const [connector] = useState(() =>
    createConnector((next) => {
      // The view that has the focus may be replaced.
      wantsFocus.current ||= document.querySelector('#app')?.contains(document.activeElement) === true;
      setConnection(next);
    }),
  );
  const [views, setViews] = useState<typeof import('./connected-views.js')>();
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [done, setDone] = useState(0);
  const payment = useTask();
  /** Whether the task was a connection without a payment. */
  const isConnection = useRef(false);
  const balance = useBalance(connection?.account);
  const known = useRef(balance);
  known.current = balance;

  useEffect(() => watchSteps((step) => setSteps((before) => [...before, step].slice(-MOST_STEPS))), []);
  // Before the browser paints, which would show that there is no wallet.
  useLayoutEffect(() => {
    // Not in the first load, because only a connected wallet needs it.
    void import('./connected-views.js').then(setViews);
    watchWallets(otherDeviceWallet ? [otherDeviceWallet] : [], (found) => {
      setWallets(found);
      // Ignore failures, because the user can simply connect again.
      for (const wallet of found) connector.restore(wallet).catch(() => {});
    });
    followUndecided();
  }, []);
  useLayoutEffect(() => {
    if (wantsFocus.current && heading.current) focusHeading(heading.current);
    wantsFocus.current = false;
  }, [connection?.wallet]);

  const dapp = useMemo(
    (): Dapp | undefined =>
      connection && {
        wallet: connection.wallet,
        recipient,
        blockhashes,
        getAccount() {
          const current = connector.getConnection();
          if (current?.wallet !== connection.wallet) throw createDisconnectedError();
          return current.account;
        },
        getKnownBalance: () => known.current.lamports,
        refreshBalance: () => void known.current.refresh(),
      },
    [connection?.wallet],
  );

  /** Uses a wallet that has shared an account. The user's focus goes to the account. */
  const adopt = (wallet: Wallet): void => {
    if (wallet.accounts.length === 0 || connector.getConnection()?.wallet === wallet) return;
    wantsFocus.current = true;
    connector.adopt(wallet);
  };

  const follow = async (sent: Followed, report: ReportProgress): Promise<Outcome> => {
    setDone(sent.signature === undefined ? CONNECTED : APPROVED);
    const outcome = await followSent(sent, report);
    if (outcome.tone === 'success') setDone(PAID);
    void known.current.refresh();
    const { next, forget } = outcome;
    return {
      ...outcome,
      ...(next && { next: { ...next, run: (again) => follow(sent, again) } }),
      ...(forget && {
        forget() {
          forget();
          setDone(0);
          followUndecided();
        },
      }),
    };
  };

  /** Shows what was sent and is undecided, such as tokens whose result is no longer on the page. */
  const followUndecided = (): void => {
    const undecided = recallSent();
    if (!undecided) return;
    isConnection.current = false;
    void payment.run((report) => follow(undecided, report));
  };

  const pay = async (wallet: Wallet, report: ReportProgress): Promise<Outcome> => {
    setSteps([]);
    isConnection.current = false;
    const account = connector.getConnection()?.account;
    const askForPayment = (): void => report('Approve the payment', 'Then come back.', { asksWallet: true });
    setDone(account ? CONNECTED : 0);
    if (account) askForPayment();
    else report('Approve the connection', 'Your wallet asks for it now.', { asksWallet: true });
    const onGranted = (): void => {
      setDone(CONNECTED);
      // The browser may drop this page while the wallet app is open.
      remember('wallet', wallet.name);
      askForPayment();
    };
    try {
      const sent = await payOnce({ wallet, payer: account, recipient, blockhashes, onGranted });
      adopt(wallet);
      return await follow(sent, report);
    } catch (error) {
      // A user who declined only the payment is still connected, and may want to pay later.
      adopt(wallet);
      if (error instanceof SentBefore) return await follow(error.sent, report);
      const outcome = createErrorOutcome(error);
      if (outcome.tone === 'unsure' || !connector.getConnection()) return outcome;
      return { ...outcome, next: { label: `Pay ${formatSol(PRICE)}`, run: (again) => pay(wallet, again) } };
    }
  };

  const connect = (wallet: Wallet): void => {
    /** A payment whose fate is open stays in view, because the user would pay twice without it. */
    const undecided = payment.outcome?.isPending ? payment.outcome : undefined;
    setSteps([]);
    if (!undecided) setDone(0);
    void payment.run(async (report) => {
      isConnection.current = undecided === undefined;
      report('Approve the connection', 'Your wallet asks for it now.', { asksWallet: true });
      try {
        await requireFeature(wallet, 'standard:connect').connect();
        adopt(wallet);
      } catch (error) {
        if (!undecided) throw error;
      }
      return undecided;
    }, undecided);
  };

  const disconnect = async (): Promise<void> => {
    const { isPending, tone } = payment.outcome ?? {};
    // The view without a wallet offers the payment by a button of its own.
    if (!isPending && tone !== 'success' && !payment.isBusy) {
      payment.clear();
      setDone(0);
    }
    await connector.disconnect().catch(() => {});
    if (!isPending) followUndecided();
  };

  if (!connection || !dapp) {
    return (
      <Hero
        heading={heading}
        wallets={wallets}
        reason={registration.registered ? undefined : registration.reason}
        task={payment}
        done={done}
        pay={(wallet) => void payment.run((report) => pay(wallet, report))}
        connect={connect}
      />
    );
  }
  const { wallet } = connection;
  const way = findWayToPay(wallet);
  const payAgain = way && (() => void payment.run((report) => pay(wallet, report)));
  const onStart = (): void => setSteps([]);
  return (
    <div class="connected">
      {payment.outcome && !isConnection.current ? (
        <Receipt task={payment} loadCode={way?.loadCode} payAgain={payAgain} />
      ) : null}
      <AccountBar
        connection={connection}
        balance={balance}
        heading={heading}
        select={connector.select}
        disconnect={() => void disconnect()}
      />
      {views ? (
        <>
          <views.NextSteps key={`${wallet.name}: next`} dapp={dapp} onStart={onStart} />
          <details class="developers">
            <summary>
              For developers <Icon name="down" />
            </summary>
            <views.Playground
              key={wallet.name}
              dapp={dapp}
              payment={payment}
              steps={steps}
              onStart={onStart}
            />
          </details>
        </>
      ) : null}
    </div>
  );
}

/**
 * Scrolls to the top and moves the focus to a heading. While a modal wallet covers the page, nothing in the
 * page can get the focus, so this tries again with every frame.
 */
function focusHeading(heading: HTMLElement): void {
  if (!heading.isConnected) return;
  heading.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
  if (document.activeElement !== heading) requestAnimationFrame(() => focusHeading(heading));
}
