import { createSolanaRpc } from '@solana/kit';
import { serveOrders } from '../../../server/handle-orders';
import { createShop } from '../../../server/orders';

const orders = new Map();

async function getOrder(id) {
  const order = orders.get(id) ?? { amount: 10_000_000n, tries: [], arrived: [] };
  orders.set(id, order);
  return order;
}

export const GET = serveOrders(createShop(createSolanaRpc(process.env.RPC_URL)), getOrder);
export const POST = GET;
