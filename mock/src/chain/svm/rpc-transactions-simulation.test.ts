import type { Base64EncodedWireTransaction } from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createUnsigned,
  getMemo,
  getTransfer,
  SOL,
  startChain,
} from '../../../../test/support/chain.js';

const FEE = 5_000n;
const encode = (wire: Uint8Array) => encodeBase64(wire) as Base64EncodedWireTransaction;

const running = await startChain();
afterAll(() => running.close());

describe('simulateTransaction', () => {
  it('shows effects without changing the chain, unsigned and with any blockhash', async () => {
    const payer = await createFundedSigner(running.chain);
    const recipient = await createAddress();
    const wire = await createUnsigned(running.chain, payer.address, [
      getTransfer(payer.address, recipient, SOL),
    ]);
    const { value } = await running.rpc
      .simulateTransaction(encode(wire), {
        encoding: 'base64',
        replaceRecentBlockhash: true,
        accounts: { addresses: [recipient], encoding: 'base64' },
      })
      .send();
    expect(value).toMatchObject({ err: null, fee: FEE, unitsConsumed: 150n, returnData: null });
    expect(value.accounts[0]).toMatchObject({ lamports: SOL, space: 0n });
    expect(value.logs).toContain('Program 11111111111111111111111111111111 success');
    expect(value.preBalances).toEqual([2n * SOL, 0n, 1n]);
    expect(value.postBalances).toEqual([SOL - FEE, SOL, 1n]);
    expect(value.replacementBlockhash.lastValidBlockHeight).toBeGreaterThan(0n);
    expect(running.chain.getBalance(recipient)).toBe(0n);
  });

  it('reports failures in its value, and with `sigVerify` those of signatures', async () => {
    const payer = await createFundedSigner(running.chain);
    const unsigned = await createUnsigned(running.chain, payer.address, [getMemo('unsigned')]);
    const simulate = (sigVerify: boolean) =>
      running.rpc.simulateTransaction(encode(unsigned), { encoding: 'base64', sigVerify } as never).send();
    expect((await simulate(true)).value.err).toBe('SignatureFailure');
    expect((await simulate(false)).value.err).toBeNull();
    const poor = await createUnsigned(running.chain, await createAddress(), [getMemo('poor')]);
    const { value } = await running.rpc.simulateTransaction(encode(poor), { encoding: 'base64' }).send();
    expect(value).toMatchObject({ err: 'AccountNotFound', logs: [] });
  });
});
