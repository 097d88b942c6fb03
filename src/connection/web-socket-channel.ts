import { type Bytes, decodeBase64, encodeBase64 } from '../util/bytes.js';
import { attempt } from '../util/errors.js';
import { type Channel, createInbox, createSessionClosedError, createViolationError } from './channel.js';
import { BASE64, OPEN, openWebSocket, type WebSocketLike } from './web-socket.js';

const BINARY = 'com.solana.mobilewalletadapter.v1';
/** The WebSocket subprotocols to offer: binary frames, then text frames of standard base64. */
export const SUBPROTOCOLS: readonly string[] = [BINARY, BASE64];

/**
 * Creates a {@link Channel} over an open WebSocket of a browser, Node or `ws`. Frames are binary or text by
 * the subprotocol that the server has chosen. A frame of the other kind ends the channel with
 * `PROTOCOL_VIOLATION`, unless it is empty: some reflectors send APP_PING as text under either subprotocol.
 */
export function createWebSocketChannel(socket: WebSocketLike): Channel {
  const inbox = createInbox();
  const isBase64 = socket.protocol === BASE64;
  socket.binaryType = 'arraybuffer';

  const receive = (event: Readonly<{ data: unknown }>): void => {
    const message = decodeFrame(event.data, isBase64);
    if (message) inbox.push(message);
    else close(createViolationError('The other end sent a frame of another subprotocol'));
  };
  const hangUp = (event: Readonly<{ code: number; reason: string }>): void =>
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
 * @throws `SESSION_CLOSED` if the connection is refused (close code 1006); the signal's reason if it aborts
 * first
 */
export function openWebSocketChannel(
  url: string,
  { signal }: Readonly<{ signal?: AbortSignal | undefined }> = {},
): Promise<Channel> {
  const use = (socket: WebSocketLike) => {
    const channel = createWebSocketChannel(socket);
    return { channel, ready: channel };
  };
  return openWebSocket(url, { name: 'The wallet', protocols: SUBPROTOCOLS, use }, { signal });
}

function decodeFrame(data: unknown, isBase64: boolean): Bytes | undefined {
  if (data === '') return new Uint8Array();
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
  return isBase64 && bytes?.length !== 0 ? decodeBase64Frame(data) : bytes;
}

/**
 * Decodes a frame of the base64 subprotocol. It may have line breaks, because Android's encoder adds them by
 * default, and the reflector client of the reference wallet uses that.
 *
 * @returns `undefined` if the frame is not base64 text
 */
export function decodeBase64Frame(data: unknown): Bytes | undefined {
  if (typeof data !== 'string') return undefined;
  return attempt(() => decodeBase64(data.replace(/[\r\n]/g, '')));
}
