import { parseAddress } from '../protocol/address.js';
import { type Bytes, encodeBase64Url } from '../util/bytes.js';
import { type Channel, MAX_REFLECTOR_FRAME_BYTES } from './channel.js';
import { BASE64, type Connecting, OPEN, openWebSocket, type WebSocketLike } from './web-socket.js';
import { createWebSocketChannel, SUBPROTOCOLS } from './web-socket-channel.js';

/** What a character of base64 holds. */
const BASE64_BYTES = 3 / 4;

/**
 * How an end of a session connects to a reflector. The channel is closed when `signal` aborts, also later.
 */
type ReflectorChannelOptions<T> = Connecting &
  Readonly<{
    /** The host, with a port if that is not the default one, and with or without a scheme. */
    host: string;
    /** The id of the dapp's connection, from the association URI. The dapp itself has none. */
    id?: Bytes | undefined;
    /** Reads what has to come before the channel is used. If it throws, the channel is closed. */
    prepare: (channel: Channel) => Promise<T>;
    /** If given, how often an empty message is sent. */
    keepAliveMs?: number | undefined;
  }>;

/**
 * Connects to a reflector, and resolves with what `prepare` returns. Rejects as {@link openWebSocket} does.
 */
export function openReflectorChannel<T>(options: ReflectorChannelOptions<T>): Promise<T> {
  const { id, prepare } = options;
  const { protocol, host } = parseAddress(options.host, 'host');
  const url = `${protocol}//${host}/reflect${id ? `?id=${encodeBase64Url(id)}` : ''}`;
  const use = (socket: WebSocketLike) => {
    const channel = createReflectorChannel(socket, options);
    return { channel, ready: prepare(channel) };
  };
  return openWebSocket(url, { name: `The reflector ${host}`, protocols: SUBPROTOCOLS, use }, options);
}

/**
 * Resolves with the channel once the reflector has sent APP_PING, an empty message. Messages before it are
 * dropped, because the other end is not there yet.
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
    maxMessageBytes: MAX_REFLECTOR_FRAME_BYTES * (isBase64 ? BASE64_BYTES : 1),
  };
}
