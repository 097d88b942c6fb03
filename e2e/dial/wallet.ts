import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createMockWallet } from '../../mock/src/index.js';
import { createSocketChannel } from '../../mock/src/socket-channel.js';
import { parseAssociationUri } from '../../src/protocol/association.js';

/** What the wallet's server makes of a request that is no WebSocket's. */
export type Manners = 'answers' | 'hangs up' | 'is silent';

/** How a wallet comes up: when, in ms after the launch; its manners; WebSockets that it refuses at first. */
export type Temper = Readonly<{ ready: number; manners?: Manners; refusals?: number }>;

/** Serves an association on its port, once the wallet is ready; resolves with the server when its session is over. */
export async function serveWallet(uri: string, temper: Temper): Promise<Server> {
  const { ready, manners = 'answers', refusals = 0 } = temper;
  const request = parseAssociationUri(uri);
  if (request.association.type !== 'local') throw new Error('The dapp launched no local association');
  const wallet = await createMockWallet();
  const server = createServer((plain, response) => {
    if (manners === 'answers') response.writeHead(404).end();
    else if (manners === 'hangs up') plain.socket.destroy();
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
