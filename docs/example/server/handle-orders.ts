import { isAddress } from '@solana/kit';
import type { Order, Shop } from './orders.ts';

/** Creates the answer to requests below `/orders`. Let `getOrder` find orders of the signed-in user only. */
export function serveOrders(shop: Shop, getOrder: (id: string, from: Request) => Promise<Order | undefined>) {
  return async function handleOrders(request: Request): Promise<Response> {
    const order = await getOrder(new URL(request.url).pathname.split('/')[2] ?? '', request);
    const headers = { 'cache-control': 'no-store' };
    if (!order) return new Response(null, { status: 404, headers });
    if (request.method === 'POST') {
      const { payer, unsent, signed }: Record<string, unknown> = Object(await request.json().catch(() => {}));
      if (typeof payer === 'string' && isAddress(payer))
        return Response.json({ offer: await shop.offer(order, payer) }, { headers });
      if (typeof unsent === 'string' && !signed) shop.keepUnsent(order, unsent);
      else if (!(await shop.keepSigned(order, signed))) return new Response(null, { status: 400, headers });
    }
    return Response.json({ ...(await shop.checkOrder(order)), giveBack: undefined }, { headers });
  };
}
