import { abortable } from '../../abort.js';
import { decodeBase58 } from '../../base58.js';
import { encodeBase58 } from '../../base58-encode.js';
import { decodeBase64, encodeBase64 } from '../../bytes.js';
import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import { withSignInFallback } from '../../dapp/transact.js';
import { createInvalidArgumentError } from '../../errors.js';
import { assertSendOptions, getObject } from '../../protocol/arguments.js';
import { getChainIdentifier } from '../../protocol/chains.js';
import { assertText, getBase64Addresses, getPayloads } from '../../protocol/payloads.js';
import type { AuthorizationResult, ChainIdentifier } from '../../protocol/types.js';
import type { Settings } from '../options.js';
import type { WalletSession } from './authorization.js';
import type { GrantKeeper } from './grant-keeper.js';

/** What runs in one session. */
export type TransactCallback<T> = (wallet: MobileWallet) => T | Promise<T>;

/** What a callback's requests are made with, until it authorizes another chain. */
export type TransactScope = Readonly<{
  chain: ChainIdentifier;
  /** Base58 address of the account that must be granted. */
  address?: string;
  /** Aborts when the callback's wallet has ended: what waits for its turn is not done then. */
  signal?: AbortSignal;
}>;

/**
 * Makes the wallet of a callback: it shares the grant. `authorize` without a token uses the one that is kept, and what
 * it grants is kept; requests authorize what is not yet authorized. Each call takes its turn among those of the whole
 * session, so that a callback may also use the Wallet Standard methods.
 */
export function createSharedWallet(
  session: WalletSession,
  { chains, identity }: Settings,
  state: GrantKeeper,
  scope: TransactScope & Readonly<{ signal: AbortSignal }>,
): MobileWallet {
  const needed = scope.address === undefined ? [] : [scope.address];
  let chain = scope.chain;

  /** What was begun does not hold up others when the callback has ended: a wallet may never answer it. */
  const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
    session.exclusively(() => abortable(work(), scope.signal), scope.signal);

  const getChain = ({ chain: named, cluster }: AuthorizeParams): ChainIdentifier => {
    const given = named ?? cluster;
    const identifier = given === undefined ? chain : getChainIdentifier(given);
    if (chains.includes(identifier)) return identifier;
    throw createInvalidArgumentError('chain', `must be one of the wallet's: ${chains.join(', ')}`);
  };

  const authorize = async (given: AuthorizeParams | undefined): Promise<AuthorizationResult> => {
    const params = getObject(given, 'params') as AuthorizeParams;
    const { auth_token, addresses: wanted, features, sign_in_payload } = params;
    const next = getChain(params);
    const hint = wanted ?? needed.map((address) => encodeBase64(decodeBase58(address)));
    const fresh = {
      ...(hint.length > 0 && { addresses: hint }),
      ...(features && { features }),
      ...(sign_in_payload && { sign_in_payload }),
    };
    const result = await exclusively(() => {
      if (auth_token !== undefined) return session.authorizeByToken(next, auth_token);
      return sign_in_payload ? session.authorizeAfresh(next, fresh) : session.authorize(next, fresh);
    });
    chain = next;
    return result;
  };

  const request = <T>(
    send: (wallet: MobileWallet) => Promise<T>,
    others: readonly string[] = [],
  ): Promise<T> =>
    session.exclusively(
      () => session.request(chain, [...new Set([...needed, ...others])], send, scope.signal),
      scope.signal,
    );

  const wallet = withSignInFallback({
    authorize,
    async reauthorize(params) {
      assertText(getObject(params, 'params')['auth_token'], 'auth_token');
      return authorize(params);
    },
    async deauthorize(params) {
      const { auth_token } = getObject(params, 'params');
      assertText(auth_token, 'auth_token');
      return exclusively(() => session.deauthorize(auth_token));
    },
    async getCapabilities() {
      const capabilities = await session.getWallet(scope.signal).getCapabilities();
      const grant = state.getGrant();
      if (grant) state.setGrant({ ...grant, capabilities });
      return capabilities;
    },
    cloneAuthorization: () => request((wallet) => wallet.cloneAuthorization()),
    async signAndSendTransactions(params) {
      const { transactions: given, ...options } = getObject(params, 'params') as typeof params;
      const transactions = getPayloads(given, 'transactions').map(copyBytes);
      assertSendOptions(options);
      return request((wallet) => wallet.signAndSendTransactions({ transactions, ...options }));
    },
    async signTransactions(params) {
      const given = getObject(params, 'params') as typeof params;
      const transactions = getPayloads(given.transactions, 'transactions').map(copyBytes);
      return request((wallet) => wallet.signTransactions({ transactions }));
    },
    async signMessages(params) {
      const given = getObject(params, 'params') as typeof params;
      const addresses = getBase64Addresses(given.addresses);
      const payloads = getPayloads(given.payloads, 'payloads').map(copyBytes);
      const signers = addresses.map((address) => encodeBase58(decodeBase64(address)));
      return request((wallet) => wallet.signMessages({ addresses, payloads }), signers);
    },
  });
  // The identity is the one that the grant is kept for, whatever the callback says.
  return { ...wallet, authorize: (params) => wallet.authorize({ ...params, identity }) };
}

/** A call may wait for its turn, and the caller may change its bytes meanwhile. */
function copyBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
