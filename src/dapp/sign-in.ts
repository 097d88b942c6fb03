import { decodeBase58 } from '../base58.js';
import { encodeBase58 } from '../base58-encode.js';
import { decodeBase64, encodeBase64, encodeUtf8, equalBytes } from '../bytes.js';
import { createInvalidArgumentError, MobileWalletError } from '../errors.js';
import { createInvalidResponseError } from '../protocol/check.js';
import { createSignInText, getSignInPayload, parseSignInText } from '../protocol/sign-in.js';
import type { AuthorizationResult, Identity, SignInPayload, SignInResult } from '../protocol/types.js';
import type { AuthorizeParams, MobileWallet } from './mobile-wallet.js';
import { splitSignedMessage } from './signed-message.js';

export { decodeSignInResult } from '../protocol/sign-in.js';

/**
 * Gives a payload its `domain` where it has none: the page's host, else the identity's. Without one, wallets
 * would take the identity's host less its port.
 *
 * @throws `INVALID_ARGUMENT` when there is neither
 */
export function withDomain(
  payload: SignInPayload,
  identity: Identity = {},
): SignInPayload & { domain: string } {
  const { uri } = identity;
  const identityHost = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri).host : '';
  const domain = payload.domain || globalThis.location?.host || identityHost;
  if (domain === '')
    throw createInvalidArgumentError('sign_in_payload.domain', 'must be given outside a page');
  return { ...payload, domain };
}

/** Gives what to send as `sign_in_payload`. @throws `INVALID_ARGUMENT` */
export function getSignInRequest({
  sign_in_payload,
  identity,
}: Pick<AuthorizeParams, 'sign_in_payload' | 'identity'>): SignInPayload & Readonly<{ domain: string }> {
  return withDomain(getSignInPayload(sign_in_payload), identity);
}

/**
 * Whether a wallet's sign-in has the line of an empty list of resources, if one was asked for. The reference wallet
 * leaves it out, and then `verifySignIn` of `@solana/wallet-standard-util` rejects the text for the input that was asked.
 */
export function hasAskedResources({ signed_message }: SignInResult, { resources }: SignInPayload): boolean {
  if (resources?.length !== 0) return true;
  const signed = parseSignInText(new TextDecoder().decode(decodeBase64(signed_message)));
  return signed === undefined || signed.resources !== undefined;
}

/**
 * Signs in at a wallet that has no Sign In With Solana: signs the same text by `sign_messages`, in the session
 * that has just been authorized.
 *
 * @throws `ACCOUNT_NOT_AUTHORIZED` when the payload names an account that was not granted
 */
export async function signInByMessage(
  wallet: MobileWallet,
  { accounts }: AuthorizationResult,
  payload: SignInPayload & Readonly<{ domain: string }>,
): Promise<SignInResult> {
  const wanted = payload.address === undefined ? undefined : decodeBase58(payload.address);
  const account = accounts.find(({ address }) => !wanted || equalBytes(decodeBase64(address), wanted));
  if (!account) {
    const address = payload.address ?? '';
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${address}`, { address });
  }
  const text = createSignInText({ ...payload, address: encodeBase58(decodeBase64(account.address)) });
  const message = encodeUtf8(text);
  const [signed] = await wallet.signMessages({ addresses: [account.address], payloads: [message] });
  const [signature] = signed ? splitSignedMessage(signed, message, 1).signatures : [];
  if (!signature) throw createInvalidResponseError('signed_payloads[0]', 'must hold a signature');
  return {
    address: account.address,
    signed_message: encodeBase64(message),
    signature: encodeBase64(signature),
  };
}
