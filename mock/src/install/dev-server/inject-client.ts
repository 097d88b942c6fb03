import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { getClientTag } from './documents.js';

const SCRIPT = getClientTag();
const HEAD = /<head(?:\s[^>]*)?>/i;
const DOCTYPE = /<!doctype[^>]*>/i;

/**
 * Injects the page client into every HTML document; `vite preview` and many frameworks do not call
 * `transformIndexHtml`.
 */
export function injectClient(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (request.method === 'GET' && request.headers.accept?.includes('text/html')) inject(request, response);
  next();
}

function inject(request: IncomingMessage, response: ServerResponse): void {
  // Ask for the whole document, uncompressed, because a compressed one cannot be changed and a cached one may
  // lack the script.
  delete request.headers['accept-encoding'];
  delete request.headers['if-none-match'];
  delete request.headers['if-modified-since'];

  const original = {
    writeHead: response.writeHead.bind(response),
    write: response.write.bind(response) as Write,
    end: response.end.bind(response) as Write,
  };
  let isDone = false;

  const change = (chunk: unknown, encoding: unknown): unknown => {
    if (isDone || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return chunk;
    if (!isHtml(response)) return chunk;
    const text =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk);
    const injected = injectScript(text.toString('latin1'));
    isDone = injected !== undefined;
    if (!response.headersSent) forgetLength(response);
    return injected === undefined ? chunk : Buffer.from(injected, 'latin1');
  };

  const writeHead = (status: number, ...rest: readonly unknown[]): ServerResponse => {
    const [reason, headers] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
    for (const [name, value] of getHeaderEntries(headers)) response.setHeader(name, value);
    if (isHtml(response)) forgetLength(response);
    return reason === undefined ? original.writeHead(status) : original.writeHead(status, reason as string);
  };
  const write: Write = (chunk, encoding, callback) =>
    original.write(change(chunk, encoding), encoding, callback);
  const end: Write = (chunk, encoding, callback) => original.end(change(chunk, encoding), encoding, callback);
  Object.assign(response, { writeHead, write, end });
}

/**
 * Returns a document with the script in it, or `undefined` if no document begins here. Each character is one
 * byte.
 */
export function injectScript(html: string): string | undefined {
  const place = HEAD.exec(html) ?? DOCTYPE.exec(html);
  if (!place) return undefined;
  const index = place.index + place[0].length;
  return `${html.slice(0, index)}${SCRIPT}${html.slice(index)}`;
}

type Write = (chunk?: unknown, encoding?: unknown, callback?: unknown) => unknown;

function isHtml(response: ServerResponse): boolean {
  return /^text\/html\b/i.test(String(response.getHeader('content-type')));
}

function forgetLength(response: ServerResponse): void {
  for (const name of ['Content-Length', 'ETag']) response.removeHeader(name);
}

function getHeaderEntries(headers: unknown): readonly (readonly [string, OutgoingHttpHeader])[] {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as Record<string, OutgoingHttpHeader>);
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    String(headers[index * 2]),
    headers[index * 2 + 1] as OutgoingHttpHeader,
  ]);
}
