import { loadSignIn } from './load.js';
import type { MobileWallet } from './mobile-wallet.js';

/** Makes `authorize` with a `sign_in_payload` always end in a `sign_in_result`: wallets without it sign a message. */
export function withSignInFallback(wallet: MobileWallet): MobileWallet {
  return {
    ...wallet,
    async authorize(params) {
      const authorization = await wallet.authorize(params);
      const isDone = authorization.sign_in_result || params?.auth_token !== undefined;
      if (!params?.sign_in_payload || isDone) return authorization;
      const { getSignInRequest, signInByMessage } = await loadSignIn();
      const sign_in_result = await signInByMessage(wallet, authorization, getSignInRequest(params));
      return { ...authorization, sign_in_result };
    },
  };
}
