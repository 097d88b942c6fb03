import type { Bytes } from '../util/bytes.js';

/** What is attested, with the session's secret. */
type Attested = Readonly<{ challenge: Bytes; context: string; secret: Bytes }>;

/**
 * Asks a wallet's attestation page, in a hidden frame, to attest the page's origin, and resolves with its
 * answer. Accepts an answer only from that frame and origin. The frame is removed when `signal` aborts. Few
 * wallets have such a page, so this file is loaded when one asks for it.
 */
export async function askAttestationPage(
  url: URL,
  { challenge, context, secret }: Attested,
  signal: AbortSignal,
): Promise<unknown> {
  // Without the session's functions for bytes: bundlers put what both files use into a third one.
  const bytes = await new Blob(['attest-origin', challenge, secret]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const message = { m: 'origin-attest', h: btoa(String.fromCharCode(...hash)), context };
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
