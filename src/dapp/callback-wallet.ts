import { parseObject } from '../protocol/arguments.js';
import { parseChainIdentifier } from '../protocol/chains.js';
import { parseSendOptions } from '../protocol/methods.js';
import { assertText, isSet, parseBase64Addresses, parsePayloads, parseTexts } from '../protocol/payloads.js';
import type { AuthorizationResult, Identity } from '../protocol/types.js';
import { parseTransactions } from '../protocol/wire-transaction.js';
import type { AuthorizeParams, MobileWallet } from './mobile-wallet.js';
import type { AuthorizeRequest, Requests } from './requests.js';
import { finishSignIn, parseSignInRequest } from './sign-in-message.js';

/**
 * Creates the wallet that a callback gets: checks and copies at once what the callback passes, because it may
 * change that while the user decides, and makes the requests. When `signal` aborts, all calls reject with its
 * reason. With `identity`, callbacks cannot use another one.
 *
 * `authorize` and `reauthorize` with a `sign_in_payload` always return a `sign_in_result`: if the wallet app
 * returns none, as the reference wallet does beside an `auth_token`, the sign-in text is signed as a message.
 */
export function createCallbackWallet(
  requests: Requests,
  signal: AbortSignal | undefined,
  identity?: Identity,
): MobileWallet {
  const authorize = async (params: AuthorizeRequest): Promise<AuthorizationResult> => {
    const authorization = await requests.authorize(params, signal);
    const { sign_in_payload: payload } = params;
    if (!payload) return authorization;
    const sign_in_result = await finishSignIn(requests.signMessages, authorization, payload, signal);
    return { ...authorization, sign_in_result };
  };

  return {
    authorize: async (params) => authorize(parseAuthorizeParams(params, identity)),
    async reauthorize(params) {
      const request = parseAuthorizeParams(params, identity);
      assertText(request.auth_token, 'auth_token');
      return authorize(request);
    },
    async deauthorize(params) {
      const { auth_token } = parseObject(params, 'params');
      assertText(auth_token, 'auth_token');
      await requests.deauthorize(auth_token, signal);
      return {};
    },
    getCapabilities: async () => requests.getCapabilities(signal),
    cloneAuthorization: async () => ({ auth_token: await requests.cloneAuthorization(signal) }),
    async signAndSendTransactions(params) {
      const { transactions, ...options } = parseObject<typeof params>(params, 'params');
      return requests.signAndSendTransactions(
        parseTransactions(transactions),
        parseSendOptions(options),
        signal,
      );
    },
    async signTransactions(params) {
      const { transactions } = parseObject<typeof params>(params, 'params');
      const signed = await requests.signTransactions(parseTransactions(transactions), signal);
      return signed.map(({ wire }) => wire);
    },
    async signMessages(params) {
      const { addresses, payloads } = parseObject<typeof params>(params, 'params');
      return requests.signMessages(
        parseBase64Addresses(addresses),
        parsePayloads(payloads, 'payloads'),
        signal,
      );
    },
  };
}

/**
 * Checks and copies the parameters of `authorize`, because the caller may change them before they are sent.
 * `identity` takes the place of the one in them.
 *
 * @throws `INVALID_ARGUMENT`
 */
function parseAuthorizeParams(
  unchecked: AuthorizeParams | undefined,
  fixedIdentity: Identity | undefined,
): AuthorizeRequest {
  const params = parseObject<AuthorizeParams>(unchecked, 'params');
  const { auth_token, features, addresses, sign_in_payload } = params;
  const chain = params.chain ?? params.cluster;
  const identity = fixedIdentity ?? parseObject<Identity>(params.identity, 'identity');
  if (auth_token !== undefined) assertText(auth_token, 'auth_token');
  return {
    chain: chain === undefined ? undefined : parseChainIdentifier(chain),
    identity,
    auth_token,
    features: isSet(features) ? parseTexts(features, 'features') : undefined,
    addresses: isSet(addresses) ? parseBase64Addresses(addresses) : undefined,
    sign_in_payload:
      sign_in_payload === undefined
        ? undefined
        : parseSignInRequest({ identity, sign_in_payload: parseObject(sign_in_payload, 'sign_in_payload') }),
  };
}
