import { address } from '@solana/kit';
import { createMobileWallet, type KnownWalletApp, registerMobileWallet } from 'mobile-wallet-standard';
import { transact } from 'mobile-wallet-standard/legacy';
import { createReference, createTransfer } from 'mobile-wallet-standard/payments';
import { compile } from '../transfer.js';
import { CHAIN, fund, getBlockhash } from './devnet.js';

const identity = {
  name: 'Check a phone',
  icon: new URL('../icon.png', document.baseURI).pathname.slice(1),
};
/** The lines of the library's log, with their times, until a step empties it. */
export const trace: (readonly [at: number, line: string])[] = [];
const debug = (line: string): void =>
  void trace.push([performance.now(), line.replace(/^\[mobile wallet\] \+\d+ ms /, '')]);

const options = { identity, chains: [CHAIN], debug };
const withSessions = registerMobileWallet(options);
/** Whether no session is possible here, as on an iPhone, and links open this page in a wallet app. */
export const hasOnlyLinks =
  !withSessions.registered && (withSessions.reason === 'ios' || withSessions.reason === 'webview');

/** Whether there may be a wallet app here; if not, `reason` says why. */
export const registration = hasOnlyLinks ? registerMobileWallet({ ...options, openIn: true }) : withSessions;

/** What Chromium tells about itself, and no other browser. */
type UserAgentData = Readonly<{ platform: string; brands: readonly Readonly<{ brand: string }>[] }>;

const { userAgentData } = navigator as Navigator & Readonly<{ userAgentData?: UserAgentData }>;
/** Whether a page can say which app is to open. */
const canChooseApp =
  userAgentData?.platform === 'Android' && userAgentData.brands.some(({ brand }) => brand === 'Chromium');

/** The wallet apps that the library knows by their names. */
export const KNOWN_APPS: readonly KnownWalletApp[] = ['Phantom', 'Solflare', 'Backpack', 'Jupiter'];

/** Whether a text is the name of a known app, or is written like an Android package. */
export function isApp(app: string): boolean {
  return KNOWN_APPS.some((name) => name === app) || /^[a-z]\w*(\.[a-z]\w*)+$/i.test(app);
}

/** One thing to do with the wallet app. */
export type Step = Readonly<{
  id: string;
  title: string;
  /** What to press, in a sentence. */
  text: string;
  button: string;
  /** Whether the page is loaded again before. */
  isNewVisit?: boolean;
  /** The codes of the errors that are to be expected; without any, the step must succeed. */
  expects?: readonly string[];
  /** Whether the user says first which wallet app is to open. */
  takesApp?: boolean;
  /**
   * Rejects with the error of the library, or one whose message is a code. `app` is the name of a known app
   * or an Android package.
   */
  run(app: string): Promise<unknown>;
  /** Prepares the step while its text is read. Returns what the user has to know. */
  prepare?(): Promise<string>;
}>;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function getWallet() {
  if (!registration.registered) throw new Error('NOT_REGISTERED');
  return registration.wallet;
}

function getAccount() {
  const [account] = getWallet().accounts;
  if (!account) throw new Error('NOT_CONNECTED');
  return account;
}

async function signMessage(text: string): Promise<unknown> {
  return getWallet().features['solana:signMessage'].signMessage({
    account: getAccount(),
    message: encode(text),
  });
}

let blockhash: ReturnType<typeof getBlockhash> | undefined;

/** Fetches a blockhash before the tap, because a browser opens an app only within some seconds of it. */
async function prepareTransaction(): Promise<string> {
  blockhash = getBlockhash();
  return blockhash.then(
    () => '',
    () => 'Devnet cannot be reached: try again later, or skip.',
  );
}

async function createOwnTransfer(versions: readonly (string | number)[]) {
  const account = getAccount();
  const { lifetime, minContextSlot } = await (blockhash ?? getBlockhash());
  const payer = address(account.address);
  const transfer = await createTransfer({
    payer,
    recipient: payer,
    amount: 1n,
    reference: createReference(),
  });
  return {
    account,
    chain: CHAIN,
    transaction: compile(payer, transfer, lifetime, versions.includes(0) ? 0 : 'legacy'),
    options: { minContextSlot },
  } as const;
}

const connect = async (): Promise<unknown> => getWallet().features['standard:connect'].connect();

/** Connects by one wallet app and no other. Nothing of it is kept, so the other steps go on as before. */
async function connectByApp(app: string): Promise<void> {
  let isOffered = false;
  const wallet = createMobileWallet({
    ...options,
    store: { get: () => null, set() {}, delete() {} },
    walletApps: [KNOWN_APPS.find((name) => name === app) ?? { name: app, androidPackage: app }],
    chooseApp: true,
    dialogs: {
      async chooseApp({ apps: [choice] }) {
        // The list comes again if the app did not answer, which ends the step.
        if (isOffered || !choice) return 'cancel';
        isOffered = true;
        return choice.id;
      },
    },
  });
  await wallet.features['standard:connect'].connect().catch((error: unknown) => {
    if (isOffered) throw error;
  });
  // The phone has chosen the app.
  if (!isOffered) throw new Error('NO_CHOICE');
}

/** The step where no session is possible. */
const LINK_STEPS: readonly Step[] = [
  {
    id: 'open-in',
    title: 'Open this page in a wallet app',
    text: 'Press the button, and then your wallet app in the list. It must open with this page in it. Come back here when you have seen it. If nothing opens, close the list.',
    button: 'Show the list',
    expects: ['OPENED_IN_WALLET'],
    run: connect,
  },
];

const APP_STEP: Step = {
  id: 'app',
  title: 'Open a certain wallet app',
  text: 'Choose a wallet app that is on this phone, and press the button. This app must open, and no other. Approve the connection there.',
  button: 'Open it',
  takesApp: true,
  run: connectByApp,
};

const SESSION_STEPS: readonly Step[] = [
  {
    id: 'connect',
    title: 'Connect',
    text: 'Press Connect, and approve in the wallet app. If the browser asks about other apps or devices, choose “Allow”.',
    button: 'Connect',
    run: connect,
  },
  {
    id: 'sign-in',
    title: 'Sign in',
    text: 'Approve the sign-in.',
    button: 'Sign in',
    async run() {
      const nonce = crypto.randomUUID().replaceAll('-', '');
      // Without a statement, because wallets differ in the text of such a sign-in.
      return getWallet().features['solana:signIn'].signIn({ uri: location.origin, version: '1', nonce });
    },
  },
  {
    id: 'message',
    title: 'Sign a message',
    text: 'Approve the message.',
    button: 'Sign message',
    run: () => signMessage('Check a phone: please approve this.'),
  },
  {
    id: 'transaction',
    title: 'Sign a transaction',
    text: 'Approve the transaction. It is not sent.',
    button: 'Sign transaction',
    prepare: prepareTransaction,
    async run() {
      const feature = getWallet().features['solana:signTransaction'];
      if (!feature) throw new Error('METHOD_NOT_SUPPORTED');
      return feature.signTransaction(await createOwnTransfer(feature.supportedTransactionVersions));
    },
  },
  {
    id: 'send',
    title: 'Send a transaction',
    text: 'Approve the transaction. It moves a billionth of a test SOL on devnet, from the account to itself.',
    button: 'Send transaction',
    async prepare() {
      const [problem, advice] = await Promise.all([prepareTransaction(), fund(getAccount().address)]);
      return problem || advice;
    },
    async run() {
      const feature = getWallet().features['solana:signAndSendTransaction'];
      return feature.signAndSendTransaction(await createOwnTransfer(feature.supportedTransactionVersions));
    },
  },
  {
    id: 'decline',
    title: 'Decline',
    text: 'This time decline the message.',
    button: 'Sign message',
    expects: ['USER_REJECTED'],
    run: () => signMessage('Check a phone: please decline this.'),
  },
  {
    id: 'leave',
    title: 'Return without an answer',
    text: 'When the wallet asks, come back here without an answer. If a dialog of this page waits, press Cancel.',
    button: 'Sign message',
    expects: ['USER_CANCELLED', 'USER_REJECTED', 'SESSION_CLOSED'],
    run: () => signMessage('Check a phone: please leave this without an answer.'),
  },
  {
    id: 'second-visit',
    title: 'A second visit in one tap',
    text: 'This page was loaded again. Approve the message: the wallet must not ask to connect first.',
    button: 'Sign message',
    isNewVisit: true,
    run: () => signMessage('Check a phone: please approve this on the second visit.'),
  },
  {
    id: 'legacy',
    title: 'The older API',
    text: 'Approve the connection and the message, both in one visit. The page uses `…/legacy`, as older dapps do.',
    button: 'Connect and sign',
    async run() {
      return transact(
        async (wallet) => {
          const { accounts } = await wallet.authorize({
            cluster: 'devnet',
            identity: { ...identity, uri: location.origin },
          });
          const payloads = [encode('Check a phone: please approve this, too.')];
          await wallet.signMessages({ addresses: [accounts[0].address], payloads });
        },
        { debug },
      );
    },
  },
  ...(canChooseApp ? [APP_STEP] : []),
  {
    id: 'kill',
    title: 'Close the wallet app',
    text: 'When the wallet asks, open the list of recent apps, swipe the wallet away, and come back here.',
    button: 'Sign message',
    expects: ['SESSION_CLOSED', 'USER_CANCELLED', 'USER_REJECTED'],
    run: () => signMessage('Check a phone: please close the wallet app.'),
  },
];

/** All steps, in their order. */
export const STEPS = hasOnlyLinks ? LINK_STEPS : SESSION_STEPS;
