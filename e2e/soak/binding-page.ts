import { type Dialogs, registerMobileWallet } from 'mobile-wallet-standard';
import { setPageHidden } from '../../mock/src/screens/panel/browser-frame.js';
import { BINDING_CALLS, type BindingCall } from '../../test/fuzz/binding-calls.js';
import { APPS } from '../../test/support/app-names.js';

/** Takes the user's next pick among so many things. A missing one means that they cancel. */
declare const takePick: (count: number) => Promise<number | undefined>;
/** Tells the test what is written to the store that the tabs share. */
declare const noteGrant: (text: string) => Promise<void>;

// A dapp in one of two tabs. The fragment of its address has its options, and the test makes its calls.
const { hasDialogs, ...options } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

async function pick<T>(from: readonly T[]): Promise<T | 'cancel'> {
  const picked = await takePick(from.length);
  return (picked === undefined ? undefined : from[picked]) ?? 'cancel';
}

const dialogs: Dialogs = {
  waiting() {},
  notFound: ({ choices }) => pick(choices),
  tapNeeded: async () => 'open-wallet',
  chooseApp: ({ apps, choices }) => pick([...apps.map(({ id }) => id), ...choices]),
};

const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, value) {
  if (this === localStorage) void noteGrant(value);
  setItem.call(this, key, value);
};
// From an app that is dead, the user is back at once.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') setTimeout(setPageHidden, 0, false);
});

const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet', 'solana:mainnet'],
  walletApps: APPS.map((androidPackage) => ({ name: androidPackage.slice(4), androidPackage })),
  dialogs: hasDialogs ? dialogs : false,
  ...options,
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;

/** Resolves with the code of an error, or with `ok`. */
const call = (name: BindingCall): Promise<string> =>
  BINDING_CALLS[name](wallet).then(
    () => 'ok',
    (error: Error & { code?: string }) => error.code ?? `untyped: ${error.stack}`,
  );
Object.assign(window, { call });
