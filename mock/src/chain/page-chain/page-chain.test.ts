import {
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  generateKeyPairSigner,
  type Signature,
} from '@solana/kit';
import { getSetLoadedAccountsDataSizeLimitInstruction } from '@solana-program/compute-budget';
import { decodeBase64, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it, vi } from 'vitest';
import {
  createAddress,
  createSigned,
  createUnsigned,
  getMemo,
  getTransfer,
  SOL,
} from '../../../../test/support/chain.js';
import { createTabs } from '../../../../test/support/tabs.js';
import { handleJsonRpc } from '../json-rpc.js';
import type { SvmChain } from '../svm/svm-chain.js';
import { createPageChain } from './page-chain.js';

const FEE = 5_000n;
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const encode = (wire: Uint8Array) => encodeBase64(wire) as Base64EncodedWireTransaction;

/** A chain, kit's client of its RPC, and an account with 2 SOL. */
async function start(options?: Parameters<typeof createPageChain>[0]) {
  const chain = createPageChain(options);
  const payer = await generateKeyPairSigner();
  chain.airdrop(payer.address, 2n * SOL);
  return { chain, payer, rpc: createRpc(chain) };
}

function createRpc(chain: SvmChain) {
  return createSolanaRpcFromTransport(async <T>({ payload }: Readonly<{ payload: unknown }>) => {
    const text = await handleJsonRpc(chain, JSON.stringify(payload));
    return JSON.parse(text) as T;
  });
}

/** Changes one bit of the first signature. */
function forge(wire: Uint8Array): Uint8Array {
  const forged = wire.slice();
  forged[1] = (forged[1] ?? 0) ^ 1;
  return forged;
}

describe('createPageChain', () => {
  it('sends a transfer, charges the fee and keeps its history', async () => {
    const { chain, payer, rpc } = await start();
    const recipient = await createAddress();
    const wire = await createSigned(chain, payer, [getTransfer(payer.address, recipient, SOL)]);
    const sent = await rpc.sendTransaction(encode(wire), { encoding: 'base64' }).send();
    expect(chain.getBalance(recipient)).toBe(SOL);
    expect(chain.getBalance(payer.address)).toBe(SOL - FEE);
    const { value } = await rpc.getSignatureStatuses([sent]).send();
    expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' });
    const transaction = await rpc
      .getTransaction(sent, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send();
    expect(transaction?.meta?.fee).toBe(FEE);
  });

  it('refuses a missing and a wrong signature', async () => {
    const { chain, payer, rpc } = await start();
    const transfer = getTransfer(payer.address, await createAddress(), SOL);
    const unsigned = await createUnsigned(chain, payer.address, [transfer]);
    const forged = forge(await createSigned(chain, payer, [transfer]));
    for (const wire of [unsigned, forged]) {
      await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'signature' });
      await expect(rpc.sendTransaction(encode(wire), { encoding: 'base64' }).send()).rejects.toThrow(
        /signature/i,
      );
    }
    expect(chain.getBalance(payer.address)).toBe(2n * SOL);
  });

  it('refuses a replay, and a blockhash after 150 blocks', async () => {
    let time = Date.now();
    const { chain, payer } = await start({ now: () => time });
    const old = await createSigned(chain, payer, [getMemo('old')]);
    const wire = await createSigned(chain, payer, [getMemo('now')]);
    await chain.sendTransaction(wire);
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'replay' });
    time += 151 * 400;
    await expect(chain.sendTransaction(old)).rejects.toMatchObject({ reason: 'expired' });
  });

  it('fails with the errors of a validator, in its words', async () => {
    const { chain, payer } = await start();
    const recipient = await createAddress();
    const rich = await createSigned(chain, payer, [getTransfer(payer.address, recipient, 3n * SOL)]);
    await expect(chain.sendTransaction(rich)).rejects.toMatchObject({
      reason: 'preflight',
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      logs: expect.arrayContaining([`Transfer: insufficient lamports ${2n * SOL - FEE}, need ${3n * SOL}`]),
    });
    const tiny = await createSigned(chain, payer, [getTransfer(payer.address, recipient, 1n)]);
    await expect(chain.sendTransaction(tiny)).rejects.toThrow('insufficient funds for rent');
    const stranger = await createSigned(chain, payer, [{ programAddress: recipient }]);
    await expect(chain.sendTransaction(stranger)).rejects.toMatchObject({ reason: 'preflight' });
  });

  it('runs a transaction that may load what its simulation has loaded, and not one byte less', async () => {
    const { chain, payer, rpc } = await start();
    const sign = (limit: number) =>
      createSigned(chain, payer, [
        getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: limit }),
        getMemo('loads'),
      ]);
    const { value } = await rpc
      .simulateTransaction(encode(await sign(2 ** 26)), { encoding: 'base64' })
      .send();
    const size = value.loadedAccountsDataSize ?? 0;
    await chain.sendTransaction(await sign(size));
    await expect(chain.sendTransaction(await sign(size - 1))).rejects.toThrow(
      'Transaction exceeded max loaded accounts data size cap',
    );
  });

  it('has a sysvar that tells the time', async () => {
    let time = 1_800_000_000_000;
    const { rpc } = await start({ now: () => time });
    time += 10_000;
    const slot = await rpc.getSlot().send();
    const { value } = await rpc.getAccountInfo(CLOCK, { encoding: 'base64' }).send();
    const clock = new BigUint64Array(decodeBase64(value?.data[0] ?? '').buffer);
    expect([...clock]).toEqual([slot, 0n, 0n, 1n, 1_800_000_010n]);
  });

  it('describes a transaction without changing anything', async () => {
    const { chain, payer } = await start();
    const recipient = await createAddress();
    const wire = await createUnsigned(chain, payer.address, [getTransfer(payer.address, recipient, SOL)]);
    const { balanceChanges, fee, error } = await chain.describeTransaction(wire);
    expect(error).toBeUndefined();
    expect(fee).toBe(FEE);
    expect(balanceChanges).toEqual([
      { address: payer.address, before: 2n * SOL, after: SOL - FEE },
      { address: recipient, before: 0n, after: SOL },
    ]);
    expect(chain.getBalance(recipient)).toBe(0n);
  });

  it('never gives the same transaction the same signature after a fresh start', async () => {
    const payer = await generateKeyPairSigner();
    const send = async (): Promise<Signature> => {
      const chain = createPageChain({ now: () => 0 });
      chain.airdrop(payer.address, SOL);
      const wire = await createSigned(chain, payer, [getMemo('again')]);
      return createRpc(chain).sendTransaction(encode(wire), { encoding: 'base64' }).send();
    };
    expect(await send()).not.toBe(await send());
  });
});

describe('the stored accounts', () => {
  const storageKey = 'chain';

  it('go with slots that do not begin anew with each page', async () => {
    let time = Date.UTC(2040);
    const options = { storageKey, now: () => time };
    const { lastValidBlockHeight: height } = (
      await createRpc(createPageChain(options)).getLatestBlockhash().send()
    ).value;
    time += 60_400;
    expect(await createRpc(createPageChain(options)).getBlockHeight().send()).toBe(height + 1n);
    expect(height).toBeLessThan(2n ** 31n);
  });

  it('are there again after a reload, without the faucet', async () => {
    const { entries } = createTabs();
    const { chain, payer } = await start({ storageKey });
    const recipient = await createAddress();
    const wire = await createSigned(chain, payer, [getTransfer(payer.address, recipient, SOL)]);
    await chain.describeTransactions?.([wire, wire]);
    await chain.sendTransaction(wire);
    const again = createPageChain({ storageKey });
    expect(again.getBalance(payer.address)).toBe(SOL - FEE);
    expect(again.getBalance(recipient)).toBe(SOL);
    expect(JSON.parse(entries.get(storageKey) ?? '')).toHaveLength(2);
  });

  it('are those of all pages of the origin', async () => {
    const tabs = createTabs();
    const { chain, payer } = await start({ storageKey });
    const stored = tabs.entries.get(storageKey);
    chain.reset();
    expect(chain.getBalance(payer.address)).toBe(0n);
    expect(createPageChain({ storageKey }).getBalance(payer.address)).toBe(0n);
    tabs.write(storageKey, stored);
    expect(chain.getBalance(payer.address)).toBe(2n * SOL);
    tabs.clear();
    expect(chain.getBalance(payer.address)).toBe(0n);
  });

  it.each(['nonsense', '[["a","b","1","AA=="]]', '{}'])('are forgotten if they are %s', async (text) => {
    const { entries } = createTabs();
    entries.set(storageKey, text);
    const { chain, payer } = await start({ storageKey });
    expect(chain.getBalance(payer.address)).toBe(2n * SOL);
  });

  it('last as long as the page where the browser forbids its storage', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('denied', 'SecurityError');
      },
      setItem() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const { chain, payer } = await start({ storageKey });
    expect(chain.getBalance(payer.address)).toBe(2n * SOL);
  });
});
