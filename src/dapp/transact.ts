import { abortable, createAbortScope } from '../abort.js';
import { assertArgument } from '../errors.js';
import { createSessionClosedError } from '../session/channel.js';
import type { Preparation } from './local.js';
import type { MobileWallet } from './mobile-wallet.js';
import { openSession, type SessionConfig } from './open-session.js';
import { createSent, type TrackSend, trackSends } from './sent.js';
import { copyAuthorizeParams } from './session-wallet.js';
import { getSignInRequest, hasAskedResources, signInByMessage } from './sign-in.js';

/** Creates the wallet that a callback gets. Its sends must go through `track`. */
export type CreateWallet<TWallet> = (wallet: MobileWallet, track: TrackSend) => TWallet;

/** {@link transactWith}, whose callback gets the wallet of the session. */
export function transact<TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
): Promise<TReturn> {
  return transactWith(trackSends, callback, config);
}

/**
 * Opens a session as {@link openSession} does, runs `callback` in it with a wallet that `createWallet` makes, and closes the
 * session when the callback has settled.
 *
 * @returns what the callback returned
 * @throws what {@link runCallback} and `openSession` throw
 */
export async function transactWith<TWallet, TReturn>(
  createWallet: CreateWallet<TWallet>,
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  config: SessionConfig = {},
  prepared?: Promise<Preparation>,
): Promise<TReturn> {
  assertArgument(typeof callback === 'function', 'callback', 'must be a function');
  const session = await openSession(config, undefined, { prepared });
  try {
    return await runCallback(
      callback,
      (signal, track) => createWallet(withSignInFallback(session.getWallet(signal)), track),
      config.signal,
    );
  } finally {
    session.close();
  }
}

/**
 * Runs a callback with the wallet that `createWallet` makes, until it settles or `signal` aborts. Then the signal of that wallet
 * aborts, with which all its calls must end.
 *
 * @throws what the callback threw, or the signal's reason. But if the callback has sent a transaction, or may have, only its own
 * errors pass: those of the library and the signal's reason become `NOT_SUBMITTED`, because they say nothing of that send.
 */
export async function runCallback<TWallet, TReturn>(
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  createWallet: (signal: AbortSignal, track: TrackSend) => TWallet,
  signal: AbortSignal | undefined,
  sent = createSent(),
): Promise<TReturn> {
  const ending = createAbortScope([signal]);
  const end = (): void => ending.abort(createSessionClosedError('The callback has ended'));
  try {
    const wallet = createWallet(ending.signal, sent.track);
    return await abortable((async () => callback(wallet))(), signal);
  } catch (error) {
    end();
    throw await sent.explain(error, signal);
  } finally {
    end();
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
