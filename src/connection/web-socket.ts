import { createAbortScope } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import type { Bytes } from '../util/bytes.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import { type Channel, createSessionClosedError } from './channel.js';

/** The subprotocol of text frames of standard base64. */
export const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
/** The `readyState` of an open WebSocket. */
export const OPEN = 1;
/** The close code of a connection that was never open. */
const REFUSED = 1006;

/** @inline */
type MessageListener = (event: Readonly<{ data: unknown }>) => void;
/** @inline */
type CloseListener = (event: Readonly<{ code: number; reason: string }>) => void;

/** What a channel needs of a WebSocket. The WebSockets of browsers, Node and `ws` have it. */
export type WebSocketLike = {
  /** `arraybuffer`, so that messages arrive as bytes. */
  binaryType: string;
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  /** 1 if the connection is open. */
  readonly readyState: number;
  /** Sends a text frame or a binary frame. */
  send(data: string | Bytes): void;
  /** Closes the connection. */
  close(): void;
  /** Calls `listener` once the connection is open. */
  addEventListener(type: 'open', listener: () => void): void;
  /** Calls `listener` for each message. */
  addEventListener(type: 'message', listener: MessageListener): void;
  /** Calls `listener` when the connection has ended. */
  addEventListener(type: 'close', listener: CloseListener): void;
  /** Calls `listener` if the connection fails. */
  addEventListener(type: 'error', listener: () => void): void;
  /** Removes a listener of `open`. */
  removeEventListener(type: 'open', listener: () => void): void;
  /** Removes a listener of `message`. */
  removeEventListener(type: 'message', listener: MessageListener): void;
  /** Removes a listener of `close`. */
  removeEventListener(type: 'close', listener: CloseListener): void;
};

/** Creates a WebSocket that connects to `url` and offers `protocols`. */
export type CreateWebSocket = (url: string, protocols: string[]) => WebSocketLike;

/** How long to wait for a connection, and by what it is made. */
export type Connecting = Readonly<{
  /** How long it may take until the connection can be used; without a limit if absent. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** By default the global `WebSocket`. */
  createWebSocket?: CreateWebSocket | undefined;
}>;

/** What {@link openWebSocket} needs to know about the other end. */
type Target<T> = Readonly<{
  /** How errors name it, e.g. `The relay example.com`. */
  name: string;
  /** The subprotocols to offer. */
  protocols: readonly string[];
  /**
   * Called as soon as the socket is open. Must add its listener for messages before it returns, because the
   * first message may arrive before a promise is settled.
   */
  use: (socket: WebSocketLike) => Readonly<{ channel: Channel; ready: T | Promise<T> }>;
}>;

/**
 * Opens a WebSocket, and resolves with `ready` of what `use` makes of it. Does not try again. If anything
 * fails, it is closed.
 *
 * @throws `SESSION_CLOSED` if the connection is refused (close code 1006) or forbidden; `SESSION_TIMEOUT`;
 * what `ready` rejects with; the signal's reason if it aborts first
 */
export async function openWebSocket<T>(
  url: string,
  { name, protocols, use }: Target<T>,
  { timeoutMs: ms, signal, createWebSocket }: Connecting,
): Promise<T> {
  const getReason = () => new MobileWalletError('SESSION_TIMEOUT', `${name} did not answer`);
  const scope = createAbortScope([signal], ms === undefined ? ms : { ms, getReason });
  const ended = new AbortController();
  const unreached = `${name} could not be reached`;
  let refusal = unreached;
  const forbid = (): void => {
    refusal = `${unreached}: the page's policies forbid it (see \`connect-src\` of its Content-Security-Policy)`;
  };
  watchPolicy(url, forbid, ended.signal);
  let close: Channel['close'] | undefined;
  try {
    scope.signal.throwIfAborted();
    const socket: WebSocketLike =
      createWebSocket?.(url, [...protocols]) ?? new WebSocket(url, [...protocols]);
    close = () => socket.close();
    return await abortable(
      new Promise<T>((resolve, reject) => {
        const refuse = (): void => reject(createSessionClosedError(refusal, { closeCode: REFUSED }));
        socket.addEventListener('open', () => {
          const { channel, ready } = use(socket);
          close = channel.close;
          resolve(ready);
        });
        socket.addEventListener('close', refuse);
        // Chromium sends no `close` where the page's policy forbids the connection.
        socket.addEventListener('error', refuse);
      }),
      scope.signal,
    );
  } catch (error) {
    close?.(error);
    if (scope.signal.aborted || hasErrorCode(error)) throw error;
    // The constructor throws in Firefox and WebKit if the page's policies forbid the connection. The report
    // follows.
    if (!createWebSocket) forbid();
    throw new MobileWalletError('SESSION_CLOSED', refusal, {}, { cause: error });
  } finally {
    scope.release();
    ended.abort();
  }
}

/** Whether `error` is of a WebSocket that could not even be created. */
export function isForbidden(error: unknown): boolean {
  return hasErrorCode(error, 'SESSION_CLOSED') && error.context.closeCode === undefined;
}

/**
 * Until `signal` aborts, calls `onViolation` when the page's content security policy forbids a connection to
 * the origin of `url`. A policy that only reports changes nothing.
 */
export function watchPolicy(url: string, onViolation: () => void, signal: AbortSignal): void {
  const { origin } = new URL(url);
  const check = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) onViolation();
  };
  // Not at the document, which may be a part of one where there is no browser.
  globalThis.addEventListener?.('securitypolicyviolation', check, { signal, capture: true });
}

/**
 * Whether the browser seems to forbid a WebSocket to `url`. Opens none. If the page's policy is the reason, a
 * violation follows, for which {@link watchPolicy} waits.
 */
export function seemsForbidden(url: string): boolean {
  if (!globalThis.document) return false;
  try {
    // A repeated subprotocol is a SyntaxError, but Chromium and WebKit ask the policy before. Firefox does
    // not.
    const socket = new WebSocket(url, ['repeated', 'repeated']);
    const { readyState } = socket;
    // Tests may replace WebSockets by those that accept anything.
    socket.close();
    return readyState === WebSocket.CLOSED;
  } catch (error) {
    return (error as Partial<Error>).name !== 'SyntaxError';
  }
}
