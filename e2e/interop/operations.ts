import type { Chain, Cluster, SignInPayload } from '@solana-mobile/mobile-wallet-adapter-protocol';
import {
  type Client,
  type CommonWallet,
  type Context,
  fromBase64,
  identity,
  type SendOptions,
  toBase64,
  toOutput,
} from './client.js';

type Scope = Readonly<{ chain: Chain } | { cluster: Cluster }>;

/** Creates the operations that a test can run in the page. Each opens its own session and returns JSON. */
export function createOperations<TWallet extends CommonWallet>(client: Client<TWallet>) {
  const authorize = (wallet: TWallet, scope: Scope) =>
    'chain' in scope ? wallet.authorize({ ...scope, identity }) : wallet.authorize({ ...scope, identity });

  const transactAuthorized = <T>(
    scope: Scope,
    run: (wallet: TWallet, payer: string) => Promise<T>,
  ): Promise<T> =>
    client.transact(async (wallet) => {
      const { accounts } = await authorize(wallet, scope);
      return run(wallet, accounts[0]?.address ?? '');
    });

  return {
    authorize: (scope: Scope) => client.transact((wallet) => authorize(wallet, scope)),
    authorizeAt: ({ scope, baseUri }: Readonly<{ scope: Scope; baseUri: string }>) =>
      client.transact((wallet) => authorize(wallet, scope), { baseUri }),
    authorizeFrozen: (scope: Scope) =>
      client.transact((wallet) => wallet.authorize(Object.freeze({ ...scope, identity }) as never)),
    renew: (auth_token: string) => client.transact((wallet) => wallet.reauthorize({ auth_token, identity })),
    getCapabilities: () => client.transact((wallet) => wallet.getCapabilities()),

    authorizations: (chain: Chain) =>
      client.transact(async (wallet) => {
        const authorized = await wallet.authorize({ chain, identity, features: [] });
        const { auth_token } = authorized;
        const renewed = [
          await wallet.reauthorize({ auth_token, identity }),
          await wallet.authorize({ chain, identity, auth_token }),
        ];
        const clone = await wallet.cloneAuthorization({ auth_token });
        const revoked = await wallet.deauthorize({ auth_token });
        const dead = await wallet.reauthorize({ auth_token, identity }).catch(toOutput);
        const survivor = await wallet.reauthorize({ auth_token: clone.auth_token, identity });
        return { authorized, renewed, clone, revoked, dead, survivor };
      }),

    signIn: ({ chain, payload }: Readonly<{ chain: Chain; payload: SignInPayload }>) =>
      client.transact((wallet) => wallet.authorize({ chain, identity, sign_in_payload: payload })),

    signMessages: ({ scope, messages }: Readonly<{ scope: Scope; messages: string[] }>) =>
      transactAuthorized(scope, async (wallet, address) => {
        const signed = await client.signMessages(wallet, [address], messages.map(fromBase64));
        return signed.map(toBase64);
      }),

    signTransactions: ({ scope, blockhash }: Readonly<{ scope: Scope; blockhash: string }>) =>
      transactAuthorized(scope, async (wallet, payer) => {
        const context: Context = { payer, blockhash };
        return (await client.signTransactions(wallet, context)).map(toBase64);
      }),

    sendTransactions: ({
      scope,
      blockhash,
      options,
    }: Readonly<{ scope: Scope; blockhash: string; options: SendOptions }>) =>
      transactAuthorized(scope, async (wallet, payer) => {
        const context: Context = { payer, blockhash };
        return (await client.sendTransactions(wallet, context, options)).map(toBase64);
      }),
  };
}
