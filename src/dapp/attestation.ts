import type { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../bytes.js';
import type { MobileWalletError } from '../errors.js';
import type { checkObject, checkString, createInvalidResponseError } from '../protocol/check.js';

/** What this uses of the code around it; handed over for the reason that `permission.ts` gives. */
type Parts = Readonly<{
  bytes: Readonly<{
    concatBytes: typeof concatBytes;
    decodeBase64: typeof decodeBase64;
    encodeBase64: typeof encodeBase64;
    encodeUtf8: typeof encodeUtf8;
  }>;
  check: Readonly<{
    checkObject: typeof checkObject;
    checkString: typeof checkString;
    createInvalidResponseError: typeof createInvalidResponseError;
  }>;
  createError: (code: 'SESSION_TIMEOUT', message: string) => MobileWalletError;
}>;

/** What a wallet sends with error -100: where its attestation page is, and what to have attested. */
type Challenge = Readonly<{ attest_origin_uri: string; challenge: string; context: string }>;

const PAGE_TIMEOUT = 10_000;
/**
 * Has the wallet's attestation page, in a hidden frame, attest this page's origin, bound to this session (Mobile
 * Wallet Adapter 2.0, "Web dapp"). The specification does not say what `session_secret` is: `secret` is 32 bytes of
 * HKDF of the session's ECDH secret with `info` "mwa-attest-origin", as the wallets have it that are known to ask.
 *
 * @param data the error's data; `attest_origin_uri` must be `https:`
 * @returns the token for `attest_origin`
 * @throws `INVALID_RESPONSE` for other data, or where the page refuses; `SESSION_TIMEOUT` after 10 s of silence; the
 * signal's reason
 */
export async function attestOrigin(
  data: unknown,
  secret: Uint8Array,
  signal: AbortSignal,
  parts: Parts,
): Promise<string> {
  const { checkObject, checkString, createInvalidResponseError } = parts.check;
  const { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } = parts.bytes;
  const { attest_origin_uri, challenge, context } = checkObject<Challenge>({
    attest_origin_uri: checkString,
    challenge: checkString,
    context: checkString,
  })(data, 'error.data');
  const url = URL.canParse(attest_origin_uri) ? new URL(attest_origin_uri) : undefined;
  if (url?.protocol !== 'https:') {
    throw createInvalidResponseError('error.data.attest_origin_uri', 'must be https:');
  }
  const decodeChallenge = (): Uint8Array => {
    try {
      return decodeBase64(challenge);
    } catch (cause) {
      throw createInvalidResponseError('error.data.challenge', 'must be base64', cause);
    }
  };
  const bound = concatBytes(encodeUtf8('attest-origin'), decodeChallenge(), secret);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bound));
  return askPage(url, { m: 'origin-attest', h: encodeBase64(hash), context }, signal, parts);
}

/** Only the frame itself, at the origin that it was opened with, is told and heard. */
function askPage(
  url: URL,
  message: object,
  signal: AbortSignal,
  { check: { createInvalidResponseError }, createError }: Parts,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Wallet';
    frame.src = url.href;
    let isAsked = false;
    const ask = (): void => {
      isAsked = true;
      frame.contentWindow?.postMessage(message, url.origin);
    };
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('message', hear);
      signal.removeEventListener('abort', abort);
      frame.remove();
    };
    const hear = ({ source, origin, data }: MessageEvent): void => {
      if (!isAsked || source !== frame.contentWindow || origin !== url.origin) return;
      end();
      if (typeof data === 'string') resolve(data);
      else
        reject(createInvalidResponseError('attest_origin', 'was refused by the wallet’s attestation page'));
    };
    const abort = (): void => {
      end();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      end();
      reject(createError('SESSION_TIMEOUT', 'The wallet’s attestation page did not answer'));
    }, PAGE_TIMEOUT);
    frame.addEventListener('load', ask);
    addEventListener('message', hear);
    signal.addEventListener('abort', abort);
    document.documentElement.append(frame);
  });
}
