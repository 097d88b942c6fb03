import type { AssociationRequest, Channel, JsonObject, JsonRpcError } from 'mobile-wallet-standard/endpoint';
import type { WalletChain } from '../explain/chain.js';
import { createAccountList, type MockAccount, type NewAccount } from './accounts.js';
import type { ActivityEntry, ConnectedApp } from './activity.js';
import { type ApprovalDecision, type Approve, approveAll } from './approval.js';
import { createAuthorizations } from './authorizations.js';
import type { Fault, RequestMethod } from './faults/fault.js';
import type { MockAssociation, MockAttestation, MockWalletContext } from './mock-session.js';
import type { Quirks } from './quirks.js';
import { REFERENCE_QUIRKS } from './quirks.js';
import { runSession, type SessionEnd } from './run-session.js';
import {
  DEFAULT_SETTINGS,
  type MockCapabilities,
  type MockWalletSettings,
  type PhoneKind,
  type SettingsChanges,
} from './settings.js';
import { createActivityLog } from './state/activity-log.js';
import { createChangeListeners } from './state/change-listeners.js';
import { changeSettings } from './state/change-settings.js';
import { readPhoneReport } from './state/like.js';
import { createPlannedAnswers } from './state/planned-answers.js';

/** The options of a mock wallet, all of them optional. */
export type MockWalletOptions = Readonly<{
  /** The accounts, by their 32-byte Ed25519 seeds, random by default; by default one account. */
  accounts?: readonly NewAccount[];
  /** The chain that describes transactions and to which they are sent. Without it, sending fails with -4. */
  chain?: WalletChain;
  /** The chains that may be authorized; the wallet answers -7 to others. By default `quirks` decides. */
  chains?: readonly string[];
  /** Decides in the user's place; by default approves everything. */
  approve?: Approve;
  /** `legacy` is a 1.x wallet, whatever versions the dapp offers; `v1` (2.0) is the default. */
  protocol?: 'v1' | 'legacy';
  /**
   * By default 10 transactions and 10 messages per request, versions `legacy`, 0 and 1, `signTransactions`,
   * sign-in.
   */
  capabilities?: Partial<MockCapabilities>;
  /** The `https:` prefix of association URIs, sent as `wallet_uri_base`. */
  walletUriBase?: string;
  /** Makes the wallet demand attested origins of web dapps; by default it does not. */
  attestation?: MockAttestation;
  /** Differences from {@link REFERENCE_QUIRKS}. */
  quirks?: Partial<Quirks>;
  /**
   * A report of `/check`, as JSON, or `phantom-on-mainnet`: the wallet plays that wallet app, as far as other
   * options do not differ.
   */
  like?: unknown;
  /**
   * Which phone is played for pages; `android` by default. On an `iphone` dapps have no sessions, and open
   * their page in the wallet app's own browser.
   */
  phone?: PhoneKind;
  /** The settings at the start. They come before the single options that set the same things. */
  settings?: SettingsChanges;
  /** Faults to test a dapp with; by default none. */
  faults?: readonly Fault[];
  /** Called with every request, as it came over the wire, before the wallet handles it. */
  onRequest?: (method: string, params: JsonObject) => void;
  /**
   * Called with the reply to every well-formed request before it is sent, also if a fault then spoils or
   * drops it; `error` is missing if the wallet did what was asked.
   */
  onReply?: (method: string, error?: JsonRpcError) => void;
}>;

/**
 * A wallet endpoint for tests and development, with real keys and the real protocol. Addresses are base58.
 */
export type MockWallet = Readonly<{
  /** The accounts now. */
  accounts: readonly MockAccount[];
  /**
   * Runs one session over a channel. Resolves when the session has ended; never rejects. Sessions with the
   * same `request` object belong to one association and share an authorization. `approve` replaces the
   * wallet's own.
   */
  attach(
    channel: Channel,
    request: AssociationRequest,
    options?: Readonly<{ approve?: Approve }>,
  ): Promise<SessionEnd>;
  /**
   * Adds an account. Rejects with a RangeError when the wallet has the seed's account, or the seed is
   * malformed.
   */
  addAccount(account?: NewAccount): Promise<MockAccount>;
  /** Gives an account another name for people. */
  renameAccount(address: string, label: string): void;
  /** Removes an account, also from all authorizations. */
  removeAccount(address: string): void;
  /**
   * Sets whether the wallet suggests an account to dapps that name none. At first it suggests only the first.
   */
  setGranted(address: string, isGranted: boolean): void;
  /** Whether the wallet suggests an account to dapps that name none. */
  isGranted(address: string): boolean;
  /** Returns the dapps that hold tokens, the first to connect first. */
  getApps(): readonly ConnectedApp[];
  /** Forgets the token of the app with this id. */
  revokeApp(id: string): void;
  /** Forgets every token, like a wallet app whose data was cleared. */
  revokeTokens(): void;
  /** Returns the settings as they are now. */
  getSettings(): MockWalletSettings;
  /** Changes settings. Throws a TypeError or RangeError, and changes nothing, if one is wrong. */
  changeSettings(changes: SettingsChanges): void;
  /** Changes the capabilities, like an update of the wallet app. */
  changeCapabilities(changes: Partial<MockCapabilities>): void;
  /** Returns the last 200 requests, oldest first, as all lists of a wallet are. */
  getActivity(): readonly ActivityEntry[];
  /** Returns the requests that have not ended, oldest first. */
  getWaiting(): readonly ActivityEntry[];
  /** Forgets the requests that have ended. */
  clearActivity(): void;
  /**
   * Decides the next request for approval in advance, or with `method` the next request of this method, even
   * if it asks nobody, as an `authorize` by token. A request that the wallet refuses by itself does not
   * count. Decisions are used in the order of the calls. Throws a TypeError or RangeError for a decision that
   * there is not, a TypeError for such a method.
   */
  answerNext(decision: ApprovalDecision, method?: RequestMethod): void;
  /** Forgets the decisions in advance that no request has used. */
  forgetAnswers(): void;
  /** Calls `listener` soon after every change of any of these, until the returned function is called. */
  watch(listener: () => void): () => void;
  /** Returns the current faults. */
  getFaults(): readonly Fault[];
  /** Replaces the faults; an empty array removes them. */
  misbehave(faults: readonly Fault[]): void;
}>;

/**
 * Accepts whatever a dapp sends as its attestation. There is no page at this address, which never resolves.
 */
const ANY_ATTESTATION: MockAttestation = {
  uri: 'https://mock-mobile-wallet.invalid/',
  context: 'mock-mobile-wallet',
  isAttested: () => true,
};

/**
 * Creates a mock wallet. By default it is exactly as strict as the reference Android wallet library and has
 * the same quirks (see {@link Quirks}). Runs in Node and in browsers. Tokens are valid as long as the wallet
 * exists.
 *
 * @throws RangeError when a seed is not 32 bytes long or occurs twice; TypeError or RangeError when a setting
 * is wrong; TypeError when `like` is no report
 */
export async function createMockWallet(options: MockWalletOptions = {}): Promise<MockWallet> {
  const { notify, watch } = createChangeListeners();
  const accounts = await createAccountList(options.accounts ?? [{}], notify);
  const authorizations = createAuthorizations(notify);
  const plans = createPlannedAnswers();
  const activity = createActivityLog((text) => {
    const known = authorizations.find(text);
    return known && `(token of app ${known.id})`;
  }, notify);
  const associations = new WeakMap<AssociationRequest, MockAssociation>();
  let settings = getInitialSettings(options);
  let faults = options.faults ?? [];
  let lastApprovalId = 0;
  let lastSession = 0;

  const getAssociation = (request: AssociationRequest): MockAssociation => {
    const known = associations.get(request);
    if (known) return known;
    const association = { authorization: undefined, sessions: 0, isOver: false };
    associations.set(request, association);
    return association;
  };

  const change = (changes: SettingsChanges): void => {
    settings = changeSettings(settings, changes);
    notify();
  };

  return {
    get accounts() {
      return accounts.getAccounts();
    },
    attach(channel, request, { approve = options.approve ?? approveAll } = {}) {
      const { protocol, chains, quirks } = settings;
      const wallet: MockWalletContext = {
        protocol,
        chains,
        quirks,
        accounts,
        authorizations,
        plans,
        activity,
        getNextApprovalId: () => ++lastApprovalId,
        getSettings: () => settings,
        getFaults: () => faults,
        approve,
        attestation: getAttestation(settings, options),
        chain: options.chain,
        walletUriBase: options.walletUriBase,
        onRequest: options.onRequest ?? (() => {}),
        onReply: options.onReply ?? (() => {}),
      };
      return runSession(channel, request, wallet, getAssociation(request), ++lastSession);
    },
    addAccount: (account = {}) => accounts.add(account),
    renameAccount: accounts.rename,
    removeAccount(address) {
      accounts.remove(address);
      authorizations.withdraw(address);
    },
    setGranted: accounts.setGranted,
    isGranted: accounts.isGranted,
    getApps: authorizations.getApps,
    revokeApp: authorizations.revokeApp,
    revokeTokens: authorizations.clear,
    getSettings: () => settings,
    changeSettings: change,
    changeCapabilities: (capabilities) => change({ capabilities }),
    getActivity: activity.getEntries,
    getWaiting: activity.getWaiting,
    clearActivity: activity.clear,
    answerNext: plans.add,
    forgetAnswers: plans.clear,
    watch,
    getFaults: () => faults,
    misbehave(next) {
      faults = next;
    },
  };
}

/** Returns the settings with which a wallet begins: later ones replace earlier ones. */
function getInitialSettings(options: MockWalletOptions): MockWalletSettings {
  const { like, chains, protocol, capabilities, quirks, attestation, phone, settings = {} } = options;
  const played = like === undefined ? {} : readPhoneReport(like).settings;
  const single = { chains, protocol, capabilities, quirks, phone, attestation: attestation && 'accept' };
  return [played, single as SettingsChanges, settings].reduce(changeSettings, DEFAULT_SETTINGS);
}

/** Returns the attestation that a session demands. */
function getAttestation(
  { attestation }: MockWalletSettings,
  options: MockWalletOptions,
): MockAttestation | undefined {
  if (attestation === 'off') return undefined;
  const accepting = options.attestation ?? ANY_ATTESTATION;
  return attestation === 'accept' ? accepting : { ...accepting, isAttested: () => false };
}
