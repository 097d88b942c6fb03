import { delay, JSON_RPC_CODES, WALLET_RPC_CODES } from 'mobile-wallet-standard/endpoint';
import type { ActivityOutcome } from './activity.js';
import { DROP_MS } from './reference-server.js';

/**
 * How long a thread takes to send a reply: long enough that two replies to requests of one moment always
 * meet.
 */
const SENDING_MS = 100;

/** The codes with which a request is refused before the app gets it. */
const REFUSED_WHILE_READING: readonly number[] = [
  JSON_RPC_CODES.PARSE_ERROR,
  JSON_RPC_CODES.INVALID_REQUEST,
  JSON_RPC_CODES.METHOD_NOT_FOUND,
  JSON_RPC_CODES.INVALID_PARAMS,
  WALLET_RPC_CODES.TOO_MANY_PAYLOADS,
];

/**
 * The two threads by which the reference library replies: the one that reads messages sends the capabilities
 * and refuses malformed and unknown requests, and those with too many payloads, and the app's sends
 * everything else. Each takes two locks, in opposite orders, so if both send at one moment, both wait for
 * ever.
 */
export type ReplyThreads = Readonly<{
  isStalled(): boolean;
  /** Resolves when the thread that reads messages may read the next one. */
  whenReading(): Promise<void>;
  /** Takes as long as a thread needs for a reply. Returns whether the reply can be sent. */
  send(method: string, outcome: ActivityOutcome): Promise<boolean>;
}>;

/** Creates the {@link ReplyThreads}. `drop` is called when the server gives the connection up. */
export function createReplyThreads(signal: AbortSignal, drop: () => void): ReplyThreads {
  const isSending = { reader: 0, app: 0 };
  let isStalled = false;
  let reading: Promise<void> = Promise.resolve();

  const stall = (): void => {
    isStalled = true;
    delay(DROP_MS, signal).then(drop, () => {});
  };

  return {
    isStalled: () => isStalled,
    whenReading: () => reading,
    async send(method, outcome) {
      const isRefused = 'error' in outcome && REFUSED_WHILE_READING.includes(outcome.error.code);
      const isByReader = method === 'get_capabilities' || isRefused;
      const [sender, other] = isByReader ? (['reader', 'app'] as const) : (['app', 'reader'] as const);
      isSending[sender]++;
      if (isSending[other] > 0 && !isStalled) stall();
      const sending = delay(SENDING_MS, signal).catch(() => {});
      if (isByReader) reading = sending;
      await sending;
      isSending[sender]--;
      return !isStalled;
    },
  };
}
