import { encodeBase64 } from '../bytes.js';
import { assertArgument } from '../errors.js';
import { CLUSTERS } from './chains.js';
import {
  attempt,
  type Check,
  checkArray,
  checkBase64,
  checkBaseUri,
  checkBoolean,
  checkIcon,
  checkKey,
  checkLabel,
  checkNames,
  checkNumber,
  checkObject,
  checkOptional,
  checkShortText,
  checkToken,
  createInvalidResponseError,
  MOST_ACCOUNTS,
  MOST_NAMES,
  SIGNATURE_LENGTH,
  withinIconCap,
} from './check.js';
import type {
  Account,
  AuthorizationResult,
  Capabilities,
  ChainIdentifier,
  Cluster,
  JsonObject,
  SendOptions,
  SignInResult,
  TransactionVersion,
} from './types.js';

const getDefaultChains = (chain: ChainIdentifier | undefined): readonly string[] =>
  chain === undefined ? [] : [chain];

const checkAccount = (chain: ChainIdentifier | undefined): Check<Account> =>
  checkObject<Account>({
    address: checkKey,
    chains: (value, path) => checkOptional(checkNames)(value, path) ?? getDefaultChains(chain),
    label: checkOptional(checkLabel),
    display_address: checkOptional(checkShortText),
    display_address_format: checkOptional(checkShortText),
    features: checkOptional(checkNames),
    icon: checkOptional(checkIcon),
  });

const checkAccounts =
  (chain: ChainIdentifier | undefined): Check<AuthorizationResult['accounts']> =>
  (value, path) => {
    if (Array.isArray(value) && value.length > MOST_ACCOUNTS) {
      throw createInvalidResponseError(path, `must have ${MOST_ACCOUNTS} accounts or fewer`);
    }
    const [first, ...rest] = withinIconCap(checkArray(checkAccount(chain))(value, path));
    if (!first) throw createInvalidResponseError(path, 'must have one account or more');
    return [first, ...rest];
  };

/** Reads the `sign_in_result` beside these accounts, if there is one. */
export type DecodeSignInResult = (
  value: unknown,
  accounts: AuthorizationResult['accounts'],
) => SignInResult | undefined;

/**
 * Reads the result of `authorize` or `reauthorize`; an account without `chains` gets the authorized one, or none
 * where that is not known. A sign-in that was not asked for is passed over.
 */
export function decodeAuthorizationResult(
  result: unknown,
  chain: ChainIdentifier | undefined,
  decodeSignInResult?: DecodeSignInResult,
): AuthorizationResult {
  const authorization = checkObject<AuthorizationResult>({
    auth_token: checkToken,
    accounts: checkAccounts(chain),
    wallet_uri_base: checkOptional(checkBaseUri),
    wallet_icon: checkOptional(checkIcon),
    sign_in_result: () => undefined,
  })(result, 'result');
  const signedIn = decodeSignInResult?.((result as JsonObject)['sign_in_result'], authorization.accounts);
  return signedIn ? { ...authorization, sign_in_result: signedIn } : authorization;
}

const checkTransactionVersion: Check<TransactionVersion> = (value, path) => {
  if (value === 'legacy') return value;
  const version = checkNumber(value, path);
  if (!Number.isInteger(version) || version < 0) {
    throw createInvalidResponseError(path, 'must be a transaction version');
  }
  return version;
};

/** Legacy (1.x) wallets publish no versions; `legacy` is what all of them sign. */
const checkTransactionVersions: Check<readonly TransactionVersion[]> = (value, path) =>
  checkOptional(checkArray(checkTransactionVersion))(value, path)?.slice(0, MOST_NAMES) ?? ['legacy'];

const checkCapabilities = checkObject<
  Omit<Capabilities, 'features'> & Readonly<{ features?: readonly string[] }>
>({
  max_transactions_per_request: checkOptional(checkLimit),
  max_messages_per_request: checkOptional(checkLimit),
  supported_transaction_versions: checkTransactionVersions,
  features: checkOptional(checkNames),
  supports_clone_authorization: checkOptional(checkBoolean),
  supports_sign_and_send_transactions: checkOptional(checkBoolean),
});

const SIGN_TRANSACTIONS = 'solana:signTransactions';

/**
 * Reads the result of `get_capabilities`. A legacy (1.x) wallet has two booleans in the place of features; all such
 * wallets, and all wallets in a legacy session, sign transactions without sending them.
 */
export function decodeCapabilities(result: unknown, isLegacy = false): Capabilities {
  const capabilities = checkCapabilities(result, 'result');
  const { supports_clone_authorization: canClone, supports_sign_and_send_transactions: canSend } =
    capabilities;
  const features = capabilities.features ?? [
    SIGN_TRANSACTIONS,
    ...(canSend ? ['solana:signAndSendTransaction'] : []),
    ...(canClone ? ['solana:cloneAuthorization'] : []),
  ];
  const isListed = !isLegacy || features.includes(SIGN_TRANSACTIONS);
  return { ...capabilities, features: isListed ? features : [...features, SIGN_TRANSACTIONS] };
}

function checkLimit(value: unknown, path: string): number {
  const limit = checkNumber(value, path);
  if (!Number.isInteger(limit) || limit < 1) throw createInvalidResponseError(path, 'must be 1 or more');
  return limit;
}

/** Writes byte payloads and, for `sign_messages`, base64 addresses. */
export function encodePayloads(
  payloads: readonly Uint8Array[],
  addresses?: readonly string[],
): JsonObject & Readonly<{ payloads: readonly string[] }> {
  return { ...(addresses && { addresses }), payloads: payloads.map(encodeBase64) };
}

/** Writes `payloads` and the nested snake_case `options` of `sign_and_send_transactions`. */
export function encodeSendParams(transactions: readonly Uint8Array[], options: SendOptions): JsonObject {
  const members = Object.entries({
    min_context_slot: options.minContextSlot,
    commitment: options.commitment,
    skip_preflight: options.skipPreflight,
    max_retries: options.maxRetries,
    wait_for_commitment_to_send_next_transaction: options.waitForCommitmentToSendNextTransaction,
  }).filter(([, value]) => value !== undefined);
  const payloads = encodePayloads(transactions);
  return members.length > 0 ? { ...payloads, options: Object.fromEntries(members) } : payloads;
}

/** Reads `signed_payloads`, as many as were asked for. */
export function decodeSignedPayloads(result: unknown, count: number): Uint8Array[] {
  return checkObject<{ signed_payloads: Uint8Array[] }>({
    signed_payloads: checkArray(checkBase64(), count),
  })(result, 'result').signed_payloads;
}

/** Reads `signatures`, 64 bytes each and as many as were asked for. */
export function decodeSignatures(result: unknown, count: number): Uint8Array[] {
  return checkObject<{ signatures: Uint8Array[] }>({
    signatures: checkArray(checkBase64(SIGNATURE_LENGTH), count),
  })(result, 'result').signatures;
}

/** Reads the valid ones of `signatures` that are malformed as a whole; none where their number is wrong. */
export function readSignatures(result: unknown, count: number): (Uint8Array | undefined)[] {
  const given: unknown = (result as JsonObject | null | undefined)?.['signatures'];
  const known: readonly unknown[] = Array.isArray(given) && given.length === count ? given : [];
  return Array.from({ length: count }, (_, index) => attempt(checkBase64(SIGNATURE_LENGTH), known[index]));
}

/** Reads the result of `clone_authorization`: the new token. */
export function decodeClonedToken(result: unknown): string {
  return checkObject<{ auth_token: string }>({ auth_token: checkToken })(result, 'result').auth_token;
}

/** Gives the legacy protocol's name of a chain. @throws `INVALID_ARGUMENT` for one that it has no name for */
export function getCluster(chain: ChainIdentifier): Cluster {
  const cluster = CLUSTERS[chain];
  assertArgument(cluster, 'chain', `must be another one: a wallet of protocol 1.x does not know ${chain}`);
  return cluster;
}
