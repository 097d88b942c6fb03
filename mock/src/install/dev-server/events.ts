import type { ServerResponse } from 'node:http';
import type { Phone } from '../../phone/phone.js';
import { stringifyTagged } from '../../phone/tagged-json.js';
import { assertPageId } from './commands.js';

type Sent = Readonly<{ phone: Phone; query: string; response: ServerResponse }>;

/** Sends a page's requests for approval as events, now and after every change. */
export function sendApprovals({ phone, query, response }: Sent): void {
  const page = assertPageId(new URLSearchParams(query).get('page'));
  sendEvents(response, (listener) => phone.desk.watch(page, (state) => listener(stringifyTagged(state))));
}

/** Sends the wallet's state as events, now and after every change. */
export function sendWalletStates({ phone, response }: Sent): void {
  const end = (): void => void response.end();
  sendEvents(response, (listener) => phone.watchWallet((state) => listener(stringifyTagged(state)), end));
}

/** Sends texts as events. While the client does not read, only the last one is kept, because each replaces those before. */
function sendEvents(response: ServerResponse, watch: (listener: (text: string) => void) => () => void): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  let latest: string | undefined;
  // The responses of HTTP/2 have no `writableNeedDrain`.
  let isFull = false;
  const flush = (): void => {
    if (latest === undefined || isFull) return;
    isFull = !response.write(`data: ${latest}\n\n`);
    latest = undefined;
  };
  response.on('drain', () => {
    isFull = false;
    flush();
  });
  const stop = watch((text) => {
    latest = text;
    flush();
  });
  response.once('close', stop);
}
