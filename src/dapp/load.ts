import { MobileWalletError } from '../errors.js';

/** Gives a part of the code that is loaded when it is first needed. @throws `SESSION_CLOSED` where it cannot be */
export async function loadCode<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    throw new MobileWalletError('SESSION_CLOSED', 'The code for this could not be loaded', {}, { cause });
  }
}

/** Loads what is needed where the browser has to be asked, or denies. */
export const loadPermission = (): Promise<typeof import('./permission.js')> =>
  loadCode(import('./permission.js'));

/** Loads what only a session with a log needs. */
export const loadDebugLog = (): Promise<typeof import('./debug-log.js')> => loadCode(import('./debug-log.js'));

/** Loads what only wallets need that have the page's origin attested. */
export const loadAttestation = (): Promise<typeof import('./attestation.js')> =>
  loadCode(import('./attestation.js'));

/** Loads what only sign-ins need. */
export const loadSignIn = (): Promise<typeof import('./sign-in.js')> => loadCode(import('./sign-in.js'));
