import { type Bytes, decodeBase64, encodeBase64 } from '../bytes.js';
import { MobileWalletError } from '../errors.js';
import { type Channel, createInbox, createSessionClosedError } from './channel.js';

const BINARY = 'com.solana.mobilewalletadapter.v1';
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
/** The subprotocols to offer: messages as binary frames, or as text frames of standard base64. */
export const SUBPROTOCOLS: readonly string[] = [BINARY, BASE64];
const OPEN = 1;

type MessageListener = (event: Readonly<{ data: unknown }>) => void;
type CloseListener = (event: Readonly<{ code: number; reason: string }>) => void;

/** What a channel needs of a WebSocket. Those of browsers, of Node and of `ws` have it. */
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
 * Wraps an open WebSocket of a browser, Node or `ws` as a {@link Channel}. Frames follow the subprotocol that
 * the server picked; a frame of the other kind is a `PROTOCOL_VIOLATION`.
 */
export function createWebSocketChannel(socket: WebSocketLike): Channel {
  const inbox = createInbox();
  const isBase64 = socket.protocol === BASE64;
  socket.binaryType = 'arraybuffer';

  const receive: MessageListener = (event) => {
    const message = isBase64 ? decodeTextFrame(event.data) : decodeBinary(event.data);
    if (message) inbox.push(message);
    else close(new MobileWalletError('PROTOCOL_VIOLATION', 'The other end sent a frame of the wrong kind'));
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
  // `close` follows and says more, but Node's `ws` throws an error that nobody listens to.
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
 * Opens a WebSocket that offers both {@link SUBPROTOCOLS}, once.
 *
 * @throws `SESSION_CLOSED` when it is refused (close code 1006); the signal's reason when it aborts first
 */
export function openWebSocketChannel(
  url: string,
  { signal }: Readonly<{ signal?: AbortSignal | undefined }> = {},
): Promise<Channel> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = new WebSocket(url, [...SUBPROTOCOLS]);
    const settle = (): void => {
      socket.removeEventListener('open', open);
      socket.removeEventListener('close', refuse);
      signal?.removeEventListener('abort', abort);
    };
    const open = (): void => {
      settle();
      resolve(createWebSocketChannel(socket));
    };
    const refuse = ({ code }: CloseEvent): void => {
      settle();
      reject(createSessionClosedError('The connection to the wallet was refused', { closeCode: code }));
    };
    const abort = (): void => {
      settle();
      socket.close();
      reject(signal?.reason);
    };
    socket.addEventListener('open', open);
    socket.addEventListener('close', refuse);
    socket.addEventListener('error', () => {});
    signal?.addEventListener('abort', abort);
  });
}

function decodeBinary(data: unknown): Bytes | undefined {
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
}

/**
 * Decodes a frame of the base64 subprotocol. The reference library's reflector client breaks its lines after 76 characters,
 * as Android's encoder does by default.
 *
 * @returns `undefined` where the frame is not base64 text
 */
export function decodeTextFrame(data: unknown): Bytes | undefined {
  try {
    return typeof data === 'string' ? decodeBase64(data.replace(/[\r\n]/g, '')) : undefined;
  } catch {
    return undefined;
  }
}
