import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Lets a server listen on 127.0.0.1 until the end of the test. Returns its port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Returns a host and port of this device where nothing listens. */
export async function getDeadHost(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}
