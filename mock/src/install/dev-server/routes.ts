import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { LaunchCatcherOptions } from '../../screens/panel/launch-catcher.js';
import { HttpError, send, sendError } from '../../sockets/http.js';
import * as answers from './answers.js';
import { APPROVAL_PAGE, createClientScript, getPageHeaders, HOME_PAGE } from './documents.js';
import { createDappCheck, getHost, isForFrame, type OriginCheck } from './own-origin.js';
import { CLIENT_PATH, isRpcPath, MOUNT } from './paths.js';
import type { RunnerApi } from './runner-api.js';
import type { ServedPhone } from './served-phone.js';

/** What the routes need. */
export type RouteOptions = Readonly<{
  phone: ServedPhone;
  /** The folder with the built scripts for browsers. */
  pages: string;
  /** Settings of the script in the dapp's pages. */
  client: Omit<LaunchCatcherOptions, 'mount' | 'hasApps'>;
  /** Decides which requests are of this server's own pages, or of programs. */
  isOwnOrigin: OriginCheck;
  /**
   * Whether the pages of all servers on this machine may use the wallet as a dapp; by default only this
   * server's.
   */
  isForLoopbackPages?: boolean;
  /** Answers test runners; by default nothing does. */
  runnerApi?: RunnerApi | undefined;
}>;

/** A request, without the mount in its path, and what answers it. */
type Sent = RouteOptions &
  Readonly<{ request: IncomingMessage; response: ServerResponse; path: string; query: string }>;

/**
 * Who may use a route: dapps' pages, pages that embed the wallet's, this server's own pages alone, or
 * programs alone, which the route checks itself.
 */
type Route = Readonly<{
  users: 'dapps' | 'frames' | 'own' | 'programs';
  answer(sent: Sent): void | Promise<void>;
}>;

/** The path of a built script. */
const ASSET = /^\/assets\/((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.js)$/;

const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries<Route>({
    '/client.js': {
      users: 'dapps',
      answer: (sent) =>
        sendScript(
          createClientScript(sent.client, sent.phone.wallet.getSettings().phone, getClientAddress(sent)),
          sent,
        ),
    },
    '/find-app': { users: 'dapps', answer: answers.findApp },
    '/launch': { users: 'dapps', answer: answers.launch },
    '/leave': { users: 'dapps', answer: answers.leave },
    '/': { users: 'frames', answer: (sent) => sendDocument(HOME_PAGE.document, sent) },
    '/approval/': { users: 'frames', answer: (sent) => sendDocument(APPROVAL_PAGE.document, sent) },
    '/wallet/': { users: 'frames', answer: (sent) => sendDocument(APPROVAL_PAGE.document, sent) },
    '/home.js': { users: 'own', answer: (sent) => sendScript(HOME_PAGE.script, sent) },
    '/approval.js': { users: 'own', answer: (sent) => sendScript(APPROVAL_PAGE.script, sent) },
    '/events': { users: 'own', answer: answers.sendApprovals },
    '/state': { users: 'own', answer: answers.sendWalletStates },
    '/decisions': { users: 'own', answer: answers.decide },
    '/commands': { users: 'own', answer: answers.runCommand },
    '/api': { users: 'programs', answer: answerRunner },
  }),
);
const RPC_ROUTE: Route = {
  users: 'dapps',
  answer: ({ request, response, phone }) => phone.handleRpc(request, response),
};
const ASSET_ROUTE: Route = { users: 'dapps', answer: sendAsset };
const NO_ROUTE: Route = { users: 'own', answer: refuseUnknown };

/**
 * Creates the request listener for everything under the plugin's own path, which `request.url` does not
 * include.
 */
export function createRoutes(
  options: RouteOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    // Not `new URL`, which throws for a path of two slashes.
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const sent = { ...options, request, response, path, query };
    answer(sent).catch((error: unknown) => sendError(response, error));
  };
}

async function answer(sent: Sent): Promise<void> {
  const { request, response, path, isOwnOrigin, isForLoopbackPages = false } = sent;
  const route = findRoute(path);
  if (route.users === 'programs') return route.answer(sent);
  if (isOwnOrigin(request)) return route.answer(sent);
  if (isForLoopbackPages && route.users === 'frames' && isForFrame(request, isOwnOrigin)) {
    return route.answer(sent);
  }
  if (route.users !== 'dapps' || !createDappCheck(isOwnOrigin, isForLoopbackPages)(request)) {
    const pages = isForLoopbackPages ? 'at localhost and 127.0.0.1' : 'of this server';
    throw new HttpError(403, `Only pages ${pages} may use the mock wallet`);
  }
  const { origin } = request.headers;
  if (origin !== undefined) response.setHeader('Access-Control-Allow-Origin', origin);
  if (request.method !== 'OPTIONS') return route.answer(sent);
  send(response, 204, '', {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
  });
}

function findRoute(path: string): Route {
  if (isRpcPath(`${MOUNT}${path}`)) return RPC_ROUTE;
  if (ASSET.test(path)) return ASSET_ROUTE;
  return ROUTES.get(path) ?? NO_ROUTE;
}

/** The document tells nothing, and its own headers say which pages may embed it. */
function sendDocument(document: string, { response, isForLoopbackPages = false }: Sent): void {
  send(response, 200, document, getPageHeaders(isForLoopbackPages));
}

/** Returns the address of the client script, as this request has it. */
function getClientAddress({ request }: Sent): string {
  const host = getHost(request.headers);
  const protocol = 'encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http';
  return host === undefined ? CLIENT_PATH : `${protocol}://${host}${CLIENT_PATH}`;
}

function sendScript(script: string, { response }: Sent): void {
  send(response, 200, script, { 'Content-Type': 'text/javascript; charset=utf-8' });
}

async function sendAsset(sent: Sent): Promise<void> {
  const [, file = ''] = ASSET.exec(sent.path) ?? [];
  sendScript(await readFile(join(sent.pages, file), 'utf8').catch(refuseUnknown), sent);
}

function answerRunner({ runnerApi, request, response }: Sent): Promise<void> {
  if (runnerApi) return runnerApi(request, response);
  throw new HttpError(404, 'This server has no address for test runners');
}

function refuseUnknown(): never {
  throw new HttpError(404, 'Not found');
}
