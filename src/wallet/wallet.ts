import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import { assertArgument, createCodeNotLoadedError, MobileWalletError } from '../errors.js';
import { copyObject } from '../protocol/arguments.js';
import type { FeatureMethods, MobileWalletFeatures } from './features.js';
import { assertMessageInputs, assertTransactionInputs } from './inputs.js';
import type { Settings } from './options.js';
import { createWalletState } from './state.js';

type Requests = ReturnType<typeof import('./session/operations.js').createRequests>;

/** The wallet app on this person's phone, as a Wallet Standard wallet. */
export type MobileStandardWallet = Wallet & Readonly<{ features: MobileWalletFeatures }>;

/**
 * Makes the Wallet Standard wallet; `preload` loads what it opens sessions with. Only what must be synchronous stands here;
 * what opens a session, and what checks sign-ins before, is loaded when first needed. Methods do not use `this`: wallet pickers
 * take them off their objects.
 */
export function createWallet(
  settings: Settings,
): Readonly<{ wallet: MobileStandardWallet; preload: () => Promise<void> }> {
  let requests: Requests | undefined;
  let loading: Promise<Requests> | undefined;
  let connecting: Promise<StandardConnectOutput> | undefined;
  /** Rejects the calls that wait for the code. */
  const waiting = new Set<(reason: unknown) => void>();

  const load = (): Promise<Requests> => {
    loading ??= import('./session/operations.js').then(
      ({ createRequests }) => {
        requests = createRequests(settings, state);
        return requests;
      },
      (cause: unknown) => {
        loading = undefined;
        throw createCodeNotLoadedError(cause);
      },
    );
    return loading;
  };

  const request = <T>(send: (requests: Requests) => Promise<T>): Promise<T> => {
    if (requests) return send(requests);
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      load().then((loaded) => {
        if (waiting.delete(reject)) resolve(send(loaded));
      }, reject);
    });
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
    const reason = new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected');
    for (const reject of waiting) reject(reason);
    waiting.clear();
    return requests?.disconnect();
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
      assertArgument(Array.isArray(inputs), 'inputs', 'must be an array');
      assertArgument(['parallel', 'serial'].includes(mode), 'options.mode', 'must be parallel or serial');
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
    async signIn(...given) {
      // The code that checks the inputs may have to load first, and the caller may change them meanwhile.
      const inputs = given.map(copyObject);
      return inputs.length === 0 ? [] : request((to) => to.signIn(...inputs));
    },
    async transact(callback, given) {
      const options = copyObject(given);
      const account = options?.account && { address: options.account.address };
      return request((to) => to.transact(callback, account ? { ...options, account } : options));
    },
    async revoke() {
      if (state.getGrant()) await request((to) => to.revoke());
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
  return {
    wallet,
    async preload() {
      state.getGrant();
      try {
        await (await load()).rehearse();
      } catch {
        // What fails is tried again when it is needed.
      }
    },
  };
}
