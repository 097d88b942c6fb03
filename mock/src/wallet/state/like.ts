import * as v from 'valibot';
import { anyObject, definedObject, keepDefined, oneOf, parse, truth } from '../../values/parse.js';
import { QUIRKS } from '../quirk-table.js';
import type { Quirks } from '../quirks.js';
import { DEFAULT_SETTINGS, type MockCapabilities, type SettingsChanges } from '../settings.js';
import { CAPABILITY_SCHEMAS, MAX_LIMIT, QUIRK_SCHEMAS } from './change-settings.js';

/** What a wallet app on a phone did, as far as the mock wallet can do the same. */
export type PhoneReportReading = Readonly<{
  /** The settings with which the mock wallet plays that wallet. */
  settings: SettingsChanges;
  /** In what that wallet differs from the mock wallet's defaults, a sentence each. */
  fromMock: readonly string[];
  /**
   * In what that wallet differs from the specification, as far as its behaviour is known, a sentence each.
   */
  fromSpecification: readonly string[];
}>;

/** What is public of wallet apps, by the name for the option `like`. */
export const KNOWN_WALLETS: Readonly<Record<string, SettingsChanges>> = {
  'phantom-on-mainnet': {
    quirks: { silentWithoutMinContextSlot: true, changesPriorityFee: true, addsGuards: true },
  },
};

/** What the specification demands where wallets differ. */
const SPECIFIED: Partial<Quirks> = {
  accountChains: true,
  nullWalletUriBase: false,
  signInResult: 'signed',
  extraSignInNewline: false,
  legacyCapabilities: false,
  signedMessages: 'message-and-signatures',
  errorDataIsText: false,
  hangsUpOn: 'nothing',
};
const LIMIT_NAMES: Readonly<Record<keyof MockCapabilities, string>> = {
  maxTransactionsPerRequest: 'The most transactions in one request',
  maxMessagesPerRequest: 'The most messages in one request',
  supportedTransactionVersions: 'Transaction versions',
  features: 'Features',
};

/** An object of which only these members count: later versions of the page may report more. */
const members = <const T extends v.ObjectEntries>(entries: T) => v.pipe(definedObject, v.object(entries));
const limit = v.nullish(
  v.pipe(
    v.number('must be a number'),
    v.check((value) => Number.isInteger(value) && value > 0, 'must be a positive integer'),
    v.transform((value) => Math.min(value, MAX_LIMIT)),
  ),
);
const authorization = v.optional(
  v.looseObject({ accounts: v.array(anyObject, 'must be an array of objects') }, 'must be an object'),
);
const schema = members({
  report: oneOf(['mobile-wallet-standard/phone']),
  version: oneOf([1]),
  wallet: members({
    protocol: oneOf(['v1', 'legacy']),
    propertiesVersion: v.optional(v.unknown()),
    capabilities: v.optional(
      members({
        max_transactions_per_request: limit,
        max_messages_per_request: limit,
        supported_transaction_versions: v.nullish(CAPABILITY_SCHEMAS.supportedTransactionVersions),
        features: v.nullish(CAPABILITY_SCHEMAS.features),
        supports_clone_authorization: v.nullish(truth),
      }),
    ),
    authorize: authorization,
    authorizeByToken: authorization,
    isTokenRenewed: v.optional(truth),
    signInResult: v.optional(QUIRK_SCHEMAS.signInResult),
    hasExtraSignInNewline: v.optional(truth),
    signedMessages: v.optional(QUIRK_SCHEMAS.signedMessages),
    errorDataIsText: v.optional(truth),
    hangsUpOn: v.optional(QUIRK_SCHEMAS.hangsUpOn),
  }),
});

/**
 * Reads a report of the page `/check`, as JSON: what the wallet app on a phone did. `phantom-on-mainnet`, a
 * name in place of a report, is what is public of that app.
 *
 * @throws TypeError for what is no such report, RangeError for a number that no setting can have; the message
 * names the
 *   member
 */
export function readPhoneReport(report: unknown): PhoneReportReading {
  const settings = typeof report === 'string' ? readName(report) : readSettings(report);
  const { protocol, capabilities = {}, quirks = {} } = settings;
  const old = protocol === 'legacy' ? ['It speaks protocol 1.x.'] : [];
  return {
    settings,
    fromMock: [
      ...old,
      ...describeCapabilities(capabilities),
      ...describeQuirks(quirks, DEFAULT_SETTINGS.quirks),
    ],
    fromSpecification: [...old, ...describeQuirks(quirks, SPECIFIED)],
  };
}

const readName = (name: string): SettingsChanges =>
  KNOWN_WALLETS[parse(oneOf(Object.keys(KNOWN_WALLETS)), name, 'like')] ?? {};

function readSettings(report: unknown): SettingsChanges {
  const { wallet } = parse(schema, report, 'report');
  const { protocol, capabilities: published, authorize, authorizeByToken } = wallet;
  const [account] = authorize?.accounts ?? [];
  const [knownAccount] = authorizeByToken?.accounts ?? [];
  const version = QUIRKS.propertiesVersion.options.find(([value]) => value === wallet.propertiesVersion)?.[0];
  const isCurrent = protocol === 'v1';
  const hasSignIn = isCurrent && (published?.features?.includes('solana:signInWithSolana') ?? !published);
  const quirks = keepDefined<Quirks>({
    propertiesVersion: version,
    legacyCapabilities: published && isCurrent ? 'supports_clone_authorization' in published : undefined,
    walletIcon: authorize && isCurrent ? 'wallet_icon' in authorize : undefined,
    nullWalletUriBase: authorize && authorize['wallet_uri_base'] === null,
    accountChains: account && isCurrent ? 'chains' in account : undefined,
    accountFeatures: account && isCurrent ? 'features' in account : undefined,
    displayAddressByToken: knownAccount && isCurrent ? 'display_address' in knownAccount : undefined,
    renewsTokens: wallet.isTokenRenewed,
    signInResult: hasSignIn ? wallet.signInResult : undefined,
    extraSignInNewline: wallet.hasExtraSignInNewline,
    signedMessages: wallet.signedMessages,
    errorDataIsText: wallet.errorDataIsText,
    hangsUpOn: wallet.hangsUpOn,
  });
  const clones = published?.supports_clone_authorization ? ['solana:cloneAuthorization'] : [];
  const capabilities: Partial<MockCapabilities> = published
    ? {
        maxTransactionsPerRequest: published.max_transactions_per_request ?? 0,
        maxMessagesPerRequest: published.max_messages_per_request ?? 0,
        supportedTransactionVersions: published.supported_transaction_versions ?? ['legacy'],
        features: published.features ?? ['solana:signTransactions', ...clones],
      }
    : {};
  return { protocol, capabilities, quirks };
}

function describeCapabilities(capabilities: Partial<MockCapabilities>): readonly string[] {
  return (Object.keys(capabilities) as (keyof MockCapabilities)[]).flatMap((name) => {
    const [value, usual] = [capabilities[name], DEFAULT_SETTINGS.capabilities[name]].map((limit) =>
      Array.isArray(limit) ? [...limit].sort().join(', ') || 'none' : String(limit || 'no limit'),
    );
    return value === usual ? [] : [`${LIMIT_NAMES[name]}: ${value} (${usual})`];
  });
}

/** Says what quirks do, a sentence each, except where they are as in `usual`, and where that says nothing. */
function describeQuirks(quirks: Partial<Quirks>, usual: Partial<Quirks>): readonly string[] {
  return (Object.keys(quirks) as (keyof Quirks)[]).flatMap((name) => {
    if (usual[name] === undefined || quirks[name] === usual[name]) return [];
    const quirk = QUIRKS[name];
    if ('on' in quirk) return [`${quirk.title}: ${quirks[name] ? quirk.on : quirk.off}`];
    const options: readonly (readonly [unknown, string])[] = 'options' in quirk ? quirk.options : [];
    return [`${quirk.title}: ${options.find(([value]) => value === quirks[name])?.[1]}`];
  });
}
