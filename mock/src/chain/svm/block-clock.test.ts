import {
  AccountRole,
  address,
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createFundedSigner,
  createSigned,
  getCreateAccount,
  getMemo,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../../../../test/support/chain.js';
import type { LiteSvmChain } from '../litesvm-chain.js';
import { createPageSvm } from '../page-chain/page-svm.js';
import { type Block, createBlockClock } from './block-clock.js';

const FEE = 5_000n;

const running = await startChain();
afterAll(() => running.close());

describe('a watched clock', () => {
  /** Resolves when a clock that is watched by nobody else has had so many more blocks. */
  const waitForBlocks = (count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count;
      const stop = createBlockClock(createPageSvm(), 5, Date.now).watch(() => {
        if (--left > 0) return;
        stop();
        resolve();
      });
    });

  it('starts the block of each slot until nobody watches it any more', async () => {
    const clock = createBlockClock(createPageSvm(), 5, Date.now);
    const before = clock.getBlocks().length;
    const seen: Block[] = [];
    const others: Block[] = [];
    const stop = clock.watch((block) => seen.push(block));
    const stopOther = clock.watch((block) => others.push(block));
    await expect.poll(() => seen.length).toBeGreaterThan(2);
    expect(clock.getBlocks().slice(before)).toEqual(seen);
    stop();
    const heard = seen.length;
    const known = others.length;
    await expect.poll(() => others.length).toBeGreaterThan(known);
    expect(seen).toHaveLength(heard);
    stopOther();
    const made = clock.getBlocks().length;
    await waitForBlocks(4);
    expect(clock.getBlocks()).toHaveLength(made);
    const stopAgain = clock.watch((block) => seen.push(block));
    await expect.poll(() => seen.length).toBeGreaterThan(heard);
    stopAgain();
  });

  it('asks for the time once in a slot, or once a minute where slots are longer than timers can wait', async () => {
    let asked = 0;
    const now = (): number => {
      asked++;
      return 0;
    };
    const clock = createBlockClock(createPageSvm(), 2 ** 31, now);
    const stops = [clock.watch(() => {}), clock.watch(() => {})];
    asked = 0;
    await waitForBlocks(4);
    expect(asked).toBe(0);
    for (const stop of stops) stop();
  });

  it('keeps no process alive', () => {
    const countTimers = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = countTimers();
    const stop = createBlockClock(createPageSvm(), 60_000, Date.now).watch(() => {});
    expect(countTimers()).toBe(before);
    stop();
  });
});

describe('time', () => {
  it('starts a slot every 400 ms, and a blockhash is valid for 150 slots', async () => {
    let time = Date.now();
    const { chain, rpc, close } = await startChain({ now: () => time });
    const payer = await createFundedSigner(chain);
    const { context, value: old } = await rpc.getLatestBlockhash().send();
    const wire = await createSigned(chain, payer, [getMemo('old')]);
    const last = await createSigned(chain, payer, [getMemo('last')]);

    time += 150 * 400;
    const { context: later, value: fresh } = await rpc.getLatestBlockhash().send();
    expect(later.slot).toBe(context.slot + 150n);
    expect(fresh.blockhash).not.toBe(old.blockhash);
    expect(fresh.lastValidBlockHeight).toBe(old.lastValidBlockHeight + 150n);
    expect(await rpc.getBlockHeight().send()).toBe(old.lastValidBlockHeight);
    expect((await rpc.isBlockhashValid(old.blockhash).send()).value).toBe(true);
    await chain.sendTransaction(last);

    expect((await rpc.isBlockhashValid(old.blockhash).send()).value).toBe(false);
    const encoded = encodeBase64(wire) as Base64EncodedWireTransaction;
    const error = await rpc
      .sendTransaction(encoded, { encoding: 'base64' })
      .send()
      .catch((reason: unknown) => reason);
    expect(isSolanaError((error as Error).cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(
      true,
    );
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'expired' });
    await expect(chain.describeTransaction(wire)).resolves.toMatchObject({
      error: 'Blockhash not found',
      balanceChanges: [{ address: payer.address, before: 2n * SOL - FEE, after: 2n * SOL - 2n * FEE }],
    });
    await close();
  });

  it('gives a new blockhash after each transaction, even at the same time', async () => {
    const { chain, rpc, close } = await startChain({ now: () => 0 });
    const payer = await createFundedSigner(chain);
    const hashes = new Set<string>();
    for (let round = 0; round < 3; round++) {
      hashes.add((await rpc.getLatestBlockhash().send()).value.blockhash);
      await chain.sendTransaction(await createSigned(chain, payer, [getMemo('same')]));
    }
    expect(hashes.size).toBe(3);
    await close();
  });

  it('gives chains that start at the same time different blockhashes and nonces', async () => {
    const starts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { chain, rpc, close } = await startChain({ now: () => 0 });
        const { blockhash } = (await rpc.getLatestBlockhash().send()).value;
        const nonce = await createNonce(chain);
        const genesisHash = await rpc.getGenesisHash().send();
        await close();
        return { blockhash, nonce, genesisHash };
      }),
    );
    expect(new Set(starts.map(({ blockhash }) => blockhash)).size).toBe(4);
    // Two chains may begin at the same of the 16,384 positions in LiteSVM's sequence.
    expect(new Set(starts.map(({ nonce }) => nonce)).size).toBeGreaterThan(1);
    expect(new Set(starts.map(({ genesisHash }) => genesisHash)).size).toBe(1);
  });

  it('gives dapps and programs the same time for a block', async () => {
    const slot = await running.rpc.getSlot().send();
    const time = await running.rpc.getBlockTime(slot).send();
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(5);
    const epoch = await running.rpc.getEpochInfo().send();
    expect(epoch.absoluteSlot).toBeGreaterThanOrEqual(slot);
    expect(epoch.slotIndex).toBeLessThan(epoch.slotsInEpoch);
    const clock = await running.rpc
      .getAccountInfo(address('SysvarC1ock11111111111111111111111111111111'), { encoding: 'base64' })
      .send();
    const data = Buffer.from(clock.value?.data[0] ?? '', 'base64');
    expect(Math.abs(Number(data.readBigInt64LE(32)) - Date.now() / 1000)).toBeLessThan(5);
    await expect(running.rpc.getBlockTime(slot + 10_000n).send()).rejects.toThrow('Block not available');
    await expect(running.rpc.getBlockTime(5n).send()).rejects.toThrow('cleaned up');
  });
});

/** Creates a nonce account, and returns the value that it holds. */
async function createNonce(chain: LiteSvmChain): Promise<string> {
  const payer = await createFundedSigner(chain);
  const nonce = await generateKeyPairSigner();
  const initialize = {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: nonce.address, role: AccountRole.WRITABLE },
      {
        address: address('SysvarRecentB1ockHashes11111111111111111111'),
        role: AccountRole.READONLY,
      },
      { address: address('SysvarRent111111111111111111111111111111111'), role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([6, 0, 0, 0, ...getAddressEncoder().encode(payer.address)]),
  };
  const create = await getCreateAccount(chain, payer.address, nonce, 80, SYSTEM_PROGRAM);
  await chain.sendTransaction(await createSigned(chain, payer, [create, initialize]));
  const { value } = (await chain.rpc('getAccountInfo', [nonce.address, { encoding: 'base58' }])) as {
    value: { data: [string, string] };
  };
  return getBase58Decoder().decode(getBase58Encoder().encode(value.data[0]).slice(40, 72));
}
