import { delay, JSON_RPC, WALLET_RPC } from 'mobile-wallet-standard/endpoint';
import type { ActivityOutcome } from './activity.js';

/**
 * How long a thread takes to send a reply: long enough that two replies to requests of one moment always
 * meet.
 */
const SENDING_MS = 100;
/** When the reference library's server drops a connection whose ping is not answered. */
const DROP_MS = 90_000;

/** The codes with which a request is refused before the app gets it. */
const REFUSED_WHILE_READING: readonly number[] = [
  JSON_RPC.PARSE_ERROR,
  JSON_RPC.INVALID_REQUEST,
  JSON_RPC.METHOD_NOT_FOUND,
  JSON_RPC.INVALID_PARAMS,
  WALLET_RPC.TOO_MANY_PAYLOADS,
];

/**
 * Plays the two threads by which the reference library replies: the one that reads messages sends the
 * capabilities and refuses malformed and unknown requests, and those with too many payloads, and the app's
 * sends everything else. Each takes two locks, in opposite orders, so if both send at one moment, both wait
 * for ever. `drop` is called when the server gives the connection up.
 */
export function createReplyThreads(signal: AbortSignal, drop: () => void) {
  const isSending = { reader: 0, app: 0 };
  let isStalled = false;
  let reading: Promise<void> = Promise.resolve();

  const stall = (): void => {
    isStalled = true;
    delay(DROP_MS, signal).then(drop, () => {});
  };

  return {
    isStalled: (): boolean => isStalled,
    /** Resolves when the thread that reads messages may read the next one. */
    whenReading: (): Promise<void> => reading,
    /** Takes as long as a thread needs for a reply. Returns whether the reply can be sent. */
    async send(method: string, outcome: ActivityOutcome): Promise<boolean> {
      const isRefused = 'error' in outcome && REFUSED_WHILE_READING.includes(outcome.error.code);
      const isByReader = method === 'get_capabilities' || isRefused;
      const [own, other] = isByReader ? (['reader', 'app'] as const) : (['app', 'reader'] as const);
      isSending[own]++;
      if (isSending[other] > 0 && !isStalled) stall();
      const sending = delay(SENDING_MS, signal).catch(() => {});
      if (isByReader) reading = sending;
      await sending;
      isSending[own]--;
      return !isStalled;
    },
  };
}
