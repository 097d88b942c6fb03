import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createMockWallet } from '../../mock/src/index.js';
import { createSocketChannel } from '../../mock/src/sockets/socket-channel.js';
import { parseAssociationUri } from '../../src/protocol/association.js';

/** How the wallet's server treats a request that is not a WebSocket's. */
export type ProbeBehaviour = 'answers' | 'hangs up' | 'is silent';

/** How a wallet behaves while a page dials it. */
export type WalletBehaviour = Readonly<{
  /** When it begins to listen, in ms after the launch. */
  ready: number;
  onProbe?: ProbeBehaviour;
  /** How many WebSockets it refuses at first. */
  refusals?: number;
}>;

/**
 * Serves an association on its port when the wallet is ready. Resolves with the server when the session has
 * ended.
 */
export async function serveWallet(uri: string, behaviour: WalletBehaviour): Promise<Server> {
  const { ready, onProbe = 'answers', refusals = 0 } = behaviour;
  const request = parseAssociationUri(uri);
  if (request.association.type !== 'local') throw new Error('The dapp must launch a local association');
  const wallet = await createMockWallet();
  const server = createServer((plain, response) => {
    if (onProbe === 'answers') response.writeHead(404).end();
    else if (onProbe === 'hangs up') plain.socket.destroy();
  });
  const sockets = new WebSocketServer({ noServer: true });
  let left = refusals;
  const served = new Promise<void>((resolve) => {
    server.on('upgrade', (upgrade, stream: Duplex, head) => {
      if (left-- > 0) stream.destroy();
      else
        sockets.handleUpgrade(upgrade, stream, head, async (socket) => {
          await wallet.attach(createSocketChannel(socket), request);
          resolve();
        });
    });
  });
  await new Promise((resolve) => setTimeout(resolve, ready));
  server.listen(request.association.port, '127.0.0.1');
  await once(server, 'listening');
  await served;
  server.closeAllConnections();
  return server.close();
}
