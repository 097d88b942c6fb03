import type { WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectOutput } from '@wallet-standard/features';
import { copyObject, parseObject } from '../protocol/arguments.js';
import { assertArgument, loadCode, MobileWalletError } from '../util/errors.js';
import { createLoader, prepareWhenIdle } from '../util/lazy.js';
import { copyInputs, createFeatures, type FeatureMethods, type MobileWalletFeatures } from './features.js';
import type { TransactionSupport } from './grant/shown.js';
import { createWalletState } from './grant/state.js';
import type { FirstSettings } from './options.js';
import { watchFirstReads } from './wallet-adapter.js';

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
export function createWallet(settings: FirstSettings): MobileStandardWallet {
  /** The connect that is pending. */
  let connecting: Promise<StandardConnectOutput> | undefined;
  /** Ends the calls that wait for the code. Replaced by each disconnect. */
  let waiting = createEnd();
  let features: MobileWalletFeatures;
  /** What `features` depend on. */
  let support: TransactionSupport | undefined;

  /**
   * Settles pending calls. Must run before the `change` event, because a listener may call `connect`
   * immediately.
   */
  function endCalls(): Promise<void> | undefined {
    connecting = undefined;
    waiting.end(new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected'));
    waiting = createEnd();
    return operations.getLoaded()?.disconnect();
  }

  /** Returns the features. They are the same object as before while what they depend on is. */
  function getFeatures(): MobileWalletFeatures {
    const { transactions } = state.getShown();
    if (transactions !== support) features = createFeatures(methods, transactions);
    support = transactions;
    return features;
  }

  const state = createWalletState(settings, () => void endCalls());
  const noteRead = watchFirstReads(state.hasListeners, state.renewAccounts);
  const operations = createLoader(async () => {
    const create = await loadCode(async () => (await import('./calls/operations.js')).createOperations);
    return create(settings, state);
  });

  const call = async <T>(operate: (operations: Operations) => Promise<T>): Promise<T> => {
    const loaded = operations.getLoaded();
    if (loaded) return operate(loaded);
    const { ended } = waiting;
    const justLoaded = await Promise.race([ended, operations.load()]);
    // The wallet may have been disconnected since.
    return waiting.ended === ended ? operate(justLoaded) : ended;
  };

  /** Makes a call for inputs. Without them there is nothing to do. */
  const callFor = async <TInput, TOutput>(
    inputs: readonly TInput[],
    operate: (operations: Operations, inputs: readonly TInput[]) => Promise<readonly TOutput[]>,
  ): Promise<readonly TOutput[]> => (inputs.length === 0 ? [] : call((loaded) => operate(loaded, inputs)));

  const connectInSession = (): Promise<StandardConnectOutput> => {
    const attempt = call(({ connect }) => connect())
      .then(() => ({ accounts: state.getAccounts() }))
      .finally(() => {
        if (connecting === attempt) connecting = undefined;
      });
    return attempt;
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
    on(event, listener) {
      if (event !== 'change') return () => {};
      assertArgument(typeof listener === 'function', 'listener', 'must be a function');
      let lastFeatures = getFeatures();
      return state.subscribe(() => {
        const [accounts, features] = [state.getAccounts(), getFeatures()];
        const hasNewFeatures = features !== lastFeatures;
        lastFeatures = features;
        // Always pass the accounts, because some wallet pickers treat a change without accounts as a
        // disconnect.
        listener(hasNewFeatures ? { accounts, features } : { accounts });
      });
    },
    async signAndSendTransaction(...inputs) {
      return callFor(copyInputs(inputs), (to, copies) => to.signAndSendTransactions(copies));
    },
    async signAndSendAllTransactions(inputs, options) {
      const { mode: named } = parseObject<NonNullable<typeof options>>(options ?? {}, 'options');
      const mode = named ?? 'parallel';
      assertArgument(Array.isArray(inputs), 'inputs', 'must be an array');
      assertArgument(['parallel', 'serial'].includes(mode), 'options.mode', 'must be parallel or serial');
      return callFor(copyInputs(inputs), (to, copies) => to.signAndSendAllTransactions(copies, mode));
    },
    async signTransaction(...inputs) {
      return callFor(copyInputs(inputs), (to, copies) => to.signTransactions(copies));
    },
    async signMessage(...inputs) {
      return callFor(copyInputs(inputs, 'message'), (to, copies) => to.signMessages(copies));
    },
    async signOffchainMessage(...inputs) {
      const copies = inputs.map((input) => ({ ...copyObject(input), address: input?.account?.address }));
      return callFor(copies, (to, copies) => to.signOffchainMessages(copies));
    },
    async signIn(...inputs) {
      // Copy the inputs, because the caller may change them while the code that checks them is loaded.
      const copies = inputs.map(copyObject);
      return copies.length === 0 ? [] : call((to) => to.signIn(...copies));
    },
    async transact(callback, options) {
      const copy = copyObject(options);
      const account = copy?.account && { address: copy.account.address };
      return call((to) => to.transact(callback, account ? { ...copy, account } : copy));
    },
    async revoke() {
      const error = state.readGrant() && (await call((to) => to.revoke()));
      await methods.disconnect();
      if (error) throw error;
    },
  };

  prepareWhenIdle(() => {
    state.readGrant();
    return operations.load();
  });
  return Object.freeze({
    version: '1.0.0',
    name: settings.name,
    icon: settings.icon,
    chains: Object.freeze([...settings.chains]),
    get accounts() {
      noteRead();
      return state.getAccounts();
    },
    get features() {
      return getFeatures();
    },
  });
}

/** Creates a promise that rejects when `end` is called, with its reason, and never settles otherwise. */
function createEnd(): Readonly<{ ended: Promise<never>; end: (reason: unknown) => void }> {
  let end!: (reason: unknown) => void;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Nobody may wait for it.
  ended.catch(() => {});
  return { ended, end };
}
