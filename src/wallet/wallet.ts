import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import type { FeatureMethods, MobileWalletFeatures } from './features.js';
import { assertMessageInputs, assertSignInInputs, assertTransactionInputs } from './inputs.js';
import type { Settings } from './options.js';
import type { Requests } from './requests.js';
import { createWalletState } from './state.js';

/** The wallet app on this person's phone, as a Wallet Standard wallet. */
export type MobileStandardWallet = Wallet & Readonly<{ features: MobileWalletFeatures }>;

/**
 * Makes the Wallet Standard wallet. Only what must be synchronous stands here; what opens a session is loaded
 * when first needed. Methods do not use `this`: wallet pickers take them off their objects.
 */
export function createWallet(settings: Settings): MobileStandardWallet {
  let loading: Promise<Requests> | undefined;
  let connecting: Promise<StandardConnectOutput> | undefined;

  const load = (): Promise<Requests> => {
    loading ??= import('./requests.js')
      .then(({ createRequests }) => createRequests(settings, state))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };

  const connectByRequest = (): Promise<StandardConnectOutput> => {
    const attempt = load()
      .then((requests) => requests.connect())
      .then(() => ({ accounts: state.getAccounts() }))
      .finally(() => {
        if (connecting === attempt) connecting = undefined;
      });
    return attempt;
  };

  const methods: FeatureMethods = {
    async connect({ silent } = {}) {
      if (silent || state.getAccounts().length > 0) return { accounts: state.getAccounts() };
      connecting ??= connectByRequest();
      return connecting;
    },
    async disconnect() {
      connecting = undefined;
      state.setGrant(undefined);
      if (loading) (await loading).close();
    },
    on: (event, listener) => (event === 'change' ? state.subscribe(listener) : () => {}),
    async signAndSendTransaction(...inputs) {
      const checked = assertTransactionInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : (await load()).signAndSendTransactions(checked);
    },
    async signTransaction(...inputs) {
      const checked = assertTransactionInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : (await load()).signTransactions(checked);
    },
    async signMessage(...inputs) {
      const checked = assertMessageInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : (await load()).signMessages(checked);
    },
    async signIn(...inputs) {
      const checked = assertSignInInputs(inputs);
      return checked.length === 0 ? [] : (await load()).signIn(checked);
    },
  };
  const state = createWalletState(settings, methods);

  return Object.freeze({
    version: '1.0.0',
    name: settings.name,
    icon: settings.icon,
    chains: Object.freeze([...settings.chains]),
    get accounts() {
      return state.getAccounts();
    },
    get features() {
      return state.getFeatures();
    },
  } satisfies MobileStandardWallet);
}
