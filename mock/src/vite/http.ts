import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isPageOfHost } from './own-origin.js';

/** A request that is answered with an error status and its reason in words. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Refuses a request with 403 unless a page of this very server sent it: no page, no `Origin`. */
export function assertOwnPage(headers: IncomingHttpHeaders): void {
  if (!isPageOfHost(headers)) throw new HttpError(403, 'Only pages of this server may do this');
}

/** Refuses a body with 415 unless it is JSON. Pages of other origins cannot send that without asking the server. */
export function assertJson(headers: IncomingHttpHeaders): void {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new HttpError(415, 'Send it as application/json');
  }
}

/**
 * Reads the body of a POST request as a JSON object of at most `limit` bytes.
 *
 * @throws HttpError 405, 413, 415; 400 when it is not a JSON object
 */
export async function readJsonObject(
  request: IncomingMessage,
  limit: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (request.method !== 'POST') throw new HttpError(405, 'POST it');
  assertJson(request.headers);
  const text = (await readBody(request, limit)).toString('utf8');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(400, 'Send a JSON object');
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Reads a request's body; throws an {@link HttpError} 413 when it has more than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new HttpError(413, `Send at most ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers with a body that is never cached, and of no other type than the given one. */
export function send(
  response: ServerResponse,
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): void {
  const common = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, { ...common, ...headers });
  response.end(body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
