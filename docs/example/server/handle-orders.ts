import { address, type Base64EncodedWireTransaction } from '@solana/kit';
import type { Order, Shop } from './orders.ts';

type Told = { payer?: string; unsent?: string; signed?: Base64EncodedWireTransaction };

/** Creates the answer to requests below `/orders`. Let `getOrder` find orders of the signed-in user only. */
export function serveOrders(shop: Shop, getOrder: (id: string, request: Request) => Order | undefined) {
  return async function handleOrders(request: Request): Promise<Response> {
    const order = getOrder(new URL(request.url).pathname.split('/')[2] ?? '', request);
    const headers = { 'cache-control': 'no-store' };
    if (!order) return new Response(null, { status: 404, headers });
    const { payer, unsent, signed }: Told = request.method === 'POST' ? Object(await request.json()) : {};
    if (payer) return Response.json({ offer: await shop.offer(order, address(payer)) }, { headers });
    if (unsent) shop.keepUnsent(order, unsent);
    if (signed) await shop.keepSigned(order, signed);
    const { giveBack: _, ...state } = await shop.checkOrder(order);
    return Response.json(state, { headers });
  };
}
