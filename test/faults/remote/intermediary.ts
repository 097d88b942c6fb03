import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Remote } from '../../../src/protocol/remote-option.js';

/** Where the dapp and the wallet of a row meet. By itself it is honest. */
export type Intermediary = Readonly<{
  remote: Remote;
  /** Begins or ends the row's fault. */
  setFaulty(isFaulty: boolean): void;
  /** How many connections are open. */
  countConnections(): number;
  close(): Promise<void>;
}>;

/** Returns a host and port of this device where nothing listens. */
export async function getDeadHost(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}
