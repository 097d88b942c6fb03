import { encodeBase64 } from '../util/bytes.js';
import { assertArgument, attempt, type MobileWalletError } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';
import { CLUSTERS } from './chains.js';
import {
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
  limitIcons,
  MAX_ACCOUNTS,
  MAX_NAMES,
} from './check.js';
import type {
  Account,
  AuthorizationResult,
  Capabilities,
  ChainIdentifier,
  Cluster,
  SendOptions,
  SignInResult,
  TransactionVersion,
} from './types.js';

const checkAccount = (chain: ChainIdentifier | undefined): Check<Account> =>
  checkObject<Account>({
    address: checkKey,
    chains: (value, path) => checkOptional(checkNames)(value, path) ?? (chain ? [chain] : []),
    label: checkOptional(checkLabel),
    display_address: checkOptional(checkShortText),
    display_address_format: checkOptional(checkShortText),
    features: checkOptional(checkNames),
    icon: checkOptional(checkIcon),
  });

const checkAccounts =
  (chain: ChainIdentifier | undefined): Check<AuthorizationResult['accounts']> =>
  (value, path) => {
    if (Array.isArray(value) && value.length > MAX_ACCOUNTS) {
      throw createInvalidResponseError(path, `must have at most ${MAX_ACCOUNTS} accounts`);
    }
    const [first, ...rest] = limitIcons(checkArray(checkAccount(chain))(value, path));
    if (!first) throw createInvalidResponseError(path, 'must have at least one account');
    return [first, ...rest];
  };

/**
 * Decodes the result of `authorize` or `reauthorize`. An account without `chains` gets the authorized chain,
 * if that is known. A sign-in result is ignored unless the dapp requested one, and so gave
 * `decodeSignInResult`.
 */
export function decodeAuthorizationResult(
  result: unknown,
  chain: ChainIdentifier | undefined,
  decodeSignInResult?: (value: unknown, accounts: readonly Account[]) => SignInResult | undefined,
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

const checkInteger =
  (minimum: number, expectation: string): Check<number> =>
  (value, path) => {
    const number = checkNumber(value, path);
    if (Number.isInteger(number) && number >= minimum) return number;
    throw createInvalidResponseError(path, expectation);
  };

const checkLimit = checkInteger(1, 'must be at least 1');

const checkTransactionVersion: Check<TransactionVersion> = (value, path) =>
  value === 'legacy' ? value : checkInteger(0, 'must be a transaction version')(value, path);

/**
 * The versions of a wallet that publishes none, as legacy (1.x) wallets do. All of them sign `legacy`
 * transactions.
 */
const UNPUBLISHED_VERSIONS: readonly TransactionVersion[] = Object.freeze(['legacy']);

/** Whether a wallet has published these versions of its capabilities itself. */
export function isPublished(versions: readonly TransactionVersion[]): boolean {
  return versions !== UNPUBLISHED_VERSIONS;
}

const checkTransactionVersions: Check<readonly TransactionVersion[]> = (value, path) =>
  checkOptional(checkArray(checkTransactionVersion))(value, path)?.slice(0, MAX_NAMES) ??
  UNPUBLISHED_VERSIONS;

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
 * Decodes the result of `get_capabilities`. A legacy (1.x) wallet sends two booleans instead of features.
 * Such a wallet, and any wallet in a legacy session, can sign transactions without sending them.
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

/** The method that signs transactions. */
export const SIGN = 'sign_transactions';
/** The method that signs and submits transactions. */
export const SEND = 'sign_and_send_transactions';

/** Encodes payloads and, for `sign_messages`, adds the base64 addresses. */
export function encodePayloads(
  payloads: readonly Uint8Array[],
  addresses?: readonly string[],
): JsonObject & Readonly<{ payloads: readonly string[] }> {
  return { ...(addresses && { addresses }), payloads: payloads.map(encodeBase64) };
}

type OptionCheck = readonly [isValid: (value: unknown) => boolean, expectation: string];

const MAX_INT32 = 2 ** 31 - 1;
const INT32: OptionCheck = [
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INT32,
  // Wallets read 32 bits.
  `must be an integer from 0 to ${MAX_INT32}`,
];
const BOOLEAN: OptionCheck = [(value) => typeof value === 'boolean', 'must be a boolean'];

const SEND_OPTIONS: Readonly<Record<keyof SendOptions, OptionCheck>> = {
  minContextSlot: INT32,
  commitment: [
    (value) => ['processed', 'confirmed', 'finalized'].includes(value as string),
    'must be processed, confirmed or finalized',
  ],
  skipPreflight: BOOLEAN,
  maxRetries: INT32,
  waitForCommitmentToSendNextTransaction: BOOLEAN,
};

/**
 * Returns the send options that are given, and no other members.
 * @throws `INVALID_ARGUMENT` for a wrong one
 */
export function parseSendOptions(params: object): SendOptions {
  const options: Record<string, unknown> = {};
  for (const [key, [isValid, expectation]] of Object.entries(SEND_OPTIONS)) {
    const option = (params as JsonObject)[key];
    if (option === undefined) continue;
    assertArgument(isValid(option), key, expectation);
    options[key] = option;
  }
  return options;
}

/**
 * Checks the send options and encodes the parameters of `sign_and_send_transactions`.
 * @throws `INVALID_ARGUMENT`
 */
export function encodeSendParams(transactions: readonly Uint8Array[], options: SendOptions): JsonObject {
  const members = Object.entries(parseSendOptions(options)).map(([key, value]) => {
    const snakeCase = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [snakeCase, value];
  });
  const payloads = encodePayloads(transactions);
  return members.length > 0 ? { ...payloads, options: Object.fromEntries(members) } : payloads;
}

/** Reads one member of a result. */
function decodeMember<T>(result: unknown, key: string, check: Check<T>): T {
  return checkObject<Record<string, T>>({ [key]: check })(result, 'result')[key] as T;
}

/** Decodes `signed_payloads`, exactly `count` of them. */
export function decodeSignedPayloads(result: unknown, count: number): Uint8Array[] {
  return decodeMember(result, 'signed_payloads', checkArray(checkBase64(), count));
}

/**
 * An entry of `signatures`: its bytes, which should be 64; `null` if it is empty; or the error about it, so
 * that one wrong entry does not hide what the others say.
 */
export type DecodedSignature = Uint8Array | null | MobileWalletError;

const checkSignature: Check<DecodedSignature> = (value, path) =>
  value === null || value === ''
    ? null
    : attempt(
        () => checkBase64()(value, path),
        (error) => error as MobileWalletError,
      );

/** Decodes `signatures`, exactly `count` of them. */
export function decodeSignatures(result: unknown, count: number): DecodedSignature[] {
  return decodeMember(result, 'signatures', checkArray(checkSignature, count));
}

/** Decodes the result of `clone_authorization`: the new token. */
export function decodeClonedToken(result: unknown): string {
  return decodeMember(result, 'auth_token', checkToken);
}

/**
 * Returns the legacy protocol's name of a chain.
 * @throws `INVALID_ARGUMENT` for `solana:localnet`, which has none
 */
export function getCluster(chain: ChainIdentifier): Cluster {
  const cluster = CLUSTERS[chain];
  assertArgument(cluster, 'chain', `must be another chain: ${chain} has no name in protocol 1.x`);
  return cluster;
}
