import {
  delay,
  encodeBase64,
  equalBytes,
  JSON_RPC,
  type JsonObject,
  type SignInPayload,
  type SignInResult,
  WALLET_RPC,
} from 'mobile-wallet-standard/endpoint';
import type { MockAccount, Signer } from '../accounts.js';
import type { Authorization } from '../authorizations.js';
import { askUser, type MockSession, type MockWalletContext } from '../mock-session.js';
import { readBase64, readText } from '../params.js';
import type { Quirks } from '../quirks.js';
import { fallSilent, refuse, refuseMethod } from '../refusal.js';
import { type AuthorizeInput, assertChain, readAuthorizeInput, readLegacyInput } from './authorize-input.js';
import { getSignInText, signIn } from './sign-in.js';

/** What `authorize` grants; `byToken` when a token stood in for the user's approval. */
type Grant = Readonly<{
  authorization: Authorization;
  byToken?: boolean;
  signInResult?: SignInResult | undefined;
}>;

/** A white M on violet, as an SVG image in a data URI. */
const WALLET_ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#6d4aff"/><path d="M16 46V18l16 16 16-16v28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

/** Answers `authorize`. */
export function authorize(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { protocol, quirks } = session.wallet;
  return grant(
    protocol === 'legacy' ? readLegacyInput(params, quirks, false) : readAuthorizeInput(params, quirks),
    session,
  );
}

/** Answers `reauthorize`, which is another name of `authorize` in the reference library. */
export function reauthorize(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { protocol, quirks } = session.wallet;
  if (protocol === 'legacy') return grant(readLegacyInput(params, quirks, true), session);
  if (!quirks.answersReauthorize) refuseMethod('reauthorize');
  return grant(readAuthorizeInput(params, quirks), session);
}

/** Answers `deauthorize` with `{}`, whether or not the token was known. */
export function deauthorize(params: JsonObject, { wallet, association }: MockSession): JsonObject {
  const token = readText(params, 'auth_token', wallet.quirks);
  if (!token) refuse(JSON_RPC.INVALID_PARAMS, 'auth_token must be a non-empty string');
  assertDecodable(token, wallet.quirks);
  wallet.authorizations.revoke(token);
  if (!wallet.quirks.signsAfterDeauthorize && association.authorization?.token === token) {
    association.authorization = undefined;
  }
  return {};
}

/** Answers `clone_authorization` with another token for the same authorization, if the wallet has the feature. */
export function cloneAuthorization({ wallet, association }: MockSession): JsonObject {
  if (!wallet.getCapabilities().features.includes('solana:cloneAuthorization'))
    refuseMethod('clone_authorization');
  const { authorization } = association;
  if (!authorization) refuse(WALLET_RPC.AUTHORIZATION_FAILED, 'session not authorized');
  return { auth_token: wallet.authorizations.issue(authorization).token };
}

async function grant(input: AuthorizeInput, session: MockSession): Promise<JsonObject> {
  const { wallet, association } = session;
  if (wallet.quirks.authorizeDropsAuthorization) association.authorization = undefined;
  const [granted] = await Promise.all([
    input.token === undefined ? grantAfresh(input, session) : grantByToken(input, input.token, session),
    wallet.quirks.authorizeMs === 0 ? undefined : delay(wallet.quirks.authorizeMs, session.signal),
  ]);
  association.authorization = granted.authorization;
  return getAuthorizationResult(granted, wallet);
}

async function grantByToken(input: AuthorizeInput, token: string, session: MockSession): Promise<Grant> {
  const { authorizations, quirks, signers } = session.wallet;
  assertDecodable(token, quirks);
  const known = authorizations.find(token);
  if (!known || (quirks.refusesTokenOfOtherIdentity && !isSameIdentity(known, input))) refuseAuthorization();
  if (input.chain !== undefined && input.chain !== known.chain) {
    return quirks.refusesTokenOfOtherChain ? refuseAuthorization() : grantAfresh(input, session);
  }
  const signer = signers.find(({ account }) => known.accounts[0] === account);
  const signInResult =
    input.signIn && signer && !quirks.tokenOverridesSignIn
      ? await askToSignIn(input, known.chain, input.signIn, signer, known.accounts, session)
      : undefined;
  const granted = { byToken: true, signInResult: signInResult?.result };
  if (!quirks.renewsTokens) return { ...granted, authorization: known };
  authorizations.revoke(token);
  return { ...granted, authorization: authorizations.issue(known) };
}

async function grantAfresh(input: AuthorizeInput, session: MockSession): Promise<Grant> {
  const { authorizations, signers, quirks } = session.wallet;
  const chain = assertChain(input.chain, session.wallet);
  const accounts = signers.map((signer) => signer.account);
  const requested = accounts.filter(({ publicKey }) => isRequested(publicKey, input.addresses, quirks));
  const defaults = requested.length > 0 ? requested : accounts.slice(0, 1);
  const { identity } = input;

  if (input.signIn && hasSignIn(session.wallet)) {
    const payload = input.signIn;
    const signer =
      signers.find(({ account }) => account.address === payload.address) ??
      signers.find(({ account }) => account === defaults[0]);
    if (!signer) throw new RangeError('The wallet has no account');
    const { result, addresses } = await askToSignIn(input, chain, payload, signer, requested, session);
    const others = findAccounts(addresses, accounts).filter((account) => account !== signer.account);
    const authorization = authorizations.issue({ identity, chain, accounts: [signer.account, ...others] });
    return { authorization, signInResult: result };
  }
  const defaultAddresses = defaults.map(({ address }) => address);
  const decision = await askUser(
    session,
    { identity, chain },
    { type: 'authorize', accounts, defaultAddresses, features: input.features },
  );
  if (!decision.approved) refuseAuthorization();
  const granted = findAccounts(decision.accounts ?? defaultAddresses, accounts);
  return { authorization: authorizations.issue({ identity, chain, accounts: granted }) };
}

async function askToSignIn(
  { identity }: AuthorizeInput,
  chain: string,
  payload: SignInPayload,
  signer: Signer,
  requested: readonly MockAccount[],
  session: MockSession,
): Promise<Readonly<{ result: SignInResult | undefined; addresses: readonly string[] }>> {
  const { quirks, signers } = session.wallet;
  const { address } = signer.account;
  const text = getSignInText(payload, address, quirks);
  const accounts = signers.map(({ account }) => account);
  const defaultAddresses = [...new Set([address, ...requested.map((account) => account.address)])];
  const decision = await askUser(
    session,
    { identity, chain },
    { type: 'sign-in', accounts, address, defaultAddresses, text },
  );
  if (!decision.approved) refuseAuthorization();
  return { result: await signIn(text, signer, quirks), addresses: decision.accounts ?? defaultAddresses };
}

function getAuthorizationResult(
  { authorization, byToken, signInResult }: Grant,
  wallet: MockWalletContext,
): JsonObject {
  const { quirks, walletUriBase, protocol } = wallet;
  const { token, accounts, chain } = authorization;
  const uriBase = walletUriBase ?? (quirks.nullWalletUriBase ? null : undefined);
  return {
    auth_token: token,
    accounts: accounts.map((account) => ({
      address: encodeBase64(account.publicKey),
      label: account.label,
      ...(protocol === 'v1' && {
        ...((!byToken || quirks.displayAddressByToken) && {
          display_address: account.address,
          display_address_format: 'base58',
        }),
        ...(quirks.accountChains && { chains: [chain] }),
        ...(quirks.accountFeatures && {
          features: [
            'solana:signMessages',
            'solana:signAndSendTransaction',
            ...wallet.getCapabilities().features,
          ],
        }),
      }),
    })),
    ...(uriBase !== undefined && { wallet_uri_base: uriBase }),
    ...(protocol === 'v1' && quirks.walletIcon && { wallet_icon: WALLET_ICON }),
    ...(signInResult && { sign_in_result: signInResult }),
  };
}

function assertDecodable(token: string, quirks: Quirks): void {
  if (quirks.silentOnMalformedToken && !readBase64(token, quirks)) fallSilent();
}

function refuseAuthorization(): never {
  return refuse(WALLET_RPC.AUTHORIZATION_FAILED, 'authorization request failed');
}

function hasSignIn({ getCapabilities, quirks }: MockWalletContext): boolean {
  return quirks.signInResult !== 'absent' && getCapabilities().features.includes('solana:signInWithSolana');
}

function isSameIdentity({ identity }: Authorization, input: AuthorizeInput): boolean {
  return (['name', 'uri', 'icon'] as const).every((key) => identity[key] === input.identity[key]);
}

function isRequested(publicKey: Uint8Array, addresses: readonly string[], quirks: Quirks): boolean {
  return addresses.some((address) => equalBytes(publicKey, readBase64(address, quirks) ?? new Uint8Array()));
}

function findAccounts(
  addresses: readonly string[],
  accounts: readonly MockAccount[],
): readonly MockAccount[] {
  return addresses.map((address) => {
    const account = accounts.find((candidate) => candidate.address === address);
    if (!account) throw new RangeError(`The wallet has no account ${address}`);
    return account;
  });
}
