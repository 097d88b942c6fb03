import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ApprovalDecision } from '../approval.js';
import { encodeApprovalState } from '../approval-page/state.js';
import { HttpError, readJsonObject, send, sendError } from '../http.js';
import type { LaunchCatcherOptions } from '../page-client/launch-catcher.js';
import { APPROVAL_PAGE, APPROVAL_PAGE_HEADERS, APPROVAL_SCRIPT, createClientScript } from './documents.js';
import { assertOwnPage, type IsOwnOrigin } from './own-origin.js';
import { isRpcPath, MOUNT } from './paths.js';
import type { Phone } from './phone.js';

/** What the routes need. */
export type RouteOptions = Readonly<{
  phone: Phone;
  /** The folder with the built scripts for browsers. */
  pages: string;
  /** Settings of the script in the dapp's pages. */
  client: Omit<LaunchCatcherOptions, 'mount'>;
  /** Decides which requests are served. */
  isOwnOrigin: IsOwnOrigin;
}>;

const BODY_LIMIT = 64 * 1024;
const PAGE_ID = /^[0-9a-f]{32}$/;
const ASSET = /^\/assets\/((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.js)$/;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const JAVASCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' };

/** Creates the request listener for everything under the plugin's own path, which `request.url` does not include. */
export function createRoutes(
  options: RouteOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    answer(request, response, options).catch((error: unknown) => sendError(response, error));
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { phone, pages, client, isOwnOrigin }: RouteOptions,
): Promise<void> {
  if (!isOwnOrigin(request)) throw new HttpError(403, 'Only pages of this server may use the mock wallet');
  // Not `new URL`, which throws for a path of two slashes.
  const [pathname = '', query] = (request.url ?? '').split('?');
  if (isRpcPath(`${MOUNT}${pathname}`)) return phone.handleRpc(request, response);
  switch (pathname) {
    case '/client.js':
      return send(response, 200, createClientScript(client), JAVASCRIPT);
    case '/approval/main.js':
      return send(response, 200, APPROVAL_SCRIPT, JAVASCRIPT);
    case '/approval/':
    case '/wallet/':
      return send(response, 200, APPROVAL_PAGE, APPROVAL_PAGE_HEADERS);
    case '/events':
      return sendEvents(phone, assertPageId(new URLSearchParams(query).get('page')), response);
    case '/launch':
      return launch(phone, await readCommand(request), response);
    case '/decisions':
      return decide(phone, await readCommand(request), response);
    case '/leave':
      phone.leave(assertPageId((await readCommand(request))['page']));
      return send(response, 204);
    default:
      return sendAsset(join(pages, assertAsset(pathname)), response);
  }
}

async function launch(
  phone: Phone,
  { page, uri }: Readonly<Record<string, unknown>>,
  response: ServerResponse,
): Promise<void> {
  if (typeof uri !== 'string') throw new HttpError(400, '`uri` must be an association URI');
  try {
    const number = await phone.launch(assertPageId(page), uri);
    send(response, 200, JSON.stringify({ launch: number }), JSON_TYPE);
  } catch (error) {
    throw error instanceof Error ? new HttpError(400, error.message) : error;
  }
}

function decide(
  phone: Phone,
  { page, id, approved, accounts }: Readonly<Record<string, unknown>>,
  response: ServerResponse,
): void {
  if (typeof id !== 'number' || typeof approved !== 'boolean') {
    throw new HttpError(400, 'A decision has an `id` and `approved`');
  }
  if (accounts !== undefined && !isStringArray(accounts)) {
    throw new HttpError(400, '`accounts` must be an array of base58 addresses');
  }
  const decision: ApprovalDecision = { approved, ...(accounts && { accounts }) };
  if (!phone.desk.decide(assertPageId(page), id, decision)) {
    throw new HttpError(409, 'No request with this id waits for a decision');
  }
  send(response, 204);
}

function sendEvents(phone: Phone, page: string, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const stop = phone.desk.watch(page, (state) => response.write(`data: ${encodeApprovalState(state)}\n\n`));
  response.once('close', stop);
}

async function sendAsset(file: string, response: ServerResponse): Promise<void> {
  const script = await readFile(file, 'utf8').catch(() => {
    throw new HttpError(404, 'Not found');
  });
  send(response, 200, script, JAVASCRIPT);
}

async function readCommand(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  assertOwnPage(request.headers);
  return readJsonObject(request, BODY_LIMIT);
}

function assertPageId(page: unknown): string {
  if (typeof page !== 'string' || !PAGE_ID.test(page)) throw new HttpError(400, '`page` must be a page id');
  return page;
}

function assertAsset(pathname: string): string {
  const path = ASSET.exec(pathname)?.[1];
  if (path === undefined) throw new HttpError(404, 'Not found');
  return path;
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
