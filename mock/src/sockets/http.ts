import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage, tryParseJson } from '../explain/foreign.js';

/** A listener for `upgrade` events of an HTTP server. */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** A request that is answered with an error status and its reason in words. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads a body as {@link readPostedJson} does, as a JSON object; throws an {@link HttpError} 400 if it is
 * none.
 */
export async function readJsonObject(request: IncomingMessage, limit: number): Promise<JsonObject> {
  const value = tryParseJson(await readPostedJson(request, limit));
  if (!isJsonObject(value)) throw new HttpError(400, 'Send a JSON object');
  return value;
}

/**
 * Returns the body of a POST request that is sent as JSON. Throws an {@link HttpError}: 405 for another
 * method; 415 for another type, because pages of other origins cannot send JSON without asking the server;
 * 413 beyond `limit` bytes, after which the connection cannot serve another request, because the rest of the
 * body is not read.
 */
export async function readPostedJson(request: IncomingMessage, limit: number): Promise<string> {
  if (request.method !== 'POST') throw new HttpError(405, 'POST it');
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(415, 'Send it as application/json');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Keep the request open after the loop ends early, so that it can still be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new HttpError(413, `Send at most ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Answers with the status and message of an {@link HttpError}, or with 500. A 405 names the `methods` that
 * are served.
 */
export function sendError(response: ServerResponse, error: unknown, methods = 'POST'): void {
  if (response.headersSent) return void response.destroy();
  const message = getErrorMessage(error);
  const status = error instanceof HttpError ? error.status : 500;
  send(response, status, `${message}\n`, {
    ...(status === 405 && { Allow: methods }),
    // Otherwise the rest of a body that is too large would be read as the next request.
    ...(status === 413 && { Connection: 'close' }),
  });
}

/** Answers with a body that browsers neither cache nor take for another type than the given one. */
export function send(
  response: ServerResponse,
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}
