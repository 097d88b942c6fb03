import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { LaunchCatcherOptions } from '../../screens/panel/launch-catcher.js';
import { HttpError, send, sendError } from '../../sockets/http.js';
import { answerCommand, answerDecision, answerLaunch, answerLeave } from './commands.js';
import {
  APPROVAL_PAGE,
  APPROVAL_SCRIPT,
  createClientScript,
  getPageHeaders,
  HOME_PAGE,
  HOME_SCRIPT,
} from './documents.js';
import { sendApprovals, sendWalletStates } from './events.js';
import { createDappCheck, type IsOwnOrigin, isForFrame } from './own-origin.js';
import { isRpcPath, MOUNT } from './paths.js';
import type { ServedPhone } from './served-phone.js';

/** What the routes need. */
export type RouteOptions = Readonly<{
  phone: ServedPhone;
  /** The folder with the built scripts for browsers. */
  pages: string;
  /** Settings of the script in the dapp's pages. */
  client: Omit<LaunchCatcherOptions, 'mount'>;
  /** Decides which requests are of this server's own pages, or of programs. */
  isOwnOrigin: IsOwnOrigin;
  /** Whether the pages of all servers on this machine may use the wallet as a dapp; by default only this server's. */
  isForLoopbackPages?: boolean;
}>;

/** A request, without the mount in its path. */
type Sent = Readonly<{ request: IncomingMessage; response: ServerResponse; path: string; query: string }>;

/** Who may use a route: dapps' pages, pages that embed the wallet's, or this server's own pages alone. */
type Route = Readonly<{
  users: 'dapps' | 'frames' | 'own';
  answer(sent: Sent, options: RouteOptions): void | Promise<void>;
}>;

/** The path of a built script. */
const ASSET = /^\/assets\/((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.js)$/;
const JAVASCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' };

const ROUTES: Readonly<Record<string, Route>> = {
  '/client.js': {
    users: 'dapps',
    answer: ({ response }, { client }) => send(response, 200, createClientScript(client), JAVASCRIPT),
  },
  '/launch': { users: 'dapps', answer: (sent, { phone }) => answerLaunch(sent, phone) },
  '/leave': { users: 'dapps', answer: (sent, { phone }) => answerLeave(sent, phone) },
  '/': createDocumentRoute(HOME_PAGE),
  '/approval/': createDocumentRoute(APPROVAL_PAGE),
  '/wallet/': createDocumentRoute(APPROVAL_PAGE),
  '/home.js': createScriptRoute(HOME_SCRIPT),
  '/approval.js': createScriptRoute(APPROVAL_SCRIPT),
  '/events': {
    users: 'own',
    answer: ({ response, query }, { phone }) => sendApprovals(phone, query, response),
  },
  '/state': { users: 'own', answer: ({ response }, { phone }) => sendWalletStates(phone, response) },
  '/decisions': { users: 'own', answer: (sent, { phone }) => answerDecision(sent, phone) },
  '/commands': { users: 'own', answer: (sent, { phone }) => answerCommand(sent, phone) },
};
const RPC_ROUTE: Route = {
  users: 'dapps',
  answer: ({ request, response }, { phone }) => phone.handleRpc(request, response),
};
const NO_ROUTE: Route = {
  users: 'own',
  answer: () => {
    throw new HttpError(404, 'Not found');
  },
};

/** Creates the request listener for everything under the plugin's own path, which `request.url` does not include. */
export function createRoutes(
  options: RouteOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    // Not `new URL`, which throws for a path of two slashes.
    const [path = '', query = ''] = (request.url ?? '').split('?');
    answer({ request, response, path, query }, options).catch((error: unknown) => sendError(response, error));
  };
}

async function answer(sent: Sent, options: RouteOptions): Promise<void> {
  const { isOwnOrigin, isForLoopbackPages = false } = options;
  const { request, response } = sent;
  const route = findRoute(sent.path);
  if (isOwnOrigin(request)) return route.answer(sent, options);
  const isDapp = createDappCheck(isOwnOrigin, isForLoopbackPages)(request);
  if (isForLoopbackPages && route.users === 'frames' && isForFrame(request, isOwnOrigin))
    return route.answer(sent, options);
  if (!isDapp || route.users !== 'dapps') {
    const pages = isForLoopbackPages ? 'at localhost and 127.0.0.1' : 'of this server';
    throw new HttpError(403, `Only pages ${pages} may use the mock wallet`);
  }
  const { origin } = request.headers;
  if (origin !== undefined) response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method !== 'OPTIONS') return route.answer(sent, options);
  send(response, 204, '', {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
  });
}

function findRoute(path: string): Route {
  if (isRpcPath(`${MOUNT}${path}`)) return RPC_ROUTE;
  const [, asset] = ASSET.exec(path) ?? [];
  if (asset !== undefined) {
    return { users: 'dapps', answer: ({ response }, { pages }) => sendAsset(join(pages, asset), response) };
  }
  return (Object.hasOwn(ROUTES, path) && ROUTES[path]) || NO_ROUTE;
}

/** The document tells nothing, and its own headers say which pages may embed it. */
function createDocumentRoute(document: string): Route {
  return {
    users: 'frames',
    answer: ({ response }, { isForLoopbackPages = false }) =>
      send(response, 200, document, getPageHeaders(isForLoopbackPages)),
  };
}

function createScriptRoute(script: string): Route {
  return { users: 'own', answer: ({ response }) => send(response, 200, script, JAVASCRIPT) };
}

async function sendAsset(file: string, response: ServerResponse): Promise<void> {
  const script = await readFile(file, 'utf8').catch(() => {
    throw new HttpError(404, 'Not found');
  });
  send(response, 200, script, JAVASCRIPT);
}
