import { type Bytes, decodeBase64, encodeBase64 } from '../bytes.js';
import { type Channel, createInbox, createSessionClosedError, createViolationError } from './channel.js';

const BINARY = 'com.solana.mobilewalletadapter.v1';
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
/** The WebSocket subprotocols to offer: binary frames, then text frames of standard base64. */
export const SUBPROTOCOLS: readonly string[] = [BINARY, BASE64];
const OPEN = 1;

type MessageListener = (event: Readonly<{ data: unknown }>) => void;
type CloseListener = (event: Readonly<{ code: number; reason: string }>) => void;

/** What a channel needs of a WebSocket. The WebSockets of browsers, Node and `ws` have it. */
export type WebSocketLike = {
  binaryType: string;
  readonly protocol: string;
  readonly readyState: number;
  send(data: string | Bytes): void;
  close(): void;
  addEventListener(type: 'message', listener: MessageListener): void;
  addEventListener(type: 'close', listener: CloseListener): void;
  addEventListener(type: 'error', listener: () => void): void;
  removeEventListener(type: 'message', listener: MessageListener): void;
  removeEventListener(type: 'close', listener: CloseListener): void;
};

/**
 * Creates a {@link Channel} over an open WebSocket of a browser, Node or `ws`. Frames are binary or text by the subprotocol
 * that the server has chosen. A frame of the other kind ends the channel with `PROTOCOL_VIOLATION`.
 */
export function createWebSocketChannel(socket: WebSocketLike): Channel {
  const inbox = createInbox();
  const isBase64 = socket.protocol === BASE64;
  socket.binaryType = 'arraybuffer';

  const receive: MessageListener = (event) => {
    const { data } = event;
    const message = isBase64 ? decodeTextFrame(data) : data instanceof ArrayBuffer && new Uint8Array(data);
    if (message) inbox.push(message);
    else close(createViolationError('The other end sent a frame that is not of the chosen subprotocol'));
  };
  const hangUp: CloseListener = (event) =>
    close(
      createSessionClosedError(`The session's connection closed (code ${event.code})`, {
        closeCode: event.code,
        closeReason: event.reason,
      }),
    );
  const close = (reason: unknown = createSessionClosedError()): void => {
    socket.removeEventListener('message', receive);
    socket.removeEventListener('close', hangUp);
    inbox.end(reason);
    socket.close();
  };
  socket.addEventListener('message', receive);
  socket.addEventListener('close', hangUp);
  // `close` follows and says more, but `ws` throws an error without a listener.
  socket.addEventListener('error', () => {});
  if (socket.readyState !== OPEN) close();

  return {
    send(message) {
      inbox.assertOpen();
      socket.send(isBase64 ? encodeBase64(message) : message);
    },
    read: inbox.read,
    close,
  };
}

/**
 * Opens a WebSocket that offers both {@link SUBPROTOCOLS}, and resolves once it is open. Does not try again.
 *
 * @throws `SESSION_CLOSED` if the connection is refused (close code 1006); the signal's reason if it aborts first
 */
export function openWebSocketChannel(
  url: string,
  { signal }: Readonly<{ signal?: AbortSignal | undefined }> = {},
): Promise<Channel> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = new WebSocket(url, [...SUBPROTOCOLS]);
    const settled = new AbortController();
    const open = (): void => {
      settled.abort();
      resolve(createWebSocketChannel(socket));
    };
    const refuse = ({ code }: CloseEvent): void => {
      settled.abort();
      reject(createSessionClosedError('The connection to the wallet was refused', { closeCode: code }));
    };
    const abort = (): void => {
      settled.abort();
      socket.close();
      reject(signal?.reason);
    };
    socket.addEventListener('open', open, settled);
    socket.addEventListener('close', refuse, settled);
    socket.addEventListener('error', () => {});
    signal?.addEventListener('abort', abort, settled);
  });
}

/**
 * Decodes a frame of the base64 subprotocol. It may have line breaks, because Android's encoder adds them by default, and
 * the reflector client of the reference wallet uses that.
 *
 * @returns `undefined` if the frame is not base64 text
 */
export function decodeTextFrame(data: unknown): Bytes | undefined {
  try {
    return typeof data === 'string' ? decodeBase64(data.replace(/[\r\n]/g, '')) : undefined;
  } catch {
    return undefined;
  }
}
