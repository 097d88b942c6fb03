/**
 * Posts a message to a wallet's attestation page in a hidden frame, and resolves with its answer. Accepts an
 * answer only from that frame and origin. The frame is removed when `signal` aborts. Few wallets have such a
 * page, so this file is loaded when one asks for it.
 */
export async function askAttestationPage(url: URL, message: object, signal: AbortSignal): Promise<unknown> {
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
