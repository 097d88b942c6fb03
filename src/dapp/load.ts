import { abortable, createAbortScope } from '../abort.js';
import { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../bytes.js';
import { createCodeNotLoadedError, MobileWalletError, type MobileWalletErrorCode } from '../errors.js';
import { getRandomPort } from '../protocol/association.js';
import { checkObject, checkString, createInvalidResponseError } from '../protocol/check.js';
import { openWebSocketChannel } from '../session/web-socket-channel.js';
import { queryLoopbackPermission } from './loopback.js';

/**
 * Gives a part of the code that is loaded when it is first needed.
 *
 * @throws `CODE_NOT_LOADED` where it cannot be
 */
export async function loadCode<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    throw createCodeNotLoadedError(cause);
  }
}

const createError = (code: MobileWalletErrorCode, message: string, cause?: unknown): MobileWalletError =>
  new MobileWalletError(code, message, {}, { cause });

/** Loads what is needed where the browser has to be asked, or denies. */
export async function loadPermissionGate() {
  const { createPermissionGate } = await loadCode(import('./permission.js'));
  return createPermissionGate({
    abortable,
    createAbortScope,
    createError,
    getRandomPort,
    openWebSocketChannel,
    queryLoopbackPermission,
  });
}

/** Loads what only a session with a log needs. */
export const loadDebugLog = () => loadCode(import('./debug-log.js'));

/** Loads what only wallets need that have the page's origin attested. */
export async function loadAttestation() {
  const { attestOrigin } = await loadCode(import('./attestation.js'));
  const parts = {
    bytes: { concatBytes, decodeBase64, encodeBase64, encodeUtf8 },
    check: { checkObject, checkString, createInvalidResponseError },
    createError,
  };
  return (data: unknown, secret: Uint8Array, signal: AbortSignal): Promise<string> =>
    attestOrigin(data, secret, signal, parts);
}

/** Loads what only sign-ins need. */
export const loadSignIn = () => loadCode(import('./sign-in.js'));
