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
      const body = await request.json();
      const isTexts = Object.values(body).every((part) => typeof part === 'string');
      if (!isTexts) throw new Error('Not texts alone');
      return Response.json(await work(body));
    } catch {
      return Response.json({ error: 'The server has refused it' }, { status: 400 });
    }
  };
  return {
    /** Answers `POST /sponsored/offer` with a payment for the user to sign. */
    handleOffer: answer(async ({ order = '', payer = '', reference = '' }) => {
      const parties = [address(payer), address(reference)] as const; // throws if it is none
      await keep(order, reference, payer); // before the user can sign
      return offer(...parties);
    }),
    /** Answers `POST /sponsored/send` with the signature of what it has sent. */
    handleSend: answer(async ({ signed = '' }) => ({
      signature: await send(signed as Base64EncodedWireTransaction),
    })),
  };
}
