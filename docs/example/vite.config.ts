import { createSolanaRpc } from '@solana/kit';
import react from '@vitejs/plugin-react';
import { mockWallet } from 'mock-mobile-wallet/vite';
import { type Connect, defineConfig } from 'vite';
import { serveOrders } from './server/handle-orders.ts';
import { createShop, type Order } from './server/orders.ts';

const orders = new Map<string, Order>();

/** Your database, while you develop: an order over 0.01 SOL by any number. */
async function getOrder(id: string): Promise<Order> {
  const order = orders.get(id) ?? { amount: BigInt(10_000_000), tries: [], arrived: [] };
  orders.set(id, order);
  return order;
}

let handle: ReturnType<typeof serveOrders> | undefined;

/** Answers the requests for orders beside the page, on the mock wallet's chain. */
const answerOrders: Connect.NextHandleFunction = async (request, response, next) => {
  try {
    const url = `http://localhost:${request.socket.localPort}`;
    handle ??= serveOrders(createShop(createSolanaRpc(`${url}/__mobile-wallet/rpc/devnet`)), getOrder);
    const { method = 'GET' } = request;
    const body = method === 'GET' ? null : Buffer.concat(await request.toArray());
    const answer = await handle(new Request(`${url}${request.originalUrl}`, { method, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  } catch (error) {
    next(error);
  }
};
const serve = ({ middlewares }: { middlewares: Connect.Server }) =>
  void middlewares.use('/orders', answerOrders);
const orderServer = { name: 'orders', configureServer: serve, configurePreviewServer: serve };

export default defineConfig({ plugins: [react(), mockWallet(), orderServer] });
