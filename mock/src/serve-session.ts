import {
  type Channel,
  delay,
  encodeJsonRpc,
  isJsonObject,
  JSON_RPC,
  type JsonObject,
  type JsonRpcError,
  type SecureChannel,
} from 'mobile-wallet-standard/endpoint';
import { handleRequest } from './handle-request.js';
import type { MockSession } from './mock-session.js';
import { parseJson } from './params.js';
import { type Refusal, RequestRefused, WalletCrash } from './refusal.js';

/** The id of a request. The reference library accepts null, too. */
type RequestId = number | string | null;

/** A request, or the error that answers a malformed one. `params` is an object, an array or absent. */
type IncomingRequest = Readonly<
  { id: RequestId } & ({ method: string; params: unknown; error?: never } | { error: JsonRpcError })
>;

type Outcome = Readonly<{ result: JsonObject }> | Refusal;
type Reply = Readonly<{ result: JsonObject }> | Readonly<{ error: JsonRpcError }>;

/** The time between pings of the reference library's server. Its next ping sends a reply that it held back. */
const HELD_REPLY_MS = 45_000;

/**
 * Answers requests until the dapp, the wallet or a protocol violation ends the session. Resolves with the reason for
 * the end; never rejects.
 */
export async function serveSession(
  secure: SecureChannel,
  channel: Channel,
  session: MockSession,
): Promise<unknown> {
  const reply = (id: RequestId, outcome: Reply): void => {
    if (session.signal.aborted) return;
    // Sending fails only after the end of the session, when the dapp no longer waits.
    secure.send(encodeJsonRpc({ id, ...outcome })).catch(() => {});
  };

  let arrival = new AbortController();

  const conclude = (id: RequestId, outcome: Outcome): void => {
    if (outcome === 'crash') channel.close(new WalletCrash('The wallet app has crashed'));
    else if (outcome === 'hang-up') channel.close();
    else if (outcome !== 'silence') reply(id, writeErrorData(outcome, session));
  };

  /** Resolves when the next message arrives, or when a server would ping. */
  const waitForRelease = (): Promise<void> => delay(HELD_REPLY_MS, arrival.signal).catch(() => {});

  const answer = async (request: IncomingRequest, turn: Promise<void>): Promise<void> => {
    const { id, error } = request;
    if (error) return conclude(id, { error });
    const { method, params } = request;
    const settled = settle(method, handleRequest(method, params, session));
    if (hasSurplusReply(method, params, session)) {
      const message = 'params expected to be empty';
      reply(id, { error: { code: JSON_RPC.INVALID_PARAMS, message } });
    }
    const outcome = await settled;
    if (!session.wallet.quirks.repliesOvertake) await turn;
    if (session.wallet.quirks.holdsReplyTo === method) await waitForRelease();
    if (typeof outcome === 'object')
      session.wallet.onReply(method, 'error' in outcome ? outcome.error : undefined);
    conclude(id, outcome);
  };

  for (let last = Promise.resolve(); ; ) {
    try {
      const text = await secure.read();
      arrival.abort();
      arrival = new AbortController();
      last = answer(parseIncomingRequest(text), last);
    } catch (reason) {
      arrival.abort();
      return reason;
    }
  }
}

async function settle(method: string, handled: Promise<JsonObject>): Promise<Outcome> {
  try {
    return { result: await handled };
  } catch (error) {
    if (error instanceof RequestRefused) return error.refusal;
    const message = error instanceof Error ? error.message : String(error);
    return {
      error: { code: JSON_RPC.INTERNAL_ERROR, message: `Error while processing ${method}: '${message}'` },
    };
  }
}

function hasSurplusReply(method: string, params: unknown, { wallet }: MockSession): boolean {
  const hasParameter = isJsonObject(params) && Object.keys(params).length > 0;
  return method === 'get_capabilities' && hasParameter && wallet.quirks.answersCapabilitiesTwice;
}

function writeErrorData(outcome: Reply, { wallet }: MockSession): Reply {
  if (!('error' in outcome) || outcome.error.data === undefined || !wallet.quirks.errorDataIsText) {
    return outcome;
  }
  return { error: { ...outcome.error, data: JSON.stringify(outcome.error.data) } };
}

/** Parses a message like the reference library's JSON-RPC server, with the same errors. */
function parseIncomingRequest(text: string): IncomingRequest {
  const message = parseJson(text);
  if (!isJsonObject(message)) {
    return createError(null, JSON_RPC.PARSE_ERROR, 'Request JSON-RPC 2.0 payload is not valid');
  }
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0' || !('method' in message) || !isRequestId(id)) {
    return createError(null, JSON_RPC.INVALID_REQUEST, 'Request is other than a JSON-RPC 2.0 message');
  }
  const name = typeof method === 'string' ? method : '';
  if (name === '' || name.startsWith('rpc.')) {
    return createError(id, JSON_RPC.METHOD_NOT_FOUND, `Method '${name}' not available`);
  }
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return createError(id, JSON_RPC.INVALID_PARAMS, 'params must be a structured value');
  }
  return { id, method: name, params };
}

function createError(id: RequestId, code: number, message: string): IncomingRequest {
  return { id, error: { code, message } };
}

function isRequestId(id: unknown): id is RequestId {
  return id === null || typeof id === 'number' || typeof id === 'string';
}
