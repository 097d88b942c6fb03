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
import { type IncomingRequest, parseIncomingRequest, type RequestId } from './incoming-request.js';
import type { MockSession } from './mock-session.js';
import { type Refusal, RequestRefused, WalletCrash } from './refusal.js';

type Outcome = Readonly<{ result: JsonObject }> | Refusal;
type Reply = Readonly<{ result: JsonObject }> | Readonly<{ error: JsonRpcError }>;

/** Time between the pings of the reference library's server, which release a reply that it holds back. */
const HELD_REPLY_MS = 45_000;

/**
 * Answers requests until the session ends, by the dapp, by a breach of the protocol, or by the wallet. Never
 * rejects; resolves with the reason for the end.
 */
export async function serveSession(
  secure: SecureChannel,
  channel: Channel,
  session: MockSession,
): Promise<unknown> {
  const reply = (id: RequestId, outcome: Reply): void => {
    if (session.signal.aborted) return;
    // A reply that can no longer be sent has nobody waiting for it.
    secure.send(encodeJsonRpc({ id, ...outcome })).catch(() => {});
  };

  let arrival = new AbortController();

  const conclude = (id: RequestId, outcome: Outcome): void => {
    if (outcome === 'crash') channel.close(new WalletCrash('The wallet app has crashed'));
    else if (outcome === 'hang-up') channel.close();
    else if (outcome !== 'silence') reply(id, writeErrorData(outcome, session));
  };

  /** Resolves when the next message has arrived, or the server pings. */
  const held = (): Promise<void> => delay(HELD_REPLY_MS, arrival.signal).catch(() => {});

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
    if (session.wallet.quirks.holdsReplyTo === method) await held();
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
