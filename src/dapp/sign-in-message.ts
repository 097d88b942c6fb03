import { createInvalidResponseError } from '../protocol/check.js';
import { isSet } from '../protocol/payloads.js';
import { createSignInText, parseSignInPayload, parseSignInText } from '../protocol/sign-in-text.js';
import type { Account, Identity, SignInPayload, SignInResult } from '../protocol/types.js';
import { decodeBase58, encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeBase64, encodeUtf8, equalBytes, SIGNATURE_LENGTH } from '../util/bytes.js';
import { assertArgument, MobileWalletError } from '../util/errors.js';
import { assertBytes } from '../util/is-bytes.js';
import type { AuthorizeParams } from './mobile-wallet.js';

/** A sign-in payload as it is sent, with a domain. */
export type SignInRequest = SignInPayload & Readonly<{ domain: string }>;

/**
 * Returns a payload with a `domain`: its own, or else the page's host, or else the identity's. Without a
 * domain, wallets would use the identity's host without its port.
 *
 * @throws `INVALID_ARGUMENT` if there is no domain
 */
export function withDomain(payload: SignInPayload, identity: Identity = {}): SignInRequest {
  const { uri } = identity;
  const identityHost = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri).host : '';
  const domain = payload.domain || globalThis.location?.host || identityHost;
  assertArgument(domain !== '', 'sign_in_payload.domain', 'must be given outside a page');
  return { ...payload, domain };
}

/** Returns the checked `sign_in_payload` to send to the wallet. @throws `INVALID_ARGUMENT` */
export function parseSignInRequest({ sign_in_payload, identity }: AuthorizeParams): SignInRequest {
  // Otherwise a plain text would be signed in place of the off-chain message that was asked for.
  assertArgument(
    !isSet(Object(sign_in_payload).useOffchainMessage),
    'sign_in_payload.useOffchainMessage',
    'must not be set: only solana:signIn has it',
  );
  return withDomain(parseSignInPayload(sign_in_payload), identity);
}

/**
 * Whether a wallet's sign-in text has the line for an empty list of resources, if the dapp passed such a
 * list. The reference wallet omits it, and then `verifySignIn` from `@solana/wallet-standard-util` rejects
 * the text for the dapp's input.
 */
export function hasAskedResources({ signed_message }: SignInResult, { resources }: SignInPayload): boolean {
  if (resources?.length !== 0) return true;
  const signed = parseSignInText(new TextDecoder().decode(decodeBase64(signed_message)));
  return signed === undefined || signed.resources !== undefined;
}

/** Encodes a sign-in text, for an account (base64) to sign. */
export type EncodeSignInText = (text: string, address: string) => Uint8Array;

/** Returns the message that an account (base64) signs to sign in. */
export function createSignInMessage(
  payload: SignInRequest,
  address: string,
  encode: EncodeSignInText,
): Uint8Array {
  return encode(createSignInText({ ...payload, address: encodeBase58(decodeBase64(address)) }), address);
}

/** Has the wallet sign messages with each of some addresses (base64). */
export type SignMessages = (
  addresses: readonly string[],
  messages: readonly Uint8Array[],
  signal?: AbortSignal,
) => Promise<Uint8Array[]>;

/** What a sign-in needs to know of an authorization. */
type Authorized = Readonly<{
  accounts: readonly Pick<Account, 'address'>[];
  sign_in_result?: SignInResult;
}>;

/**
 * Returns how the wallet has signed in while it authorized, if it has as asked. Otherwise signs in by
 * `sign_messages`. Signs the text, because the wallet does not do that by itself, or what `encode` makes of
 * it.
 *
 * @throws `ACCOUNT_NOT_AUTHORIZED` if the payload names an account that the wallet did not grant
 */
export async function finishSignIn(
  signMessages: SignMessages,
  { accounts, sign_in_result: result }: Authorized,
  payload: SignInRequest,
  signal: AbortSignal | undefined,
  encode: EncodeSignInText = encodeUtf8,
): Promise<SignInResult> {
  if (result && hasAskedResources(result, payload)) return result;
  const wanted = payload.address === undefined ? undefined : decodeBase58(payload.address);
  const account = accounts.find(({ address }) => !wanted || equalBytes(decodeBase64(address), wanted));
  if (!account) throw createNotGrantedError(payload.address ?? '');
  const message = createSignInMessage(payload, account.address, encode);
  const [signed] = await signMessages([account.address], [message], signal);
  const [signature] = splitSignedMessage(signed as Uint8Array, message, 1).signatures;
  return {
    address: account.address,
    signed_message: encodeBase64(message),
    signature: encodeBase64(signature as Uint8Array),
  };
}

/** Creates the error for an account (base58) that was asked for, and that the wallet app did not grant. */
export function createNotGrantedError(address: string): MobileWalletError<'ACCOUNT_NOT_AUTHORIZED'> {
  const message = `The wallet did not grant ${address}`;
  return new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
}

/** A signed payload of `signMessages`, split into its parts. */
export type SignedMessage = Readonly<{
  /** The bytes that were signed. */
  message: Uint8Array;
  /** One signature of 64 bytes for each address, in their order. */
  signatures: readonly Uint8Array[];
}>;

/**
 * Splits what a wallet returned for `message` into the message and one 64-byte signature per address, in the
 * order of the addresses. Also accepts only the signatures, because some wallets return them without the
 * message.
 *
 * `signMessages` of a session needs it in every import (`…/session`, `…/kit`, `…/web3js`, `…/legacy`), and so
 * does the callback of `mobile-wallet-standard:transact`. `solana:signMessage` and kit's signers return
 * signatures that are already split.
 *
 * @param signed what `signMessages` returned for this message
 * @param message the message that was passed to `signMessages`
 * @param addressCount how many `addresses` were passed to `signMessages`
 * @throws `INVALID_ARGUMENT`; `INVALID_RESPONSE` if `signed` is neither the message with its signatures nor
 * the signatures alone
 *
 * @example
 * ```ts
 * import { splitSignedMessage, transact } from 'mobile-wallet-standard/session';
 *
 * // Returns the user's signature of a text.
 * export function sign(text: string): Promise<Uint8Array> {
 *   const message = new TextEncoder().encode(text);
 *   return transact(async (wallet) => {
 *     const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Example' } });
 *     const [signed] = await wallet.signMessages({ addresses: [accounts[0].address], payloads: [message] });
 *     return splitSignedMessage(signed, message, 1).signatures[0];
 *   });
 * }
 * ```
 */
export function splitSignedMessage(
  signed: Uint8Array,
  message: Uint8Array,
  addressCount: number,
): SignedMessage {
  assertBytes(signed, 'signed');
  assertBytes(message, 'message');
  const isCount = Number.isInteger(addressCount) && addressCount >= 0;
  assertArgument(isCount, 'addressCount', 'must be a number of addresses');
  const messageEnd = signed.length - addressCount * SIGNATURE_LENGTH;
  const isWhole = messageEnd >= 0 && equalBytes(signed.subarray(0, messageEnd), message);
  if (messageEnd !== 0 && !isWhole) {
    throw createInvalidResponseError('signed_payloads', 'must be the message followed by its signatures');
  }
  const signatures = Array.from({ length: addressCount }, (_, index) => {
    const start = messageEnd + index * SIGNATURE_LENGTH;
    return signed.slice(start, start + SIGNATURE_LENGTH);
  });
  return { message, signatures };
}
