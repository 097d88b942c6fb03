import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** From or to the dapp. */
export type Way = 'fromDapp' | 'toDapp';

/**
 * Returns what is passed on in a message's place. `index` counts the messages of its way, without empty ones.
 * `pass` passes on a message later.
 */
export type Tamper = (
  message: Buffer,
  way: Way,
  index: number,
  pass: (message: Buffer) => void,
) => readonly Buffer[];

/**
 * A server in front of an honest reflector or relay, which reads and changes everything between it and the
 * dapp.
 */
export type TamperingProxy = Readonly<{
  host: string;
  /** Everything that the dapp has sent and received, in order. */
  seen: readonly Readonly<{ way: Way; message: Buffer }>[];
  /** What clients asked for, of which the dapp is the first. */
  requests: readonly Readonly<{ path: string; headers: Readonly<Record<string, unknown>> }>[];
  setTamper(tamper: Tamper): void;
  close(): void;
}>;

/**
 * Starts a {@link TamperingProxy}, which is honest until it is told otherwise. Only the first connection,
 * which is the dapp's, is tampered with. The connection behind it stays open when the dapp leaves.
 */
export async function startTamperingProxy(
  target: string,
  changePath: (path: string) => string = (path) => path,
): Promise<TamperingProxy> {
  let tamper: Tamper = (message) => [message];
  const seen: { way: Way; message: Buffer }[] = [];
  const requests: { path: string; headers: Readonly<Record<string, unknown>> }[] = [];
  const upstreams = new Set<WebSocket>();
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: ([first]) => first ?? false,
  });

  server.on('connection', (client, { url = '', headers, headersDistinct }) => {
    const isDapp = requests.length === 0;
    requests.push({ path: url, headers });
    const protocols = (headersDistinct['sec-websocket-protocol'] ?? []).flatMap((names) =>
      names.split(/, */),
    );
    const upstream = new WebSocket(`ws://${target}${changePath(url)}`, protocols);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    const opened = once(upstream, 'open').catch(() => {});
    const carry = (from: WebSocket, to: WebSocket, way: Way): void => {
      let count = 0;
      from.on('message', async (message: Buffer, binary) => {
        const index = message.length > 0 ? count++ : count;
        const pass = (next: Buffer): void => {
          if (to.readyState === WebSocket.OPEN) to.send(next, { binary });
        };
        await opened;
        if (isDapp) seen.push({ way, message });
        if (!isDapp || message.length === 0) pass(message);
        else tamper(message, way, index, pass).forEach(pass);
      });
    };
    carry(client, upstream, 'fromDapp');
    carry(upstream, client, 'toDapp');
    upstream.on('close', (code, reason) =>
      client.close(code === 1005 || code === 1006 ? 1001 : code, reason),
    );
    if (!isDapp) client.on('close', () => upstream.close());
  });
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    requests,
    setTamper(next) {
      tamper = next;
    },
    close() {
      for (const socket of [...server.clients, ...upstreams]) socket.terminate();
      server.close();
    },
  };
}
