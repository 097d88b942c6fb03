import type { MobileWalletError } from '../errors.js';
import type { RpcClient } from '../session/rpc.js';

/** Takes the lines of a session's log; `true` stands for `console.info`, which Chrome shows without being asked. */
export type Debug = boolean | ((line: string) => void);

type Log = (text: string) => void;

/** Makes a log whose lines begin with the time since now. What `debug` throws is reported as an uncaught error. */
export function createDebugLog(debug: Debug): Log {
  const start = performance.now();
  // biome-ignore lint/suspicious/noConsole: this is the log that the caller asked for
  const write = typeof debug === 'function' ? debug : (line: string) => console.info(line);
  return (text) => {
    try {
      write(`[mobile wallet] +${Math.round(performance.now() - start)} ms ${text}`);
    } catch (error) {
      globalThis.reportError?.(error);
    }
  };
}

/** Says what opens without saying with what: an association URI's query belongs to one session. */
export function describeUri(uri: string): string {
  return uri.replace(/\?.*/s, '');
}

/** Names an error by its code; its message may quote what the wallet was sent. */
export function describeReason(reason: unknown): string {
  const code: unknown = Object(reason).code;
  // An `AbortError` has a number.
  return typeof code === 'string' ? code : 'the caller';
}

/** Describes the end of a session. It is `ours` when this end closed it; that alone is no error. */
export function describeEnd(reason: unknown, isOurs: boolean): string {
  const { code, context } = Object(reason) as Partial<MobileWalletError<'SESSION_CLOSED'>>;
  if (code !== 'SESSION_CLOSED') return `closed by ${describeReason(reason)}`;
  if (isOurs) return 'closed';
  const closeCode = context?.closeCode;
  return closeCode === undefined ? 'closed by the wallet' : `closed by the wallet (code ${closeCode})`;
}

/** Logs every request and its answer by name, size (characters of JSON) and time; never what is in them. */
export function withDebugLog(client: RpcClient, log: Log): RpcClient {
  return {
    ...client,
    async call(method, params, timeoutMs) {
      const start = performance.now();
      const conclude = (outcome: string): void =>
        log(`← ${method}: ${outcome} after ${Math.round(performance.now() - start)} ms`);
      log(`→ ${method}: ${JSON.stringify(params).length} characters`);
      try {
        const outcome = await client.call(method, params, timeoutMs);
        conclude(
          outcome.error
            ? `error ${outcome.error.code}`
            : `${JSON.stringify(outcome.result)?.length ?? 0} characters`,
        );
        return outcome;
      } catch (error) {
        conclude(describeReason(error));
        throw error;
      }
    },
  };
}
