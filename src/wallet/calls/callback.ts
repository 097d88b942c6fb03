import { assertFits, getRequestSize } from '../../connection/message-size.js';
import { createCallbackWallet } from '../../dapp/callback-wallet.js';
import type { MobileWallet } from '../../dapp/mobile-wallet.js';
import { assertSignal } from '../../dapp/open/session-config.js';
import { TRANSPORTS } from '../../dapp/open/transports.js';
import type { Requests } from '../../dapp/requests.js';
import { createSent, runCallback, type Sent, type TrackSend, trackSends } from '../../dapp/run-callback.js';
import { parseObject } from '../../protocol/arguments.js';
import { encodePayloads, encodeSendParams, SEND, SIGN } from '../../protocol/methods.js';
import type { ChainIdentifier } from '../../protocol/types.js';
import { getWire } from '../../protocol/wire-transaction.js';
import { abortable } from '../../util/abortable.js';
import { decodeBase58, encodeBase58 } from '../../util/base58.js';
import { decodeBase64, encodeBase64 } from '../../util/bytes.js';
import { assertArgument, MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { TransactOptions } from '../features.js';
import { forgetToken, type Grants, getTokens, getTransport, isOfDevice } from '../grant/grant.js';
import type { Settings } from '../open/settings.js';
import type { WalletSession, Wanted } from './authorization.js';
import { parseAccount, parseChain } from './inputs.js';
import type { RunInSession } from './running-calls.js';

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
  const checked = parseObject<TransactOptions>(options, 'options');
  const { account, chain, signal: ending, ...more } = checked;
  assertSignal(ending);
  settings.checkNames(checked, more, 'options.');
  const scope = parseScope(checked, settings, grants);
  return run(
    'other',
    async (session, signal) => {
      const sent = createSent();
      const track: TrackSend = (transactions, send) =>
        noteSend(sent.track(transactions, send), callbacks, sent);
      const requests = createCallbackRequests(session, settings, scope);
      callbacks.add(sent);
      try {
        return await runCallback(
          callback,
          (callbackSignal) =>
            // The grant is kept for the wallet's identity, so a callback cannot use another one.
            trackSends(createCallbackWallet(requests, callbackSignal, settings.identity), track),
          signal,
          sent,
        );
      } finally {
        callbacks.delete(sent);
      }
    },
    ending,
    scope.addresses[0],
  );
}

/**
 * Reports a send to every running callback but the one that made it (`sender`), because any of them may have
 * made it by another way to the wallet.
 */
export function noteSend<T extends readonly unknown[]>(
  sending: Promise<T>,
  callbacks: ReadonlySet<Sent>,
  sender?: Sent,
): Promise<T> {
  for (const sent of callbacks) if (sent !== sender) sent.noteOther(sending);
  return sending;
}

/**
 * Deauthorizes every token, and forgets each as soon as the wallet no longer accepts it. Opens no session
 * only to drop tokens that could not be sent in it, which are those of reflectors. Resolves with an error if
 * a token that a wallet app on this device may still accept could not be sent to it.
 */
export async function revoke(
  run: RunInSession,
  grants: Grants,
  isOpen: boolean,
): Promise<MobileWalletError<'ACCOUNT_NOT_AUTHORIZED'> | undefined> {
  const grant = grants.readGrant();
  const { address = '' } = grants.getAccounts()[0] ?? {};
  const isKept = (token: string): boolean => TRANSPORTS[getTransport(grant, token)].keepsTokens;
  if (!getTokens(grant).some((token) => isOpen || isKept(token))) return undefined;
  let isComplete = true;
  const deauthorizeAll = (session: WalletSession, signal: AbortSignal): Promise<void> =>
    session.exclusively(async () => {
      const current = grants.readGrant();
      for (const token of getTokens(current)) {
        try {
          if (session.canSendToken(token, current)) await session.plainRequests.deauthorize(token, signal);
          else if (isKept(token) && isOfDevice(current, token)) isComplete = false;
        } catch (error) {
          // `NOT_AUTHORIZED` means that the wallet no longer accepts it.
          if (!hasErrorCode(error, 'NOT_AUTHORIZED')) throw error;
        }
        grants.updateGrant((grant) => forgetToken(grant, token));
      }
    });
  // Another app than the one that issued them could do nothing with them.
  await run('other', deauthorizeAll, undefined, address).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ACCOUNT_NOT_AUTHORIZED')) throw error;
    isComplete = false;
  });
  if (isComplete) return undefined;
  const message = 'Forgotten here, but not in the wallet app, which was not reached: remove this dapp there';
  return new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
}

/** What a callback's requests are for, until it authorizes another chain. */
type Scope = Readonly<{ chain: ChainIdentifier; addresses: readonly string[] }>;

/** Returns the chain and the accounts (base58) that the options of `transact` name. */
function parseScope({ account: named, chain }: TransactOptions, { chains }: Settings, grants: Grants): Scope {
  const account = named === undefined ? undefined : parseAccount(named?.address, grants.getAccounts());
  const connected = grants.readGrant()?.chain;
  const allowed = account?.chains ?? [...(connected ? [connected] : []), ...chains];
  return { chain: parseChain(chain, allowed), addresses: account ? [account.address] : [] };
}

/**
 * Creates the requests of a callback. They share the grant: `authorize` without a token uses the stored one,
 * its result is stored, and other requests authorize first if needed. Each waits for its turn in the session,
 * so that a callback may also use the Wallet Standard methods; `getCapabilities` only for the request that is
 * outstanding.
 */
function createCallbackRequests(session: WalletSession, { chains }: Settings, scope: Scope): Requests {
  let { chain } = scope;

  /** Runs `work` when it is its turn, which ends with `signal`, because the wallet app may never respond. */
  const takeTurn = <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
    session.exclusively(() => abortable(work(), signal), signal);

  /**
   * Makes a request when it is its turn. It is not raced with `signal`, because it ends with that by itself.
   */
  const request = <T>(
    signers: readonly string[],
    send: (requests: Requests, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const addresses = [...new Set([...scope.addresses, ...signers])];
    return session.exclusively(() => session.request(chain, addresses, send, signal), signal);
  };

  return {
    async authorize({ chain: named, auth_token, addresses, features, sign_in_payload }, signal) {
      const next = parseChain(named ?? chain, chains);
      const ofScope = scope.addresses.map((address) => encodeBase64(decodeBase58(address)));
      const wanted: Wanted = {
        addresses: addresses ?? (ofScope.length > 0 ? ofScope : undefined),
        features,
        sign_in_payload,
      };
      const result = await takeTurn(() => {
        if (auth_token !== undefined) return session.useToken(next, auth_token);
        return sign_in_payload ? session.askUser(next, wanted) : session.authorize(next, wanted);
      }, signal);
      chain = next;
      return result;
    },
    deauthorize: (token, signal) => takeTurn(() => session.deauthorize(token), signal),
    getCapabilities: session.getCapabilities,
    cloneAuthorization: (signal) => request([], (to, ending) => to.cloneAuthorization(ending), signal),
    async signAndSendTransactions(transactions, options, signal) {
      assertFits(
        getRequestSize(SEND, encodeSendParams(transactions.map(getWire), options)),
        session.maxBytes,
      );
      session.renewAfterIdle();
      return request([], (to, ending) => to.signAndSendTransactions(transactions, options, ending), signal);
    },
    async signTransactions(transactions, signal) {
      assertFits(getRequestSize(SIGN, encodePayloads(transactions.map(getWire))), session.maxBytes);
      return request([], (to, ending) => to.signTransactions(transactions, ending), signal);
    },
    signMessages(addresses, messages, signal) {
      const signers = addresses.map((address) => encodeBase58(decodeBase64(address)));
      return request(signers, (to, ending) => to.signMessages(addresses, messages, ending), signal);
    },
  };
}
