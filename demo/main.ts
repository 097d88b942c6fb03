import type { Wallet } from '@wallet-standard/base';
import { createBlockhashSource } from './blockhash.js';
import { createConnectedView } from './connected.js';
import { type Connection, createConnector } from './connection.js';
import { formatSol } from './lamports.js';
import { createErrorOutcome, type Outcome, type ReportProgress } from './outcome.js';
import { connectAndPay, PRICE } from './payment.js';
import { createPaymentCard } from './payment-card.js';
import { createProtocolCard } from './protocol/protocol-card.js';
import { otherDeviceWallet, registration } from './register.js';
import { followSent, recallSent } from './sent.js';
import { watchWallets } from './wallets.js';
import { createWelcome } from './welcome.js';

const app = document.querySelector('#app');
const blockhashes = createBlockhashSource();
const connector = createConnector(show);
const protocol = createProtocolCard();
const welcome = createWelcome({
  async connect(wallet) {
    await connector.connect(wallet);
    if (connected) focusHeading(connected.heading);
  },
  async pay(wallet) {
    try {
      const sent = await connectAndPay(wallet, blockhashes);
      connector.adopt(wallet);
      void payment.follow(sent).then(() => connected?.refreshBalance());
    } catch (error) {
      // A user who declined only the payment is still connected, and may want to pay later.
      connector.adopt(wallet);
      if (!connected) return createErrorOutcome(error, true);
      payment.show(createPaymentError(wallet, error));
    }
    if (connected) focusHeading(connected.heading);
    return undefined;
  },
  reason: registration.registered ? undefined : registration.reason,
});
let connected: ReturnType<typeof createConnectedView> | undefined;
let isPaymentPending = false;
const payment = createPaymentCard((isPending) => {
  isPaymentPending = isPending;
  welcome.setPending(isPending);
  connected?.setPending(isPending);
});

/** Describes why a payment was not made, and offers it again unless it may have been sent. */
function createPaymentError(wallet: Wallet, error: unknown): Outcome {
  const outcome = createErrorOutcome(error, true);
  if (outcome.tone === 'unsure') return outcome;
  return {
    ...outcome,
    next: { label: `Pay ${formatSol(PRICE)}`, run: (report) => payAgain(wallet, report) },
  };
}

async function payAgain(wallet: Wallet, report: ReportProgress): Promise<Outcome> {
  report('Continue in your wallet…', 'Approve the payment there.');
  try {
    return await followSent(await connectAndPay(wallet, blockhashes), report);
  } catch (error) {
    return createPaymentError(wallet, error);
  } finally {
    connected?.refreshBalance();
  }
}

function show(connection: Connection | undefined): void {
  if (connection === undefined) {
    connected = undefined;
    welcome.place(payment.element, protocol);
    replaceView(welcome.element, welcome.heading);
    return;
  }
  if (connected?.wallet !== connection.wallet) {
    connected = createConnectedView(connection.wallet, connector, blockhashes, {
      payment: payment.element,
      protocol,
    });
    connected.setPending(isPaymentPending);
    replaceView(connected.element, connected.heading);
  }
  connected.show(connection);
}

/** Replaces the view. If the old one had the focus, the new one's heading gets it. */
function replaceView(view: HTMLElement, heading: HTMLElement): void {
  const hadFocus = app?.contains(document.activeElement);
  app?.replaceChildren(view);
  if (hadFocus) focusHeading(heading);
}

/**
 * Scrolls to the top and moves the focus to a heading. While a modal wallet covers the page, nothing in the page
 * can get the focus, so this tries again with every frame.
 */
function focusHeading(heading: HTMLElement): void {
  if (!heading.isConnected) return;
  heading.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
  if (document.activeElement !== heading) requestAnimationFrame(() => focusHeading(heading));
}

welcome.place(payment.element, protocol);
app?.replaceChildren(welcome.element);
watchWallets(otherDeviceWallet ? [otherDeviceWallet] : [], (wallets) => {
  welcome.showWallets(wallets);
  for (const wallet of wallets) {
    // Ignore failures, because the user can simply connect again.
    connector.restore(wallet).catch(() => {});
  }
});
const undecided = recallSent();
if (undecided) {
  // Scroll to the payment at the top, because the browser may restore a position further down.
  history.scrollRestoration = 'manual';
  addEventListener('load', () => requestAnimationFrame(() => scrollTo({ top: 0 })));
  void payment.follow(undecided).then(() => connected?.refreshBalance());
}
