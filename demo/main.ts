import { createBlockhashSource } from './blockhash.js';
import { IS_SIMULATED } from './chain.js';
import { createConnectedView } from './connected.js';
import { type Connection, createConnector } from './connection.js';
import { connectAndPay } from './payment.js';
import { registration } from './register.js';
import { watchWallets } from './wallets.js';
import { createWelcome } from './welcome.js';

const app = document.querySelector('#app');
const network = document.querySelector('#network');
network?.append(IS_SIMULATED ? 'Devnet, simulated' : 'Devnet');
// The dev server's phone stands at the right of a wide page.
document.documentElement.toggleAttribute('data-phone', IS_SIMULATED);

const blockhashes = createBlockhashSource();
const connector = createConnector(show);
const welcome = createWelcome({
  async connect(wallet) {
    await connector.connect(wallet);
    if (connected) goTo(connected.heading);
  },
  async pay(wallet, report) {
    const payment = await connectAndPay(wallet, blockhashes, report).then(
      (outcome) => ({ outcome }),
      (error: unknown) => ({ error }),
    );
    connector.adopt(wallet);
    // Who declined only the payment is connected all the same.
    if (!connected && 'error' in payment) throw payment.error;
    connected?.showPayment(payment);
    if (connected) goTo(connected.heading);
  },
  reason: registration.registered ? undefined : registration.reason,
});
let connected: ReturnType<typeof createConnectedView> | undefined;

function show(connection: Connection | undefined): void {
  if (connection === undefined) {
    connected = undefined;
    swap(welcome.element, welcome.heading);
    return;
  }
  if (connected?.wallet !== connection.wallet) {
    connected = createConnectedView(connection.wallet, connector, blockhashes);
    swap(connected.element, connected.heading);
  }
  connected.show(connection);
}

/** Changes the view; a person who was in the old one goes on at the new one's heading. */
function swap(view: HTMLElement, heading: HTMLElement): void {
  const hadFocus = app?.contains(document.activeElement);
  app?.replaceChildren(view);
  if (hadFocus) goTo(heading);
}

/**
 * Moves the person to a heading. A wallet that still covers the page lets nothing in it have the focus: then with the
 * first frame that does.
 */
function goTo(heading: HTMLElement): void {
  if (!heading.isConnected) return;
  heading.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
  if (document.activeElement !== heading) requestAnimationFrame(() => goTo(heading));
}

app?.replaceChildren(welcome.element);
watchWallets((wallets) => {
  welcome.showWallets(wallets);
  for (const wallet of wallets) {
    // Not to be restored is no failure: the person connects again.
    connector.restore(wallet).catch(() => {});
  }
});
