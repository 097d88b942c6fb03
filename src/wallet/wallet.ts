import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import { MobileWalletError } from '../errors.js';
import type { FeatureMethods, MobileWalletFeatures } from './features.js';
import { assertMessageInputs, assertTransactionInputs } from './inputs.js';
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
  let requests: Requests | undefined;
  let loading: Promise<Requests> | undefined;
  let connecting: Promise<StandardConnectOutput> | undefined;

  const load = (): Promise<Requests> => {
    loading ??= import('./requests.js').then(
      ({ createRequests }) => {
        requests = createRequests(settings, state);
        return requests;
      },
      (cause: unknown) => {
        loading = undefined;
        throw new MobileWalletError(
          'SESSION_CLOSED',
          'The code for sessions could not be loaded',
          {},
          { cause },
        );
      },
    );
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
    async connect(input) {
      if (input?.silent || state.getAccounts().length > 0) return { accounts: state.getAccounts() };
      connecting ??= connectByRequest();
      return connecting;
    },
    async disconnect() {
      connecting = undefined;
      // Before the change is told: who hears of it may connect anew at once.
      if (requests) requests.close();
      else
        loading?.then(
          ({ close }) => close(),
          () => {},
        );
      state.setGrant(undefined);
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
      return inputs.length === 0 ? [] : (await load()).signIn(inputs);
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
