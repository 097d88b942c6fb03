import type { IdentifierString } from '@wallet-standard/base';
import { assertRequestFits } from '../../connection/rpc.js';
import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import { assertSignal } from '../../dapp/open/open-session.js';
import { createSent, runCallback, type Sent, type TrackSend, trackSends } from '../../dapp/run-callback.js';
import { copyAuthorizeParams, withSignInFallback } from '../../dapp/session-wallet.js';
import { copyObject, parseObject } from '../../protocol/arguments.js';
import { encodePayloads, encodeSendParams, parseSendOptions, SEND, SIGN } from '../../protocol/methods.js';
import { assertText, parseBase64Addresses, parsePayloads } from '../../protocol/payloads.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { parseTransactions } from '../../protocol/wire-transaction.js';
import { abortable } from '../../util/abortable.js';
import { decodeBase58, encodeBase58 } from '../../util/base58.js';
import { decodeBase64, encodeBase64 } from '../../util/bytes.js';
import { assertArgument, hasErrorCode } from '../../util/errors.js';
import type { TransactOptions } from '../features.js';
import type { Settings } from '../options.js';
import type { RunInSession, WalletSession } from './authorization.js';
import { parseOwnAccount, parseOwnChain } from './checked-inputs.js';
import { forgetToken, type Grants, getTokens, getTransport } from './grant.js';

/**
 * Runs a callback in the session, with a wallet that keeps the grant up to date. `callbacks` has those that
 * run.
 */
export async function transact<T>(
  callback: (wallet: MobileWallet) => T | Promise<T>,
  options: TransactOptions | undefined,
  run: RunInSession,
  settings: Settings,
  grants: Grants,
  callbacks: Set<Sent>,
): Promise<T> {
  assertArgument(typeof callback === 'function', 'callback', 'must be a function');
  const given = parseObject<TransactOptions>(options, 'options');
  assertSignal(given.signal);
  const scope = parseScope(given, settings, grants);
  return run(
    'other',
    async (session, signal) => {
      const sent = createSent();
      const track: TrackSend = (transactions, send) =>
        noteSend(sent.track(transactions, send), callbacks, sent);
      callbacks.add(sent);
      try {
        return await runCallback(
          callback,
          (ended) => trackSends(createCallbackWallet(session, settings, scope, ended), track),
          signal,
          sent,
        );
      } finally {
        callbacks.delete(sent);
      }
    },
    given.signal,
  );
}

/**
 * Reports a send to every running callback but `own`, because any of them may have made it by another way to
 * the wallet.
 */
export function noteSend<T extends readonly unknown[]>(
  sending: Promise<T>,
  callbacks: ReadonlySet<Sent>,
  own?: Sent,
): Promise<T> {
  for (const sent of callbacks) if (sent !== own) sent.noteOther(sending);
  return sending;
}

/**
 * Deauthorizes every token, and forgets each as soon as the wallet no longer accepts it. Opens no session
 * only to drop tokens of reflectors, which could not be sent in it.
 */
export async function revoke(run: RunInSession, grants: Grants, isOpen: boolean): Promise<void> {
  const grant = grants.getGrant();
  if (!getTokens(grant).some((token) => isOpen || getTransport(grant, token) !== 'reflector')) return;
  await run('other', (session) =>
    session.exclusively(async () => {
      const current = grants.getGrant();
      for (const auth_token of getTokens(current)) {
        try {
          if (session.canSendToken(auth_token, current))
            await session.getWallet().deauthorize({ auth_token });
        } catch (error) {
          // `NOT_AUTHORIZED` means that the wallet no longer accepts it.
          if (!hasErrorCode(error, 'NOT_AUTHORIZED')) throw error;
        }
        grants.updateGrant((grant) => forgetToken(grant, auth_token));
      }
    }),
  );
}

/**
 * Returns the chain and the accounts (base58) of a callback's requests, until the callback authorizes another
 * chain.
 */
function parseScope({ account: given, chain }: TransactOptions, { chains }: Settings, grants: Grants) {
  const account = given === undefined ? undefined : parseOwnAccount(given?.address, grants.getAccounts());
  const connected = grants.getGrant()?.chain;
  const own: readonly IdentifierString[] = account?.chains ?? [...(connected ? [connected] : []), ...chains];
  return { chain: parseOwnChain(chain, { chains: own }), addresses: account ? [account.address] : [] };
}

/**
 * Creates the wallet of a callback, whose calls reject when `signal` aborts. It shares the grant: `authorize`
 * without a token uses the stored one, its result is stored, and other requests authorize first if needed.
 * Each call waits for its turn in the session, so that a callback may also use the Wallet Standard methods;
 * `getCapabilities` only for the request that is outstanding.
 */
function createCallbackWallet(
  session: WalletSession,
  { chains, identity }: Settings,
  scope: ReturnType<typeof parseScope>,
  signal: AbortSignal,
): MobileWallet {
  let { chain } = scope;

  /** Ends the turn when the callback ends, because the wallet may never respond. */
  const takeTurn = <T>(work: () => Promise<T>): Promise<T> =>
    session.exclusively(() => abortable(work(), signal), signal);

  const authorize = async (given: AuthorizeParams | undefined): Promise<AuthorizationResult> => {
    const params = copyAuthorizeParams(given);
    const { auth_token, features, sign_in_payload } = params;
    const next = parseOwnChain(params.chain ?? params.cluster ?? chain, { chains });
    const addresses =
      params.addresses ?? scope.addresses.map((address) => encodeBase64(decodeBase58(address)));
    const wanted = {
      ...(addresses.length > 0 && { addresses }),
      ...(features && { features }),
      ...(sign_in_payload && { sign_in_payload }),
    };
    const result = await takeTurn(() => {
      if (auth_token !== undefined) return session.authorizeByToken(next, auth_token);
      return sign_in_payload ? session.authorizeAfresh(next, wanted) : session.authorize(next, wanted);
    });
    chain = next;
    return result;
  };

  /**
   * Makes a request when it is its turn, so its parameters must be copies. It is not raced with `signal`,
   * because the session wallet itself rejects when that aborts.
   */
  const request = <T>(
    send: (wallet: MobileWallet) => Promise<T>,
    signers: readonly string[] = [],
  ): Promise<T> => {
    const addresses = [...new Set([...scope.addresses, ...signers])];
    return session.exclusively(() => session.request(chain, addresses, send, signal), signal);
  };

  const wallet = withSignInFallback({
    authorize,
    async reauthorize(params) {
      assertText(parseObject(params, 'params')['auth_token'], 'auth_token');
      return authorize(params);
    },
    async deauthorize(params) {
      const { auth_token } = parseObject(params, 'params');
      assertText(auth_token, 'auth_token');
      return takeTurn(() => session.deauthorize(auth_token));
    },
    getCapabilities: () => session.getCapabilities(signal),
    cloneAuthorization: () => request((sessionWallet) => sessionWallet.cloneAuthorization()),
    async signAndSendTransactions(params) {
      const given = parseObject<typeof params>(copyObject(params), 'params');
      const transactions = parseTransactions(given.transactions);
      const options = parseSendOptions(given);
      assertRequestFits(SEND, encodeSendParams(transactions, options), session.maxTextBytes);
      return request((sessionWallet) => sessionWallet.signAndSendTransactions({ transactions, ...options }));
    },
    async signTransactions(params) {
      const given = parseObject<typeof params>(copyObject(params), 'params');
      const transactions = parseTransactions(given.transactions);
      assertRequestFits(SIGN, encodePayloads(transactions), session.maxTextBytes);
      return request((sessionWallet) => sessionWallet.signTransactions({ transactions }));
    },
    async signMessages(params) {
      const given = parseObject<typeof params>(copyObject(params), 'params');
      const addresses = parseBase64Addresses(given.addresses);
      const payloads = parsePayloads(given.payloads, 'payloads');
      const signers = addresses.map((address) => encodeBase58(decodeBase64(address)));
      return request((sessionWallet) => sessionWallet.signMessages({ addresses, payloads }), signers);
    },
  });
  // The grant is kept for the wallet's identity, so a callback cannot use another one.
  const withIdentity = <TParams>(params: TParams): TParams =>
    ({ ...parseObject(params, 'params'), identity }) as TParams;
  return {
    ...wallet,
    authorize: async (params) => wallet.authorize(withIdentity(params)),
    reauthorize: async (params) => wallet.reauthorize(withIdentity(params)),
  };
}
