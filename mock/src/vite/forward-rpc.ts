import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRedaction, getFetchFailure, hasRpcError, postToCluster } from '../cluster-url.js';
import { assertJson, HttpError, readBody, send, sendError } from '../http.js';

/** What a validator accepts. */
const BODY_LIMIT = 50 * 1024;

/**
 * Creates a request listener that hands JSON-RPC on to the cluster at `url`, and its answer back. No answer contains the
 * URL, because it may have the developer's API key in it.
 */
export function forwardRpc(url: string): (request: IncomingMessage, response: ServerResponse) => void {
  const redact = createRedaction(url);
  return (request, response) => {
    forward(url, request, response, redact).catch((error: unknown) => {
      if (error instanceof HttpError) sendError(response, error);
      else send(response, 502, `The cluster cannot be reached${getFetchFailure(error)}\n`);
    });
  };
}

async function forward(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  redact: (text: string) => string,
): Promise<void> {
  if (request.method !== 'POST') return send(response, 405, 'POST it\n', { Allow: 'POST' });
  assertJson(request.headers);
  const body = Uint8Array.from(await readBody(request, BODY_LIMIT));
  const answer = await postToCluster(url, body);
  const text = await answer.text();
  // Error pages repeat the path that was asked for, and errors of JSON-RPC the key.
  const isPlain = answer.ok && !hasRpcError(text);
  send(response, answer.status, isPlain ? text : redact(text), {
    'Content-Type': answer.headers.get('content-type') ?? 'application/json',
  });
}
