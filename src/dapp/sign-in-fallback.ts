import { loadSignIn } from './load.js';
import { copyAuthorizeParams, type MobileWallet } from './mobile-wallet.js';

/** Makes `authorize` with a `sign_in_payload` always end in a `sign_in_result`: wallets without it sign a message. */
export function withSignInFallback(wallet: MobileWallet): MobileWallet {
  return {
    ...wallet,
    async authorize(given) {
      const params = copyAuthorizeParams(given);
      if (!params.sign_in_payload) return wallet.authorize(params);
      const { getSignInRequest, hasAskedResources, signInByMessage } = await loadSignIn();
      // The same for both ways, whatever becomes of the caller's while the person thinks.
      const payload = getSignInRequest(params);
      const authorization = await wallet.authorize({ ...params, sign_in_payload: payload });
      const signed = authorization.sign_in_result;
      if ((signed && hasAskedResources(signed, payload)) || params.auth_token !== undefined)
        return authorization;
      const sign_in_result = await signInByMessage(wallet, authorization, payload);
      return { ...authorization, sign_in_result };
    },
  };
}
