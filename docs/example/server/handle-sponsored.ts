import { address, type Base64EncodedWireTransaction } from '@solana/kit';
import type { createSponsor } from './sponsor';

/**
 * Creates the two answers. `keep` writes an order's reference into your database, by which your server finds
 * the payment, also one of which the page knows nothing. Let it reject if an earlier payment of the order was
 * made, or may have been: then nothing is offered.
 */
export function createSponsorHandlers(
  { offer, send }: ReturnType<typeof createSponsor>,
  keep: (order: string, reference: string, payer: string) => Promise<unknown>,
) {
  const answer = (work: (body: Record<string, string>) => Promise<unknown>) => async (request: Request) => {
    try {
      return Response.json(await work(await request.json()));
    } catch {
      return Response.json({ error: 'The server has refused it' }, { status: 400 });
    }
  };
  return {
    /** Answers `POST /sponsored/offer` with a payment for the user to sign. */
    handleOffer: answer(async ({ order = '', payer = '', reference = '' }) => {
      await keep(order, reference, payer); // before the user can sign
      return offer(address(payer), address(reference));
    }),
    /** Answers `POST /sponsored/send` with the signature of what it has sent. */
    handleSend: answer(async ({ signed = '' }) => ({
      signature: await send(signed as Base64EncodedWireTransaction),
    })),
  };
}
