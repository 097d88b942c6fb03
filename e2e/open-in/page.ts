import { getWallets } from '@wallet-standard/app';
import { registerWallet } from '@wallet-standard/wallet';
import { type MobileWalletOptions, registerMobileWallet } from 'mobile-wallet-standard';

/** The page's input, as JSON in the fragment of its address. */
export type OpenInPageInput = Readonly<{
  /** The options that JSON can have. */
  options?: Pick<MobileWalletOptions, 'remote' | 'walletApps'>;
  /** The names of wallet apps that the dapp adds, with links of their own. */
  ownApps?: readonly string[];
  /** What the page sees as its user agent, for browsers that have no setting for it. */
  userAgent?: string;
  /** The name of a Solana wallet that another library registers later, when the page is ready. */
  other?: string;
  /** The names of frames of another origin in the page. */
  frames?: readonly string[];
  /** Whether the page connects without a tap, once it is loaded. */
  connectsOnLoad?: boolean;
}>;

const {
  options,
  ownApps,
  userAgent,
  other,
  frames = [],
  connectsOnLoad,
} = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}') as OpenInPageInput;
if (userAgent !== undefined) Object.defineProperty(navigator, 'userAgent', { value: userAgent });
for (const name of frames) {
  const frame = Object.assign(document.createElement('iframe'), { name, src: 'data:text/html,' });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
}

const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  openIn: true,
  walletApps: ownApps?.map((name) => ({
    name,
    getLink: (url) => `https://wallet.example/open?url=${encodeURIComponent(url)}`,
    installUrl: 'https://wallet.example',
  })),
  ...options,
});

const output = document.createElement('output');
const note = (text: string): void => output.append(`${text}\n`);
note(registration.registered ? 'registered' : registration.reason);

const connect = async (): Promise<void> => {
  if (!registration.registered) return;
  try {
    const { accounts } = await registration.wallet.features['standard:connect'].connect();
    note(`${accounts.length} accounts`);
  } catch (error) {
    const { code, message } = error as Readonly<{ code: string; message: string }>;
    note(code === 'OPENED_IN_WALLET' ? `${code}: ${message}` : code);
  }
};

const button = document.createElement('button');
button.textContent = 'Connect';
button.addEventListener('click', () => void connect());
document.title = 'Example';
const viewport = document.createElement('meta');
viewport.name = 'viewport';
viewport.content = 'width=device-width, initial-scale=1';
document.head.append(viewport);
document.documentElement.lang = 'en';
const main = document.createElement('main');
main.append(Object.assign(document.createElement('h1'), { textContent: 'Example' }), button, output);
document.body.append(main);

if (other !== undefined) {
  registerWallet({
    version: '1.0.0',
    name: other,
    icon: 'data:image/png;base64,',
    chains: ['solana:devnet'],
    features: { 'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) } },
    accounts: [],
  });
  note(`${getWallets().get().length} wallets`);
}
// The address tells a test without a script, which would count as a tap.
if (connectsOnLoad) void connect().then(() => history.replaceState(null, '', '#settled'));
