import { attempt } from '../attempt.js';
import type { MobileWalletError } from '../errors.js';
import type { RpcClient } from '../session/rpc.js';

/** Receives the lines of a session's log. `true` means `console.info`, which Chrome shows by default. */
export type Debug = boolean | ((line: string) => void);

/** Writes a line of a session's log. */
export type Log = (text: string) => void;

/**
 * Creates a log whose lines start with the time since this call. An error that `debug` throws is reported as uncaught.
 */
export function createDebugLog(debug: Debug): Log {
  if (!debug) return () => {};
  const start = performance.now();
  // biome-ignore lint/suspicious/noConsole: the caller asked for this log
  const write = typeof debug === 'function' ? debug : (line: string) => console.info(line);
  return (text) => {
    const line = `[mobile wallet] +${Math.round(performance.now() - start)} ms ${text}`;
    attempt(() => write(line), globalThis.reportError);
  };
}

/**
 * Returns an association URI without its query, which belongs to one session. Of an `https:` link it returns the origin, because
 * the wallet chose the path, which may identify the user.
 */
export function describeUri(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' ? origin : uri.replace(/\?.*/s, '');
}

/** Describes how a session ended. `isClosedHere` is whether this end closed it. */
export function describeEnd(reason: unknown, isClosedHere: boolean): string {
  const { code, context } = Object(reason) as Partial<MobileWalletError<'SESSION_CLOSED'>>;
  if (code !== 'SESSION_CLOSED') return `closed by ${describeReason(reason)}`;
  if (isClosedHere) return 'closed';
  const closeCode = context?.closeCode;
  return closeCode === undefined ? 'closed by the wallet' : `closed by the wallet (code ${closeCode})`;
}

/** Logs the name, size (in characters of JSON) and time of every request and response, but never their content. */
export function withDebugLog(client: RpcClient, log: Log): RpcClient {
  return {
    ...client,
    async call(method, params, timeoutMs) {
      const start = performance.now();
      const logOutcome = (outcome: string): void =>
        log(`← ${method}: ${outcome} after ${Math.round(performance.now() - start)} ms`);
      log(`→ ${method}: ${JSON.stringify(params).length} characters`);
      try {
        const outcome = await client.call(method, params, timeoutMs);
        logOutcome(
          outcome.error
            ? `error ${outcome.error.code}`
            : `${JSON.stringify(outcome.result)?.length ?? 0} characters`,
        );
        return outcome;
      } catch (error) {
        logOutcome(describeReason(error));
        throw error;
      }
    },
  };
}

/** Describes an error by its code, because its message may quote a request. */
function describeReason(reason: unknown): string {
  const code: unknown = Object(reason).code;
  // The code of an `AbortError` is a number.
  return typeof code === 'string' ? code : 'the caller';
}
