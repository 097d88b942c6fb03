import { createSolanaRpc } from '@solana/kit';
import { serveOrders } from '../../../server/handle-orders';
import { createShop, type Order } from '../../../server/orders';

const orders = new Map<string, Order>();

/** Your database, while you develop: an order over 0.01 SOL by any number. */
async function getOrder(id: string): Promise<Order> {
  const order = orders.get(id) ?? { amount: BigInt(10_000_000), tries: [], arrived: [] };
  orders.set(id, order);
  return order;
}

const url = process.env.RPC_URL ?? 'http://localhost:8477/__mobile-wallet/rpc/devnet';
export const GET = serveOrders(createShop(createSolanaRpc(url)), getOrder);
export const POST = GET;
