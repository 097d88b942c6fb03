import { abortable } from '../abort.js';
import { assertArgument, isOwnError } from '../errors.js';
import type { MobileWallet } from './mobile-wallet.js';
import { createNotSubmittedError, type SendSignatures } from './send-errors.js';
import { openSession, type SessionConfig } from './session.js';
import { copyAuthorizeParams } from './session-wallet.js';
import { getSignInRequest, hasAskedResources, signInByMessage } from './sign-in.js';

/**
 * Opens a session as {@link openSession} does, runs `callback` in it, and closes the session when the callback has settled.
 *
 * @returns what the callback returned
 * @throws what the callback threw; the reason of `config.signal`, or `NOT_SUBMITTED` if a send was in flight when the signal
 * aborted; and what `openSession` throws
 */
export async function transact<TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config: SessionConfig = {},
): Promise<TReturn> {
  assertArgument(typeof callback === 'function', 'callback', 'must be a function');
  const session = await openSession(config);
  try {
    return await runCallback(callback, withSignInFallback(session.wallet), config.signal);
  } finally {
    session.close();
  }
}

/**
 * Runs a callback with a wallet until it settles or `signal` aborts. The wallet's calls must end with `signal` too.
 *
 * @throws the signal's reason when it aborts; `NOT_SUBMITTED` if sends were in flight then, because an abort cannot recall
 * a request that was sent
 */
export async function runCallback<T>(
  callback: (wallet: MobileWallet) => T | Promise<T>,
  wallet: MobileWallet,
  signal: AbortSignal | undefined,
): Promise<T> {
  const inFlight = new Set<Promise<SendSignatures>>();
  const tracked: MobileWallet = {
    ...wallet,
    signAndSendTransactions(params) {
      const sending = wallet.signAndSendTransactions(params);
      // Sends that were in flight when the signal aborted stay in the set, because the abort settles them.
      const settle = (): void => {
        if (!signal?.aborted) inFlight.delete(sending);
      };
      inFlight.add(sending);
      sending.then(settle, settle);
      return sending;
    },
  };
  try {
    return await abortable((async () => callback(tracked))(), signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
    const signatures = (await Promise.all([...inFlight].map(getSignatures))).flat();
    if (signatures.length === 0) throw error;
    throw createNotSubmittedError(signal.reason, signatures);
  }
}

/** Returns what became of the transactions of a send; an empty list if its request was never made. */
async function getSignatures(sending: Promise<SendSignatures>): Promise<SendSignatures> {
  try {
    return await sending;
  } catch (error) {
    return isOwnError(error, 'NOT_SUBMITTED') ? (error.context.data?.signatures ?? []) : [];
  }
}

/**
 * Wraps a wallet so that `authorize` with a `sign_in_payload` always returns a `sign_in_result`: if the wallet returns
 * none, the sign-in text is signed as a message.
 */
export function withSignInFallback(wallet: MobileWallet): MobileWallet {
  return {
    ...wallet,
    async authorize(given) {
      const params = copyAuthorizeParams(given);
      if (!params.sign_in_payload) return wallet.authorize(params);
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
