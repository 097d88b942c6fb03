import { abortable } from '../abort.js';
import { isMobileWalletError } from '../errors.js';
import type { MobileWallet } from './mobile-wallet.js';
import { createNotSubmittedError, type SendSignatures } from './send-errors.js';

/**
 * Runs a callback with a wallet until it settles or `signal` aborts, with which the wallet's calls must end too.
 *
 * @throws the signal's reason when it aborts; `NOT_SUBMITTED` where sends were in flight then, because an abort does not
 * take back a request that has left
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
    const signatures = await Promise.all([...inFlight].map(getSignatures));
    if (signatures.flat().length === 0) throw error;
    throw createNotSubmittedError(signal.reason, signatures.flat());
  }
}

/** Gives what became of the transactions of a send; none where it was never made. */
async function getSignatures(sending: Promise<SendSignatures>): Promise<SendSignatures> {
  try {
    return await sending;
  } catch (error) {
    return isMobileWalletError(error, 'NOT_SUBMITTED') ? (error.context.data?.signatures ?? []) : [];
  }
}
