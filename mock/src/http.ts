import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request that is answered with an error status and its reason in words. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
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

/**
 * Reads a request's body.
 *
 * @throws HttpError 413 when it has more than `limit` bytes; the connection cannot serve another request then,
 *   because the rest of the body is not read
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Keep the request open after the loop ends early, so that it can still be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new HttpError(413, `Send at most ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Answers with the status and the message of an {@link HttpError}, and with `status` for any other error. */
export function sendError(response: ServerResponse, error: unknown, status = 500): void {
  if (response.headersSent) return void response.destroy();
  const message = error instanceof Error ? error.message : String(error);
  const { status: ownStatus } = error instanceof HttpError ? error : { status };
  // What is left of a body that is too large would be taken for the next request.
  send(response, ownStatus, `${message}\n`, ownStatus === 413 ? { Connection: 'close' } : {});
}

/** Answers with a body that browsers neither cache nor take for another type than the given one. */
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
