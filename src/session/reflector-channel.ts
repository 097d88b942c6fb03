import { abortable, createAbortScope } from '../abort.js';
import { type Bytes, encodeBase64Url } from '../bytes.js';
import { isOwnError, MobileWalletError } from '../errors.js';
import { type Channel, MAX_REFLECTED_BYTES } from './channel.js';
import {
  BASE64,
  type CreateWebSocket,
  getWebSocketUrl,
  OPEN,
  openWebSocket,
  type WebSocketLike,
} from './web-socket.js';
import { createWebSocketChannel, SUBPROTOCOLS } from './web-socket-channel.js';

/** What a character of base64 holds. */
const BASE64_BYTES = 3 / 4;

/** How an end of a session connects to a reflector. */
export type ReflectorChannelOptions<T> = Readonly<{
  /** The host, with a port if that is not the default one. */
  host: string;
  /** The id of the dapp's connection, from the association URI. The dapp itself has none. */
  id?: Bytes;
  /** Reads what has to come before the channel is used. If it throws, the channel is closed. */
  prepare: (channel: Channel) => Promise<T>;
  /** How long connecting and `prepare` may take together. */
  timeoutMs: number;
  /** Closes the channel when it aborts, also later. */
  signal?: AbortSignal | undefined;
  /** If given, how often an empty message is sent. */
  keepAliveMs?: number;
  createWebSocket?: CreateWebSocket | undefined;
}>;

/**
 * Connects to a reflector, and resolves with what `prepare` returns.
 *
 * @throws `SESSION_CLOSED` if the reflector cannot be reached or closes the connection; `SESSION_TIMEOUT` if it does not
 *   answer; what `prepare` throws; the signal's reason
 */
export async function openReflectorChannel<T>(options: ReflectorChannelOptions<T>): Promise<T> {
  const { host, id, signal } = options;
  const query = id ? `?id=${encodeBase64Url(id)}` : '';
  const refusal = `The reflector ${host} could not be reached`;
  const scope = createAbortScope([signal], {
    ms: options.timeoutMs,
    getReason: () => new MobileWalletError('SESSION_TIMEOUT', `The reflector ${host} did not answer`),
  });
  let channel: Channel | undefined;
  try {
    channel = await openWebSocket(`${getWebSocketUrl(host)}/reflect${query}`, {
      protocols: SUBPROTOCOLS,
      use: (socket) => createReflectorChannel(socket, options),
      signal: scope.signal,
      createWebSocket: options.createWebSocket,
      refusal,
    });
    return await abortable(options.prepare(channel), scope.signal);
  } catch (error) {
    channel?.close(error);
    // The constructor of a WebSocket throws if the page's policies forbid the connection.
    if (channel || scope.signal.aborted || isOwnError(error)) throw error;
    throw new MobileWalletError('SESSION_CLOSED', refusal, {}, { cause: error });
  } finally {
    scope.release();
  }
}

/**
 * Resolves with the channel once the reflector has sent APP_PING, an empty message. Messages before it are dropped, because
 * the other end is not there yet.
 */
export async function waitForAppPing(channel: Channel): Promise<Channel> {
  while ((await channel.read()).length > 0);
  return channel;
}

function createReflectorChannel(
  socket: WebSocketLike,
  { signal, keepAliveMs }: Pick<ReflectorChannelOptions<unknown>, 'signal' | 'keepAliveMs'>,
): Channel {
  const channel = createWebSocketChannel(socket);
  const isBase64 = socket.protocol === BASE64;
  const ended = new AbortController();
  signal?.addEventListener('abort', () => channel.close(signal.reason), ended);
  const keepAlive = (): void => {
    if (socket.readyState === OPEN) socket.send(isBase64 ? '' : new Uint8Array());
  };
  const timer = keepAliveMs === undefined ? undefined : setInterval(keepAlive, keepAliveMs);
  socket.addEventListener('close', () => {
    clearInterval(timer);
    ended.abort();
  });
  return {
    ...channel,
    maxMessageBytes: MAX_REFLECTED_BYTES * (isBase64 ? BASE64_BYTES : 1),
  };
}
