import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, send } from './http.js';

/** What a validator accepts. */
const BODY_LIMIT = 50 * 1024;

/** Makes a request listener that hands JSON-RPC on to the cluster at `url`, and its answer back. */
export function forwardRpc(url: string): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    forward(url, request, response).catch((error: unknown) => {
      send(response, 502, `The cluster at ${url} cannot be reached: ${String(error)}\n`);
    });
  };
}

async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return send(response, 405, 'POST it\n', { Allow: 'POST' });
  const body = Uint8Array.from(await readBody(request, BODY_LIMIT));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  send(response, answer.status, await answer.text(), {
    'Content-Type': answer.headers.get('content-type') ?? 'application/json',
  });
}
