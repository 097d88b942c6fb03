import type { Wallet } from '@wallet-standard/base';
import { type ComponentChildren, createElement, Fragment, render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccountBar, useBalance } from './account.js';
import { createBlockhashSource } from './blockhash.js';
import { type Connection, createConnector } from './connection.js';
import { Absence, Counter, Wallets } from './counter.js';
import { createDisconnectedError, type Dapp } from './dapp.js';
import { remember } from './memory.js';
import { PAID, tellMoment } from './moments.js';
import { type Outcome, OutcomeView, type ReportProgress, useTask } from './outcome.js';
import { Icon } from './parts.js';
import { payOnce } from './payment.js';
import { Receipt } from './receipt.js';
import { otherDeviceWallet, registration } from './register.js';
import { type Followed, followSent, recallSent } from './sent.js';
import { type Step, watchSteps } from './steps.js';
import { requireFeature, watchWallets } from './wallets.js';
import { findWayToPay, isOneVisitEnough } from './ways-to-pay.js';

/** Older steps are removed, so that a page that stays open does not grow. */
const MOST_STEPS = 60;
/** How many steps of a payment are done: none, connected, approved, paid. */
const CONNECTED = 1;
const APPROVED = 2;

/** The part of this page's address that opens all actions. */
const ACTIONS = '#actions';

const blockhashes = createBlockhashSource();

/** The shop below its product. `recipient` is the address that test transfers go to. */
export function App({ recipient }: Readonly<{ recipient: string }>) {
  const button = useRef<HTMLButtonElement>(null);
  const actions = useRef<HTMLElement>(null);
  const wantsFocus = useRef(false);
  const [connection, setConnection] = useState<Connection>();
  const [connector] = useState(() =>
    createConnector((next) => {
      // The view that has the focus may be replaced.
      wantsFocus.current ||= document.querySelector('.shop')?.contains(document.activeElement) === true;
      setConnection(next);
    }),
  );
  const [views, setViews] = useState<typeof import('./connected-views.js')>();
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [done, setDone] = useState(0);
  const payment = useTask();
  /** Whether the task was a connection without a payment, and of which wallet. */
  const isConnection = useRef(false);
  /** Whether the payment began without a connection. */
  const isFirst = useRef(false);
  const [isOpen, setOpen] = useState(location.hash === ACTIONS);
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
    const target = button.current ?? actions.current;
    if (wantsFocus.current && target) giveFocus(target);
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

  const follow = async (followed: Followed, report: ReportProgress): Promise<Outcome> => {
    setDone(followed.signature === undefined ? CONNECTED : APPROVED);
    const outcome = await followSent(followed, report);
    if (outcome.tone === 'success') setDone(PAID);
    void known.current.refresh();
    const { next } = outcome;
    return { ...outcome, ...(next && { next: { ...next, run: (again) => follow(followed, again) } }) };
  };

  /** Shows what was sent and is undecided, such as tokens whose result is no longer on the page. */
  const followUndecided = (): void => {
    const sent = recallSent();
    if (!sent) return;
    isConnection.current = false;
    void payment.run((report) => follow({ sent }, report));
  };

  const pay = async (wallet: Wallet, report: ReportProgress): Promise<Outcome> => {
    setSteps([]);
    isConnection.current = false;
    const account = connector.getConnection()?.account;
    const askForPayment = (): void => report('Approve the payment', 'Then come back.', { asksWallet: true });
    isFirst.current = account === undefined;
    setDone(account ? CONNECTED : 0);
    if (account) askForPayment();
    else report('Approve the connection', 'Your wallet asks for it now.', { asksWallet: true });
    const onGranted = (): void => {
      setDone(CONNECTED);
      // The browser may drop this page while the wallet app is open.
      remember('wallet', wallet.name);
      askForPayment();
    };
    return follow(
      // A user who declined only the payment is still connected, and may want to pay later.
      await payOnce({ wallet, payer: account, recipient, blockhashes, onGranted, report }).finally(() =>
        adopt(wallet),
      ),
      report,
    );
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

  const payable = wallets.find(isOneVisitEnough) ?? wallets.find(findWayToPay);
  const payer = connection ? findWayToPay(connection.wallet) && connection.wallet : payable;
  const way = payer && findWayToPay(payer)?.name;
  const payNow = payer && (() => void payment.run((report) => pay(payer, report)));
  const shown = isConnection.current ? undefined : payment.outcome;
  const isBusy = payment.isBusy && !isConnection.current;
  // No line waits while the page looks for what is undecided.
  const isPending = shown?.isPending === true;
  const isCalling = isBusy && !isPending;
  const visits = steps.filter(({ isVisit }) => isVisit).length;
  const error = shown?.code;
  useEffect(() => {
    if (way) tellMoment({ way, done, isBusy: isCalling, isPending, isFirst: isFirst.current, visits, error });
  }, [way, done, isCalling, isPending, visits, error]);

  const ordered = payable ? [payable, ...wallets.filter((wallet) => wallet !== payable)] : wallets;
  const onStart = (): void => setSteps([]);
  return (
    <>
      <Slot id="payment">{shown ? <Receipt task={payment} payAgain={payNow} /> : null}</Slot>
      {payNow && canPay(shown) ? <Counter isBusy={isBusy} pay={payNow} /> : null}
      <Slot id="account">
        {connection ? (
          <AccountBar
            connection={connection}
            balance={balance}
            button={button}
            select={connector.select}
            disconnect={() => void disconnect()}
          />
        ) : null}
      </Slot>
      {wallets.length === 0 && !connection ? (
        <Absence reason={registration.registered ? undefined : registration.reason} />
      ) : (
        <details
          class="actions"
          id="actions"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary ref={actions}>
            All actions <Icon name="down" />
          </summary>
          <div class="actions-list">
            {connection && dapp ? (
              views && (
                <>
                  <views.NextSteps key={`${connection.wallet.name}: next`} dapp={dapp} onStart={onStart} />
                  <views.Playground
                    key={connection.wallet.name}
                    dapp={dapp}
                    payment={payment}
                    steps={steps}
                    onStart={onStart}
                  />
                </>
              )
            ) : (
              <>
                <Wallets wallets={ordered} isBusy={payment.isBusy} connect={connect} />
                {isConnection.current && payment.outcome ? (
                  <section aria-label="Your connection">
                    <OutcomeView task={payment} />
                  </section>
                ) : null}
              </>
            )}
          </div>
        </details>
      )}
    </>
  );
}

/** Shows something in a place of its own, which the page has before any script. */
function Slot({ id, children }: Readonly<{ id: string; children: ComponentChildren }>) {
  useLayoutEffect(() => {
    const place = document.getElementById(id);
    if (place) render(createElement(Fragment, null, children), place);
  });
  return null;
}

/** Whether the page offers the payment: not while an earlier one is undecided, nor beside another button. */
const canPay = (outcome: Outcome | undefined): boolean =>
  !outcome?.isPending && !outcome?.next && outcome?.tone !== 'success';

/**
 * Scrolls to the top and moves the focus to an element. While a modal wallet covers the page, nothing in the
 * page can get the focus, so this tries again with every frame.
 */
function giveFocus(target: HTMLElement): void {
  if (!target.isConnected) return;
  target.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
  if (document.activeElement !== target) requestAnimationFrame(() => giveFocus(target));
}
