import { registerMobileWallet } from 'mobile-wallet-standard';

// A dapp with a store of its own, which hands launches over to the test. With the query `connect` it connects
// as soon as it is loaded. It tells the test what happens, because Puppeteer may lose a page that it opens.
const states: string[] = [];
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  store: {
    get: (key) => sessionStorage.getItem(key),
    set: (key, value) => sessionStorage.setItem(key, value),
    delete: (key) => sessionStorage.removeItem(key),
  },
  async launch(uri) {
    await fetch('/', { method: 'POST', body: uri });
  },
  onProgress: ({ state }) => states.push(isPrerendering() ? `${state} in advance` : state),
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;
const { connect } = wallet.features['standard:connect'];
const { disconnect } = wallet.features['standard:disconnect'];
const { signIn } = wallet.features['solana:signIn'];

function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

/** Has the browser render an address in advance, and adds a link to it. */
function prerender(url: string): void {
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.text = JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] });
  const link = Object.assign(document.createElement('a'), { href: url, textContent: 'the next page' });
  document.body.append(rules, link);
}

const tell = (text: string): Promise<Response> => fetch('/', { method: 'POST', body: text });
const tellAccounts = (when: string): void => void tell(`${when}: ${wallet.accounts.length} accounts`);
async function connectAndTell(): Promise<void> {
  await connect();
  tellAccounts(`connected, ${states.join(', ')}`);
}
Object.assign(globalThis, { prerender, connectAndTell, disconnect });
wallet.features['standard:events'].on('change', () => tellAccounts('changed'));
document.addEventListener('prerenderingchange', () => tellAccounts('opened'));
if (location.search === '?connect') void connectAndTell();
// Refused by the code for sessions, which has begun the connect by then.
await signIn({ nonce: '!' }).catch(() => {});
tellAccounts(isPrerendering() ? 'rendered in advance' : 'shown');
