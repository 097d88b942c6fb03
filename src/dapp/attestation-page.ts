import { createAbortScope } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import { type Bytes, concatBytes, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Asks a wallet's attestation page what the specification says of a challenge and the session's secret.
 * Resolves with its answer. Few wallets have such a page, so this file is loaded when one asks for it.
 *
 * @throws `SESSION_TIMEOUT` after 10 s; the signal's reason
 */
export async function askAttestationPage(
  url: URL,
  { challenge, context, secret }: Readonly<{ challenge: Bytes; context: string; secret: Uint8Array }>,
  signal: AbortSignal,
): Promise<unknown> {
  const bytes = concatBytes(encodeUtf8('attest-origin'), challenge, secret);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const message = { m: 'origin-attest', h: encodeBase64(hash), context };
  const scope = createAbortScope([signal], {
    ms: PAGE_TIMEOUT_MS,
    getReason: () => new MobileWalletError('SESSION_TIMEOUT', 'The wallet’s attestation page did not answer'),
  });
  try {
    return await abortable(post(url, message, scope.signal), scope.signal);
  } finally {
    scope.abort(undefined);
  }
}

/**
 * Posts a message to a wallet's attestation page in a hidden frame, and resolves with its answer. Accepts an
 * answer only from that frame and origin. The frame is removed when `signal` aborts.
 */
async function post(url: URL, message: object, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Wallet';
  frame.src = url.href;
  let isAsked = false;
  frame.addEventListener('load', () => {
    isAsked = true;
    frame.contentWindow?.postMessage(message, url.origin);
  });
  signal.addEventListener('abort', () => frame.remove(), { once: true });
  return new Promise((resolve) => {
    const receive = ({ source, origin, data }: MessageEvent): void => {
      if (isAsked && source === frame.contentWindow && origin === url.origin) resolve(data);
    };
    addEventListener('message', receive, { signal });
    document.documentElement.append(frame);
  });
}
