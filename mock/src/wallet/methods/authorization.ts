import {
  delay,
  encodeBase64,
  equalBytes,
  JSON_RPC_CODES,
  type JsonObject,
  type SignInPayload,
  type SignInResult,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import type { AccountList, Signer } from '../accounts.js';
import { askUser, followPlan } from '../ask-user.js';
import { type Authorization, isSameIdentity } from '../authorizations.js';
import type { MockSession, MockWalletContext } from '../mock-session.js';
import { readBase64, readText } from '../params.js';
import type { Quirks } from '../quirks.js';
import { leaveUnanswered, refuse, refuseMethod } from '../refusal.js';
import { createWalletIcon } from '../wallet-icon.js';
import { type AuthorizeInput, parseChain, readAuthorizeInput, readLegacyInput } from './authorize-input.js';
import { signIn, writeSignInText } from './sign-in.js';

/**
 * What `authorize` grants; `byToken` is the dapp's text of the token that stood in for the user's approval.
 */
type Grant = Readonly<{
  authorization: Authorization;
  byToken?: string;
  signInResult?: SignInResult | undefined;
}>;

/** Answers `authorize` and `reauthorize`, which is another name of `authorize` in the reference library. */
export async function authorize(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet, association, request } = session;
  const { protocol, quirks } = wallet;
  const isReauthorize = request.method === 'reauthorize';
  if (isReauthorize && protocol === 'v1' && !quirks.answersReauthorize) refuseMethod(request.method);
  const input =
    protocol === 'v1' ? readAuthorizeInput(params, quirks) : readLegacyInput(params, quirks, isReauthorize);
  if (quirks.authorizeDropsAuthorization) association.authorization = undefined;
  const [granted] = await Promise.all([
    input.token === undefined ? grantAfresh(input, session) : grantByToken(input, input.token, session),
    quirks.authorizeMs === 0 ? undefined : delay(quirks.authorizeMs, session.signal),
  ]);
  association.authorization = granted.authorization;
  return getAuthorizationResult(granted, wallet);
}

/** Answers `deauthorize` with `{}`, whether or not the token was known. */
export async function deauthorize(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet, association } = session;
  const sent = readText(params, 'auth_token', wallet.quirks);
  if (!sent) refuse(JSON_RPC_CODES.INVALID_PARAMS, 'auth_token must be a non-empty string');
  const token = readToken(sent, wallet.quirks);
  await followPlan(session);
  wallet.authorizations.revoke(token);
  if (!wallet.quirks.signsAfterDeauthorize && association.authorization?.token === token) {
    association.authorization = undefined;
  }
  return {};
}

/**
 * Answers `clone_authorization` with another token for the same authorization, if the wallet has the feature.
 */
export async function cloneAuthorization(session: MockSession): Promise<JsonObject> {
  const { wallet, association } = session;
  if (!wallet.getSettings().capabilities.features.includes('solana:cloneAuthorization'))
    refuseMethod('clone_authorization');
  const { authorization } = association;
  if (!authorization) return refuseSession();
  await followPlan(session, authorization.identity);
  const addresses = authorization.addresses.filter(wallet.accounts.find);
  if (addresses.length === 0) return refuseSession();
  return { auth_token: wallet.authorizations.issue({ ...authorization, addresses }).token };
}

async function grantByToken(input: AuthorizeInput, sent: string, session: MockSession): Promise<Grant> {
  const { authorizations, quirks, accounts } = session.wallet;
  const token = readToken(sent, quirks);
  const known = authorizations.find(token);
  if (!known || (quirks.refusesTokenOfOtherIdentity && !isSameIdentity(known.identity, input.identity)))
    refuseToken(quirks);
  if (input.chain !== undefined && input.chain !== known.chain) {
    return quirks.refusesTokenOfOtherChain
      ? refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED)
      : grantAfresh(input, session);
  }
  session.request.record.note({ identity: known.identity, chain: known.chain });
  const signer = accounts.find(known.addresses[0] ?? '');
  const asked =
    input.signIn && signer && !quirks.tokenOverridesSignIn
      ? await askToSignIn(input, known.chain, input.signIn, signer, known.addresses, session)
      : await followPlan(session, known.identity);
  // Again, because the user may have revoked the token or removed an account meanwhile.
  authorizations.touch(token);
  const current = authorizations.find(token) ?? refuseToken(quirks);
  const authorization = quirks.renewsTokens ? authorizations.renew(current) : current;
  const byToken = quirks.renewsTokens ? authorization.token : sent;
  return { authorization, byToken, signInResult: asked?.result };
}

async function grantAfresh(input: AuthorizeInput, session: MockSession): Promise<Grant> {
  const { authorizations, accounts: list, getSettings, quirks } = session.wallet;
  const chain = parseChain(input.chain, session.wallet);
  const accounts = list.getAccounts();
  const requested = accounts
    .filter(({ publicKey }) => input.addresses.some((address) => equalBytes(publicKey, address)))
    .map(({ address }) => address);
  const defaultAddresses = requested.length > 0 ? requested : list.getSuggested();
  const { identity, signIn: payload } = input;

  const { features } = getSettings().capabilities;
  if (payload && quirks.signInResult !== 'absent' && features.includes('solana:signInWithSolana')) {
    const signer = list.find(payload.address ?? '') ?? list.find(defaultAddresses[0] ?? '');
    if (!signer) throw new RangeError('The wallet has no account');
    const { result, addresses } = await askToSignIn(input, chain, payload, signer, requested, session);
    const granted = new Set([signer.account.address, ...getKnown(addresses, list)]);
    const authorization = authorizations.issue({ identity, chain, addresses: [...granted] });
    return { authorization, signInResult: result };
  }
  const decision = await askUser(session, { identity, chain }, () => ({
    type: 'authorize',
    accounts,
    defaultAddresses,
    features: input.features,
  }));
  if (!decision.approved) refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED);
  const addresses = getKnown(decision.accounts ?? defaultAddresses, list);
  return { authorization: authorizations.issue({ identity, chain, addresses }) };
}

async function askToSignIn(
  { identity }: AuthorizeInput,
  chain: string,
  payload: SignInPayload,
  signer: Signer,
  requested: readonly string[],
  session: MockSession,
): Promise<Readonly<{ result: SignInResult | undefined; addresses: readonly string[] }>> {
  const { quirks, accounts } = session.wallet;
  const { address } = signer.account;
  const text = writeSignInText(payload, address, quirks);
  const defaultAddresses = [...new Set([address, ...requested])];
  const decision = await askUser(session, { identity, chain }, () => ({
    type: 'sign-in',
    accounts: accounts.getAccounts(),
    address,
    defaultAddresses,
    text,
  }));
  if (!decision.approved) refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED);
  return { result: await signIn(text, signer, quirks), addresses: decision.accounts ?? defaultAddresses };
}

function getAuthorizationResult(
  { authorization, byToken, signInResult }: Grant,
  wallet: MockWalletContext,
): JsonObject {
  const { quirks, walletUriBase, protocol } = wallet;
  const { token, addresses, chain } = authorization;
  const granted = addresses.flatMap((address) => wallet.accounts.find(address)?.account ?? []);
  const ownBase = walletUriBase ?? (quirks.nullWalletUriBase ? null : undefined);
  const uriBase = quirks.deadWalletUriBase ? 'https://wallet.invalid' : ownBase;
  return {
    // The reference library returns the text that it was sent.
    auth_token: byToken ?? token,
    accounts: granted.map((account) => ({
      address: encodeBase64(account.publicKey),
      label: account.label,
      ...(protocol === 'v1' && {
        ...((byToken === undefined || quirks.displayAddressByToken) && {
          display_address: account.address,
          display_address_format: 'base58',
        }),
        ...(quirks.accountChains && { chains: [chain] }),
        ...(quirks.accountFeatures && {
          features: [
            'solana:signMessages',
            'solana:signAndSendTransaction',
            ...wallet.getSettings().capabilities.features,
          ],
        }),
      }),
    })),
    ...(uriBase !== undefined && { wallet_uri_base: uriBase }),
    ...(protocol === 'v1' && quirks.walletIcon && { wallet_icon: createWalletIcon(quirks.walletIconBytes) }),
    ...(signInResult && { sign_in_result: signInResult }),
  };
}

/**
 * Returns a token as the wallet has issued it, without characters that the dapp's text has besides, such as
 * line breaks.
 */
function readToken(text: string, quirks: Quirks): string {
  const bytes = readBase64(text, quirks);
  if (!bytes && quirks.silentOnMalformedToken) leaveUnanswered('silence');
  return bytes ? encodeBase64(bytes) : text;
}

function refuseToken({ refusedToken }: Quirks): never {
  return typeof refusedToken === 'string' ? leaveUnanswered(refusedToken) : refuse(refusedToken);
}

function refuseSession(): never {
  return refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED, 'session not authorized');
}

/** Returns the addresses; throws a RangeError if the wallet has no account with one of them. */
function getKnown(addresses: readonly string[], accounts: AccountList): readonly string[] {
  return addresses.map((address) => accounts.getOrThrow(address).account.address);
}
