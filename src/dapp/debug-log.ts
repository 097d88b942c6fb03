import type { RpcClient } from '../connection/rpc.js';
import { attempt, type MobileWalletError } from '../util/errors.js';

/** Receives the lines of a session's log. `true` means `console.info`, which Chrome shows by default. */
export type Debug = boolean | ((line: string) => void);

/** The log of a session. Nothing of it throws, so that it changes nothing else. */
export type Log = Readonly<{
  /** Writes a line. */
  write(line: string): void;
  /**
   * Writes `what`, and an association URI without its query, which belongs to one session. Of an `https:`
   * link it writes the origin, because the wallet chose the path, which may identify the user.
   */
  writeUri(what: string, uri: string): void;
  /** Writes how the session ended. `isClosedHere` is whether this end closed it. */
  writeEnd(reason: unknown, isClosedHere: boolean): void;
  /**
   * Returns a client that writes the name, size (in characters of JSON) and time of every request and
   * response, but never their content.
   */
  wrap(client: RpcClient): RpcClient;
}>;

/**
 * Creates a log whose lines start with the time since this call. An error of `debug`, or of what a line
 * describes, is reported as uncaught.
 */
export function createDebugLog(debug: Debug = true): Log {
  const start = performance.now();
  // biome-ignore lint/suspicious/noConsole: the caller asked for this log
  const print = typeof debug === 'function' ? debug : (line: string) => console.info(line);
  const write = (describe: () => string): void => {
    const ms = Math.round(performance.now() - start);
    attempt(() => print(`[mobile wallet] +${ms} ms ${describe()}`), globalThis.reportError);
  };
  return {
    write: (line) => write(() => line),
    writeUri: (what, uri) => write(() => `${what} ${describeUri(uri)}`),
    writeEnd: (reason, isClosedHere) => write(() => describeEnd(reason, isClosedHere)),
    wrap: (client) => withDebugLog(client, write),
  };
}

function describeUri(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' ? origin : uri.replace(/\?.*/s, '');
}

function describeEnd(reason: unknown, isClosedHere: boolean): string {
  const { code, context } = Object(reason) as Partial<MobileWalletError<'SESSION_CLOSED'>>;
  if (code !== 'SESSION_CLOSED') return `closed by ${describeReason(reason)}`;
  if (isClosedHere) return 'closed';
  const closeCode = context?.closeCode;
  return `closed by the wallet${closeCode === undefined ? '' : ` (code ${closeCode})`}`;
}

function withDebugLog(client: RpcClient, log: (describe: () => string) => void): RpcClient {
  return {
    ...client,
    async call(method, params, timeoutMs) {
      const start = performance.now();
      const logOutcome = (describe: () => string): void =>
        log(() => `← ${method}: ${describe()} after ${Math.round(performance.now() - start)} ms`);
      log(() => `→ ${method}: ${describeSize(params)}`);
      try {
        const outcome = await client.call(method, params, timeoutMs);
        const { error, result } = outcome;
        logOutcome(() => (error ? `error ${error.code}` : describeSize(result)));
        return outcome;
      } catch (error) {
        logOutcome(() => describeReason(error));
        throw error;
      }
    },
  };
}

/** Describes the size of a value. JSON that a wallet sent may be nested too deeply to be written again. */
function describeSize(value: unknown): string {
  const json = attempt(() => JSON.stringify(value) ?? '');
  return json === undefined ? 'JSON of unknown size' : `${json.length} characters`;
}

/** Describes an error by its code, because its message may quote a request. */
function describeReason(reason: unknown): string {
  const code: unknown = Object(reason).code;
  // The code of an `AbortError` is a number.
  return typeof code === 'string' ? code : 'the caller';
}
