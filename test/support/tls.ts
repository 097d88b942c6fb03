import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';

/** A server that takes TLS off what another server on this machine gets. */
type TlsProxy = Readonly<{ port: number; close(): void }>;

/** Serves TLS in front of `target`, a host and port of this machine, as a reverse proxy does. */
export async function startTlsProxy(
  target: string,
  certificate: Pick<TlsOptions, 'key' | 'cert'>,
): Promise<TlsProxy> {
  const { hostname, port } = new URL(`http://${target}`);
  const sockets = new Set<Socket>();
  const server = createServer(certificate, (outer) => {
    const inner = connect(Number(port), hostname);
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket);
      // The `close` event that follows an error is enough.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
