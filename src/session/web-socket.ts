import { abortable } from '../abort.js';
import type { Bytes } from '../bytes.js';
import { createSessionClosedError } from './channel.js';

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

/** How {@link openWebSocket} connects. */
export type OpenWebSocketOptions<T> = Readonly<{
  /** The subprotocols to offer. */
  protocols: readonly string[];
  /** Called as soon as the socket is open. Its result is what {@link openWebSocket} resolves with. */
  use: (socket: WebSocketLike) => T;
  signal?: AbortSignal | undefined;
  /** By default the global `WebSocket`. */
  createWebSocket?: CreateWebSocket | undefined;
  /** The message of the error if the connection is refused. */
  refusal: string;
}>;

/**
 * Opens a WebSocket, and resolves once it is open. Does not try again. `use` must add its listener for messages before it
 * returns, because the first message may arrive before a promise is settled.
 *
 * @throws `SESSION_CLOSED` if the connection is refused (close code 1006); the signal's reason if it aborts first; what
 *   the constructor throws
 */
export async function openWebSocket<T>(
  url: string,
  { protocols, use, signal, createWebSocket = createGlobalWebSocket, refusal }: OpenWebSocketOptions<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const socket = createWebSocket(url, [...protocols]);
  const opened = new Promise<T>((resolve, reject) => {
    const refuse = (): void => reject(createSessionClosedError(refusal, { closeCode: REFUSED }));
    socket.addEventListener('open', () => resolve(use(socket)));
    socket.addEventListener('close', refuse);
    // Chromium sends no `close` where the page's policy forbids the connection.
    socket.addEventListener('error', refuse);
  });
  return abortable(opened, signal).catch((error: unknown) => {
    if (signal?.aborted) socket.close();
    throw error;
  });
}

function createGlobalWebSocket(url: string, protocols: string[]): WebSocketLike {
  return new WebSocket(url, protocols);
}

/** Whether a host, with or without a port and a path, is this device itself. */
export function isLoopbackAddress(address: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|$)/i.test(address);
}

/**
 * Returns the URL of a WebSocket to a reflector or relay: `wss:`, except for one on this device, which needs no certificate
 * because nobody else can listen in.
 *
 * @param address a host, with a port and a path if it has them
 */
export function getWebSocketUrl(address: string): string {
  return `${isLoopbackAddress(address) ? 'ws' : 'wss'}://${address}`;
}
