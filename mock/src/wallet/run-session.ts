import {
  type AssociationRequest,
  type Bytes,
  type Channel,
  delay,
  encodeJsonRpc,
  findMobileWalletError,
  getFrameSequence,
  isJsonObject,
  JSON_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../explain/foreign.js';
import type { ActivityOutcome } from './activity.js';
import { type ReplyFault, WalletHangUp } from './faults/fault.js';
import { type FaultySession, faultyHandshake } from './faults/faulty-session.js';
import { NAMED_FAULTS, type NamedFault, SENT_TWICE } from './faults/named-faults.js';
import { handleRequest } from './handle-request.js';
import { type IncomingRequest, parseIncomingRequest } from './incoming-request.js';
import type {
  MockAssociation,
  MockRequest,
  MockSession,
  MockWalletContext,
  OpenSession,
} from './mock-session.js';
import type { Quirks } from './quirks.js';
import { GOING_AWAY, PING_INTERVAL_MS } from './reference-server.js';
import { RequestEnded } from './refusal.js';
import { createReplyThreads } from './reply-threads.js';

/** How a session ended. */
export type SessionEnd = Readonly<{
  /** Whether the handshake was completed. */
  established: boolean;
}>;

type Reply = Exclude<ActivityOutcome, { unanswered: unknown }>;

const SILENCE = { unanswered: 'silence' } as const;

/**
 * Runs one session of an association over a channel. Resolves when it has ended; never rejects. `number`
 * counts the wallet's sessions.
 */
export async function runSession(
  channel: Channel,
  { associationPublicKey, versions }: AssociationRequest,
  wallet: MockWalletContext,
  association: MockAssociation,
  number: number,
): Promise<SessionEnd> {
  const { quirks } = wallet;
  if (association.isOver && quirks.deafAfterSession) return { established: false };
  const isLegacy = wallet.protocol === 'legacy' || !versions.some((version) => /^v?1$/i.test(version));
  const properties = isLegacy ? undefined : JSON.stringify({ v: quirks.propertiesVersion });
  const ended = new AbortController();
  const { signal } = ended;
  const established = await faultyHandshake(
    channel,
    createCarrier(channel),
    associationPublicKey,
    properties,
    wallet.getFaults,
    signal,
  ).catch(() => undefined);
  if (!established) return { established: false };

  association.sessions++;
  const { deriveSecret } = established;
  const session = { wallet, association, number, signal, deriveSecret };
  const reason = await serve(established, channel, session);
  wallet.activity.endSession(number);
  ended.abort(reason);
  if (quirks.closesOnBreach && findMobileWalletError(reason, 'PROTOCOL_VIOLATION')) {
    channel.close(new WalletHangUp(GOING_AWAY));
  }
  association.sessions--;
  if (association.sessions === 0) {
    association.isOver = true;
    association.authorization = undefined;
  }
  return { established: true };
}

/**
 * Returns the channel without its `close`, because a protocol violation ends the session but not the socket.
 * A message that is too short to be a frame is ignored, as by the reference wallet.
 */
function createCarrier({ send, read }: Channel): Channel {
  const readFrame = async (): Promise<Bytes> => {
    const message = await read();
    return getFrameSequence(message) === undefined ? readFrame() : message;
  };
  return { send, read: readFrame, close: () => {} };
}

/**
 * Answers requests until the dapp, the wallet or a protocol violation ends the session. Resolves with the
 * reason.
 */
async function serve(
  { read, send }: FaultySession,
  channel: Channel,
  session: OpenSession,
): Promise<unknown> {
  const { wallet, association } = session;
  const { quirks } = wallet;
  let arrival = new AbortController();
  const threads = quirks.stallsWhenRepliesMeet
    ? createReplyThreads(session.signal, () => channel.close(new WalletHangUp('drop')))
    : undefined;

  const reply = ({ method, id }: IncomingRequest, outcome: Reply, fault?: ReplyFault): void => {
    if (session.signal.aborted) return;
    // Sending fails only after the end of the session, when the dapp no longer waits.
    send(method, encodeJsonRpc({ id, ...outcome }), fault).catch(() => {});
  };

  /** Returns the outcome, or silence if the reply can never be sent. */
  const passThreads = async (method: string, outcome: ActivityOutcome): Promise<ActivityOutcome> =>
    !threads || (await threads.send(method, outcome)) ? outcome : SILENCE;

  const conclude = (request: MockRequest, outcome: ActivityOutcome): void => {
    if ('unanswered' in outcome) {
      request.record.end(outcome);
      if (outcome.unanswered === 'crashed') channel.close(new WalletHangUp('drop'));
      if (outcome.unanswered === 'closed') channel.close();
      return;
    }
    const { fault, unanswered } = getReplyFault(request);
    request.record.end(unanswered ? { unanswered } : outcome);
    reply(request, writeErrorData(outcome, quirks), fault);
  };

  const answer = async (incoming: IncomingRequest, turn: Promise<void>): Promise<void> => {
    const { method, params, error } = incoming;
    const request: MockRequest = {
      ...incoming,
      record: wallet.activity.begin(session.number, incoming, association.authorization),
      unsentIndexes: [],
      replyAs: null,
    };
    if (error) return conclude(request, await passThreads(method, { error }));
    const handled = settle({ ...session, request });
    const isTwofold = quirks.answersCapabilitiesTwice && method === 'get_capabilities';
    if (isTwofold && isJsonObject(params) && Object.keys(params).length > 0) {
      const message = 'params expected to be empty';
      reply(request, { error: { code: JSON_RPC_CODES.INVALID_PARAMS, message } });
    }
    const reached = await handled;
    if (!quirks.repliesOvertake) await turn;
    // Until the next message arrives, or the server pings, which sends the reply that it held back.
    if (quirks.holdsReplyTo === method) await delay(PING_INTERVAL_MS, arrival.signal).catch(() => {});
    const outcome = await passThreads(method, reached);
    if (!('unanswered' in outcome)) wallet.onReply(method, 'error' in outcome ? outcome.error : undefined);
    conclude(request, outcome);
  };

  for (let last = Promise.resolve(); ; ) {
    try {
      const text = await read();
      await threads?.whenReading();
      if (threads?.isStalled()) continue;
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
function getReplyFault({ replyAs, record }: MockRequest): Partial<NamedFault> {
  if (replyAs === null) return {};
  if (replyAs === 'twice') return { fault: SENT_TWICE };
  record.note({ fault: replyAs });
  return NAMED_FAULTS[replyAs];
}

async function settle(session: MockSession): Promise<ActivityOutcome> {
  try {
    return { result: await handleRequest(session) };
  } catch (error) {
    if (error instanceof RequestEnded) return error.outcome;
    const message = `Error while processing ${session.request.method}: '${getErrorMessage(error)}'`;
    return { error: { code: JSON_RPC_CODES.INTERNAL_ERROR, message } };
  }
}

function writeErrorData(outcome: Reply, { errorDataIsText }: Quirks): Reply {
  if (!errorDataIsText || !('error' in outcome) || outcome.error.data === undefined) return outcome;
  return { error: { ...outcome.error, data: JSON.stringify(outcome.error.data) } };
}
