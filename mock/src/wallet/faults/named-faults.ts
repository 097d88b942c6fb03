import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { tryParseJson } from '../../explain/foreign.js';
import type { MessageFault, ReplyFault } from './fault.js';

/** Faults of a reply that a person can choose by name. */
export const FAULT_NAMES = [
  'wrong-id',
  'not-json',
  'no-result',
  'result-of-wrong-type',
  'unknown-error-code',
  'bad-tag',
  'wrong-sequence-number',
  'repeated-frame',
  'empty-frame',
  'short-frame',
  'text-frame',
  'close-1000',
  'close-1001',
  'close-1011',
  'drop',
  'deaf',
] as const;

/** The name of a fault of a reply. */
export type FaultName = (typeof FAULT_NAMES)[number];

/** A fault of a reply that a person can choose by name. */
export type NamedFault = Readonly<{
  /** Says what the wallet does, to complete "The wallet …". */
  title: string;
  fault: ReplyFault;
  /** How the request ends if the fault leaves it without any reply. */
  unanswered?: 'silence' | 'closed' | 'crashed';
}>;

/** Sends a reply twice, each as a message of its own. */
export const SENT_TWICE: ReplyFault = { rewrite: (text) => [text, text] };

/** Sends nothing. */
const NO_REPLY: ReplyFault = { rewrite: () => [] };
const SHORT_FRAME_LENGTH = 10;
/** Neither JSON-RPC nor the protocol defines it. */
const UNKNOWN_ERROR_CODE = -12345;

/** The faults of {@link FAULT_NAMES}. */
export const NAMED_FAULTS: Readonly<Record<FaultName, NamedFault>> = {
  'wrong-id': {
    title: 'replies with the id of no request',
    fault: changeReply((reply) => ({ ...reply, id: 'an id of no request' })),
  },
  'not-json': { title: 'replies with a text that is not JSON', fault: { rewrite: () => ['not JSON'] } },
  'no-result': {
    title: 'replies without a result and without an error',
    fault: changeReply(({ jsonrpc, id }) => ({ jsonrpc, id })),
  },
  'result-of-wrong-type': {
    title: 'replies with a number as the result',
    fault: changeReply(({ jsonrpc, id }) => ({ jsonrpc, id, result: 7 })),
  },
  'unknown-error-code': {
    title: 'replies with an error whose code nobody defines',
    fault: changeReply(({ jsonrpc, id }) => ({
      jsonrpc,
      id,
      error: { code: UNKNOWN_ERROR_CODE, message: 'The mock wallet replies with an unknown error code' },
    })),
  },
  'bad-tag': {
    title: 'sends the reply so that it cannot be decrypted',
    fault: { send: (frame) => [frame.map((byte, index) => (index === frame.length - 1 ? byte ^ 1 : byte))] },
  },
  'wrong-sequence-number': {
    title: 'leaves out a sequence number',
    fault: { number: (due) => due + 1 },
  },
  'repeated-frame': { title: 'sends the same frame twice', fault: { send: (frame) => [frame, frame] } },
  'empty-frame': {
    title: 'sends an empty frame instead of the reply',
    fault: { send: () => [new Uint8Array()] },
    unanswered: 'silence',
  },
  'short-frame': {
    title: 'sends a frame that is too short',
    fault: { send: (frame) => [frame.slice(0, SHORT_FRAME_LENGTH)] },
  },
  'text-frame': {
    title: 'sends a text frame instead of a binary one, over a WebSocket only',
    fault: { inOtherKind: true },
  },
  'close-1000': {
    title: 'closes the connection with code 1000 instead of replying',
    fault: { ...NO_REPLY, end: 1000 },
    unanswered: 'closed',
  },
  'close-1001': {
    title: 'closes the connection with code 1001 instead of replying',
    fault: { ...NO_REPLY, end: 1001 },
    unanswered: 'closed',
  },
  'close-1011': {
    title: 'closes the connection with code 1011 instead of replying',
    fault: { ...NO_REPLY, end: 1011 },
    unanswered: 'closed',
  },
  drop: {
    title: 'drops the connection instead of replying',
    fault: { ...NO_REPLY, end: 'drop' },
    unanswered: 'crashed',
  },
  deaf: {
    title: 'replies, and from then on reads nothing, over a WebSocket only',
    fault: { goesDeaf: true },
  },
};

/**
 * Creates the fault of this name for the replies to a method, to pass to a mock wallet as one of its
 * `faults`.
 */
export function createNamedFault(name: FaultName, at: MessageFault['at']): MessageFault {
  return { ...NAMED_FAULTS[name].fault, at };
}

function changeReply(change: (reply: JsonObject) => JsonObject): ReplyFault {
  return {
    rewrite(text) {
      const reply = tryParseJson(text);
      return [JSON.stringify(change(isJsonObject(reply) ? reply : {}))];
    },
  };
}
