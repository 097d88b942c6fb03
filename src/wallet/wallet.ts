import type { WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import { copyObject, parseObject } from '../protocol/arguments.js';
import { abortable } from '../util/abortable.js';
import { assertArgument, MobileWalletError } from '../util/errors.js';
import { createLoader, prepareWhenIdle } from '../util/lazy.js';
import { copyInputs, type FeatureMethods, type MobileWalletFeatures } from './features.js';
import type { Settings } from './options.js';
import { createWalletState } from './state.js';

/**
 * The wallet app on this phone, as a Wallet Standard wallet. `features` changes when the wallet app turns out
 * to support less.
 */
export type MobileStandardWallet = WalletWithFeatures<MobileWalletFeatures>;

type Operations = import('./calls/operations.js').Operations;

/**
 * Creates the Wallet Standard wallet. When the page is idle, it reads the store and loads the code for
 * sessions, which is otherwise loaded by the first call that needs it. Methods do not use `this`, because
 * wallet pickers detach them from their objects.
 */
export function createWallet(settings: Settings): MobileStandardWallet {
  let connecting: Promise<StandardConnectOutput> | undefined;
  /** Aborted by a disconnect, and then replaced. */
  let connection = new AbortController();

  const operations = createLoader(
    async () => (await import('./calls/operations.js')).createOperations,
    (createOperations) => createOperations(settings, state),
  );

  const call = async <T>(operate: (operations: Operations) => Promise<T>): Promise<T> => {
    const loaded = operations.getLoaded();
    if (loaded) return operate(loaded);
    const { signal } = connection;
    const loading = await abortable(operations.load(), signal);
    signal.throwIfAborted();
    return operate(loading);
  };

  const connectInSession = (): Promise<StandardConnectOutput> => {
    const attempt = call(({ connect }) => connect())
      .then(() => ({ accounts: state.getAccounts() }))
      .finally(() => {
        if (connecting === attempt) connecting = undefined;
      });
    return attempt;
  };

  /**
   * Settles pending calls. Must run before the `change` event, because a listener may call `connect`
   * immediately.
   */
  const endCalls = (): Promise<void> | undefined => {
    connecting = undefined;
    const reason = new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected');
    connection.abort(reason);
    connection = new AbortController();
    return operations.getLoaded()?.disconnect();
  };

  const methods: FeatureMethods = {
    async connect(input) {
      // Wallet pickers pass `null`, too.
      const { silent } = parseObject(input ?? {}, 'input');
      const accounts = state.getAccounts();
      if (accounts.length > 0) return { accounts };
      // A silent connect waits for one that is pending, so that it does not report that there are no
      // accounts.
      if (silent) return connecting?.catch(() => ({ accounts: state.getAccounts() })) ?? { accounts };
      connecting ??= connectInSession();
      return connecting;
    },
    async disconnect() {
      const ending = endCalls();
      state.setGrant(undefined);
      await ending;
    },
    on: (event, listener) => (event === 'change' ? state.subscribe(listener) : () => {}),
    async signAndSendTransaction(...given) {
      const [inputs, accounts] = [copyInputs(given), state.getAccounts()];
      return inputs.length === 0 ? [] : call((to) => to.signAndSendTransactions(inputs, accounts));
    },
    async signAndSendAllTransactions(given, options) {
      const { mode: named } = parseObject<NonNullable<typeof options>>(options ?? {}, 'options');
      const mode = named ?? 'parallel';
      assertArgument(Array.isArray(given), 'inputs', 'must be an array');
      assertArgument(['parallel', 'serial'].includes(mode), 'options.mode', 'must be parallel or serial');
      const [inputs, accounts] = [copyInputs(given), state.getAccounts()];
      return inputs.length === 0 ? [] : call((to) => to.signAndSendAllTransactions(inputs, accounts, mode));
    },
    async signTransaction(...given) {
      const [inputs, accounts] = [copyInputs(given), state.getAccounts()];
      return inputs.length === 0 ? [] : call((to) => to.signTransactions(inputs, accounts));
    },
    async signMessage(...given) {
      const [inputs, accounts] = [copyInputs(given, 'message'), state.getAccounts()];
      return inputs.length === 0 ? [] : call((to) => to.signMessages(inputs, accounts));
    },
    async signOffchainMessage(...given) {
      const inputs = given.map((input) => ({ ...copyObject(input), address: input?.account?.address }));
      const accounts = state.getAccounts();
      return inputs.length === 0 ? [] : call((to) => to.signOffchainMessages(inputs, accounts));
    },
    async signIn(...given) {
      // Copy the inputs, because the caller may change them while the code that checks them is loaded.
      const inputs = given.map(copyObject);
      return inputs.length === 0 ? [] : call((to) => to.signIn(...inputs));
    },
    async transact(callback, given) {
      const options = copyObject(given);
      const account = options?.account && { address: options.account.address };
      return call((to) => to.transact(callback, account ? { ...options, account } : options));
    },
    async revoke() {
      if (state.getGrant()) await call((to) => to.revoke());
      await methods.disconnect();
    },
  };
  const state = createWalletState(settings, methods, () => void endCalls());

  prepareWhenIdle(() => {
    state.getGrant();
    return operations.load();
  });
  return Object.freeze({
    version: '1.0.0',
    name: settings.name,
    icon: settings.icon,
    chains: Object.freeze([...settings.chains]),
    get accounts() {
      return state.showAccounts();
    },
    get features() {
      return state.getFeatures();
    },
  });
}
