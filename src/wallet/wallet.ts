import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import { abortable } from '../abort.js';
import { createInvalidArgumentError, MobileWalletError } from '../errors.js';
import type { FeatureMethods, MobileWalletFeatures } from './features.js';
import { getTokens } from './grant.js';
import { assertMessageInputs, assertTransactionInputs, getTransactScope } from './inputs.js';
import type { Settings } from './options.js';
import type { Requests } from './requests.js';
import { createWalletState } from './state.js';

/** The wallet app on this person's phone, as a Wallet Standard wallet. */
export type MobileStandardWallet = Wallet & Readonly<{ features: MobileWalletFeatures }>;

/**
 * Makes the Wallet Standard wallet; `preload` loads what it opens sessions with. Only what must be synchronous stands here; what opens a session is loaded
 * when first needed. Methods do not use `this`: wallet pickers take them off their objects.
 */
export function createWallet(
  settings: Settings,
): Readonly<{ wallet: MobileStandardWallet; preload: () => void }> {
  let requests: Requests | undefined;
  let loading: Promise<Requests> | undefined;
  let connecting: Promise<StandardConnectOutput> | undefined;
  /** Aborts what waits for the code when the wallet is disconnected. */
  let waiting = new AbortController();

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

  const request = async <T>(send: (requests: Requests) => Promise<T>): Promise<T> => {
    const { signal } = waiting;
    const loaded = requests ?? (await abortable(load(), signal));
    signal.throwIfAborted();
    return send(loaded);
  };

  const connectByRequest = (): Promise<StandardConnectOutput> => {
    const attempt = request(({ connect }) => connect())
      .then(() => ({ accounts: state.getAccounts() }))
      .finally(() => {
        if (connecting === attempt) connecting = undefined;
      });
    return attempt;
  };

  /** Settles all that is in flight. Before the change is told: who hears of it may connect anew at once. */
  const end = (): Promise<void> | undefined => {
    connecting = undefined;
    waiting.abort(new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected'));
    waiting = new AbortController();
    settings.onProgress('idle');
    return requests?.disconnect(getTokens(state.getGrant()));
  };

  const methods: FeatureMethods = {
    async connect(input) {
      const accounts = state.getAccounts();
      if (accounts.length > 0) return { accounts };
      // Silence is no reason to say that there are no accounts while the person is granting some.
      if (input?.silent) return connecting?.catch(() => ({ accounts: state.getAccounts() })) ?? { accounts };
      connecting ??= connectByRequest();
      return connecting;
    },
    async disconnect() {
      const ending = end();
      state.setGrant(undefined);
      await ending;
    },
    on: (event, listener) => (event === 'change' ? state.subscribe(listener) : () => {}),
    async signAndSendTransaction(...inputs) {
      const checked = assertTransactionInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : request((to) => to.signAndSendTransactions(checked));
    },
    async signAndSendAllTransactions(inputs, options) {
      const mode = options?.mode ?? 'parallel';
      if (!Array.isArray(inputs)) throw createInvalidArgumentError('inputs', 'must be an array');
      if (mode !== 'parallel' && mode !== 'serial') {
        throw createInvalidArgumentError('options.mode', 'must be parallel or serial');
      }
      const checked = assertTransactionInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : request((to) => to.signAndSendAllTransactions(checked, mode));
    },
    async signTransaction(...inputs) {
      const checked = assertTransactionInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : request((to) => to.signTransactions(checked));
    },
    async signMessage(...inputs) {
      const checked = assertMessageInputs(inputs, state.getAccounts());
      return checked.length === 0 ? [] : request((to) => to.signMessages(checked));
    },
    async signIn(...inputs) {
      return inputs.length === 0 ? [] : request((to) => to.signIn(inputs));
    },
    async transact(callback, options) {
      const scope = getTransactScope(callback, options, {
        accounts: state.getAccounts(),
        chains: settings.chains,
        connected: state.getGrant()?.chain,
      });
      scope.signal?.throwIfAborted();
      return request((to) => to.transact(callback, scope));
    },
    async revoke() {
      if (getTokens(state.getGrant()).length > 0) await request((to) => to.revoke());
      await methods.disconnect();
    },
  };
  const state = createWalletState(settings, methods, () => void end());

  const wallet = Object.freeze({
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
  // What fails is tried again when it is needed.
  return { wallet, preload: () => void load().catch(() => {}) };
}
