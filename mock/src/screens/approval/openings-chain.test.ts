import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  startChain,
} from '../../../../test/support/chain.js';
import { createToken, getTokenAddress, getTokenTransfer } from '../../../../test/support/tokens.js';
import { getOpenings, getOwnerChanges, getPayment } from './owner-changes.js';

const running = await startChain();
afterAll(() => running.close());

describe('a payment of tokens to somebody who has none of them', () => {
  it('opens their token account, and is nothing but a payment', async () => {
    const payer = await createFundedSigner(running.chain);
    const { mint } = await createToken(running.chain, payer, 1_000n);
    const recipient = await createAddress();
    const transfer = await getTokenTransfer(payer, mint, recipient, 250n);
    const wire = await createSigned(running.chain, payer, transfer);
    const summary = await running.chain.describeTransaction(wire);
    expect(getOpenings(summary)).toEqual([
      {
        address: await getTokenAddress(mint, recipient),
        owner: recipient,
        payer: payer.address,
        lamports: 2_039_280n,
      },
    ]);
    const payment = getPayment(getOwnerChanges([summary], [{ address: payer.address }]));
    expect(payment).toMatchObject({ to: recipient, isOut: true, asset: { mint }, left: 750n });
  });
});
