import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import type { Phone } from '../../phone/phone.js';
import { readCommand } from '../../phone/read-command.js';
import { parseTagged, stringifyTagged } from '../../phone/tagged-json.js';
import { readAppChoice } from '../../phone/wallet-apps.js';
import { HttpError, readJsonObject, readPostedJson, send } from '../../sockets/http.js';
import { readDecision } from '../../wallet/state/planned-answers.js';
import { assertOwnPage } from './own-origin.js';

type Sent = Readonly<{ request: IncomingMessage; response: ServerResponse; query: string; phone: Phone }>;

const BODY_LIMIT = 64 * 1024;
const MAX_DECISION_DELAY_MS = 600_000;
const PAGE_ID = /^[0-9a-f]{32}$/;

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Says what an address of a dapp's page opens on the phone. */
export async function findApp({ request, response, phone }: Sent): Promise<void> {
  const { address, choice } = await readDappCommand(request);
  if (typeof address !== 'string') throw new HttpError(400, '`address` must be an address');
  const target = await refuseErrors(() =>
    phone.findApp(address, choice === undefined ? undefined : readAppChoice(choice)),
  );
  send(response, 200, JSON.stringify(target), JSON_HEADERS);
}

/** Opens an association URI for a dapp's page. */
export async function launch({ request, response, phone }: Sent): Promise<void> {
  const { page, uri, androidPackage } = await readDappCommand(request);
  if (typeof uri !== 'string') throw new HttpError(400, '`uri` must be an association URI');
  if (androidPackage !== undefined && typeof androidPackage !== 'string') {
    throw new HttpError(400, '`androidPackage` must be the name of a package');
  }
  const number = await refuseErrors(() => phone.launch(parsePageId(page), uri, androidPackage));
  send(response, 200, JSON.stringify({ launch: number }), JSON_HEADERS);
}

/** Ends the sessions of a dapp's page. */
export async function leave({ request, response, phone }: Sent): Promise<void> {
  const { page } = await readDappCommand(request);
  await phone.leave(parsePageId(page));
  send(response, 204);
}

/** Decides a request of a dapp's page. */
export async function decide({ request, response, phone }: Sent): Promise<void> {
  assertOwnPage(request.headers);
  const { page, id, ...others } = await readJsonObject(request, BODY_LIMIT);
  if (typeof id !== 'number') throw new HttpError(400, 'A decision has an `id`');
  const decision = await refuseErrors(() => readDecision(others, MAX_DECISION_DELAY_MS));
  if (!phone.desk.decide(parsePageId(page), id, decision)) {
    throw new HttpError(409, 'No request with this id waits for a decision');
  }
  send(response, 204);
}

/** Runs a command of the wallet's own screens. */
export async function runCommand({ request, response, phone }: Sent): Promise<void> {
  assertOwnPage(request.headers);
  const body = await readPostedJson(request, BODY_LIMIT);
  await refuseErrors(() => phone.run(readCommand(parseTagged(body))));
  send(response, 204);
}

/** Sends a page's requests for approval as events, now and after every change. */
export function sendApprovals({ phone, query, response }: Omit<Sent, 'request'>): void {
  const page = parsePageId(new URLSearchParams(query).get('page'));
  sendEvents(response, (listener) => phone.desk.watch(page, (state) => listener(stringifyTagged(state))));
}

/** Sends the wallet's state as events, now and after every change. */
export function sendWalletStates({ phone, response }: Sent): void {
  const end = (): void => void response.end();
  sendEvents(response, (listener) => phone.watchWallet((state) => listener(stringifyTagged(state)), end));
}

/** Throws an {@link HttpError} 400 unless it is the id of a page. */
function parsePageId(page: unknown): string {
  if (typeof page !== 'string' || !PAGE_ID.test(page)) throw new HttpError(400, '`page` must be a page id');
  return page;
}

async function readDappCommand(request: IncomingMessage): Promise<JsonObject> {
  // Every page names its origin when it posts. Programs do not, and have no page.
  if (request.headers.origin === undefined) throw new HttpError(403, 'Only pages may do this');
  return readJsonObject(request, BODY_LIMIT);
}

/** Answers 400 with the reason in words if the phone refuses. */
export async function refuseErrors<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Error && !(error instanceof HttpError) ? new HttpError(400, error.message) : error;
  }
}

/**
 * Sends texts as events. While the client does not read, only the last one is kept, because each replaces
 * those before.
 */
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
