import {
  type Channel,
  delay,
  encodeJsonRpc,
  isJsonObject,
  JSON_RPC,
  type JsonObject,
  type JsonRpcError,
} from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../explain/foreign.js';
import type { ReplyFault } from './faults/fault.js';
import type { FaultySession } from './faults/faulty-session.js';
import { NAMED_FAULTS, type NamedFault, SENT_TWICE } from './faults/named-faults.js';
import { handleRequest } from './handle-request.js';
import { type IncomingRequest, parseIncomingRequest, type RequestId } from './incoming-request.js';
import type { MockRequest, OpenSession } from './mock-session.js';
import { readArray } from './params.js';
import { type Refusal, RequestEnded, WalletCrash } from './refusal.js';

type Outcome = Readonly<{ result: JsonObject }> | Refusal;
type Reply = Readonly<{ result: JsonObject }> | Readonly<{ error: JsonRpcError }>;

const UNANSWERED = { silence: 'silence', 'hang-up': 'closed', crash: 'crashed' } as const;
/** The time between pings of the reference library's server. Its next ping sends a reply that it held back. */
const HELD_REPLY_MS = 45_000;

/**
 * Answers requests until the dapp, the wallet or a protocol violation ends the session. Resolves with the reason for
 * the end; never rejects.
 */
export async function serveSession(
  { read, send }: FaultySession,
  channel: Channel,
  session: OpenSession,
): Promise<unknown> {
  const { wallet, association, number } = session;
  let arrival = new AbortController();

  const reply = (method: string, id: RequestId, outcome: Reply, fault?: ReplyFault): void => {
    if (session.signal.aborted) return;
    // Sending fails only after the end of the session, when the dapp no longer waits.
    send(method, encodeJsonRpc({ id, ...outcome }), fault).catch(() => {});
  };

  const conclude = (id: RequestId, outcome: Outcome, request: MockRequest): void => {
    if (typeof outcome === 'string') {
      request.record.end({ unanswered: UNANSWERED[outcome] });
      if (outcome === 'crash') channel.close(new WalletCrash('The wallet app has crashed'));
      if (outcome === 'hang-up') channel.close();
      return;
    }
    const { fault, unanswered } = getReplyFault(request, wallet);
    request.record.end(unanswered ? { unanswered } : outcome);
    reply(request.method, id, writeErrorData(outcome, session), fault);
  };

  /** Resolves when the next message arrives, or when a server would ping. */
  const waitForRelease = (): Promise<void> => delay(HELD_REPLY_MS, arrival.signal).catch(() => {});

  const answer = async (
    { id, method, params, error }: IncomingRequest,
    turn: Promise<void>,
  ): Promise<void> => {
    const { identity, chain } = association.authorization ?? {};
    const known = { ...(identity && { identity }), ...(chain !== undefined && { chain }) };
    const record = wallet.activity.begin(number, method, params, known);
    const payloads = (isJsonObject(params) && readArray(params, 'payloads')) || [];
    const request: MockRequest = {
      method,
      payloads,
      record,
      isDecided: false,
      unsentIndexes: [],
      replyAs: undefined,
    };
    if (error) return conclude(id, { error }, request);
    const settled = settle(method, handleRequest(method, params, { ...session, request }));
    if (hasSurplusReply(method, params, session)) {
      const message = 'params expected to be empty';
      reply(method, id, { error: { code: JSON_RPC.INVALID_PARAMS, message } });
    }
    const outcome = await settled;
    if (!wallet.quirks.repliesOvertake) await turn;
    if (wallet.quirks.holdsReplyTo === method) await waitForRelease();
    if (typeof outcome === 'object') wallet.onReply(method, 'error' in outcome ? outcome.error : undefined);
    conclude(id, outcome, request);
  };

  for (let last = Promise.resolve(); ; ) {
    try {
      const text = await read();
      arrival.abort();
      arrival = new AbortController();
      last = answer(parseIncomingRequest(text), last);
    } catch (reason) {
      arrival.abort();
      return reason;
    }
  }
}

/** Returns the fault that the user or a setting chose for a reply; none if neither did. */
function getReplyFault(
  { replyAs, isDecided, record }: MockRequest,
  wallet: OpenSession['wallet'],
): Partial<NamedFault> {
  if (replyAs === 'twice') return { fault: SENT_TWICE };
  const name = replyAs ?? (isDecided ? wallet.getSettings().fault : null);
  if (name === null) return {};
  record.note({ fault: name });
  return NAMED_FAULTS[name];
}

async function settle(method: string, handled: Promise<JsonObject>): Promise<Outcome> {
  try {
    return { result: await handled };
  } catch (error) {
    if (error instanceof RequestEnded) return error.refusal;
    const message = getErrorMessage(error);
    return {
      error: { code: JSON_RPC.INTERNAL_ERROR, message: `Error while processing ${method}: '${message}'` },
    };
  }
}

function hasSurplusReply(method: string, params: unknown, { wallet }: OpenSession): boolean {
  const hasParameter = isJsonObject(params) && Object.keys(params).length > 0;
  return method === 'get_capabilities' && hasParameter && wallet.quirks.answersCapabilitiesTwice;
}

function writeErrorData(outcome: Reply, { wallet }: OpenSession): Reply {
  if (!('error' in outcome) || outcome.error.data === undefined || !wallet.quirks.errorDataIsText) {
    return outcome;
  }
  return { error: { ...outcome.error, data: JSON.stringify(outcome.error.data) } };
}
