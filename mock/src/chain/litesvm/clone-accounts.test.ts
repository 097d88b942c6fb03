import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getMemo,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  startChain,
} from '../../../../test/support/chain.js';
import { createCompressed, createLookupTable } from '../../../../test/support/lookup-table.js';
import { readProgram } from '../../../../test/support/programs.js';
import { createToken, getTokenTransfer } from '../../../../test/support/tokens.js';
import { createRpcHandler } from '../../install/rpc/json-rpc-server.js';
import { createLiteSvmChain } from '../litesvm-chain.js';

// Another served LiteSVM stands in for the cluster: the same bytes over a real connection.
const folder = mkdtempSync(join(tmpdir(), 'clone-'));
const file = join(folder, 'memo.so');
writeFileSync(file, await readProgram(createLiteSvmChain(), MEMO_PROGRAM));
const program = await createAddress();
const cluster = await startChain({ programs: [{ address: program, file }] });
const copy = await startChain({ clusterUrl: cluster.url });
const payer = await createFundedSigner(cluster.chain, 5n * SOL);
afterAll(async () => {
  await copy.close();
  await cluster.close();
  rmSync(folder, { recursive: true });
});

describe('a chain that clones from a cluster', () => {
  it('has accounts as the cluster has them, and changes only its own', async () => {
    expect((await copy.rpc.getBalance(payer.address).send()).value).toBe(5n * SOL);
    const wire = await createSigned(copy.chain, payer, [
      getTransfer(payer.address, await createAddress(), SOL),
    ]);
    expect(await copy.chain.describeTransaction(wire)).toMatchObject({ balanceChanges: { length: 2 } });
    await copy.chain.sendTransaction(wire);
    expect(copy.chain.getBalance(payer.address)).toBe(4n * SOL - 5_000n);
    expect(cluster.chain.getBalance(payer.address)).toBe(5n * SOL);
    copy.chain.reset();
    expect((await copy.rpc.getBalance(payer.address).send()).value).toBe(5n * SOL);
  });

  it('does not clone an account again that was emptied here', async () => {
    const poor = await createFundedSigner(cluster.chain, SOL);
    const empty = getTransfer(poor.address, payer.address, SOL - 5_000n);
    await copy.chain.sendTransaction(await createSigned(copy.chain, poor, [empty]));
    expect((await copy.rpc.getBalance(poor.address).send()).value).toBe(0n);
    const again = await createSigned(copy.chain, poor, [getMemo('again')]);
    await expect(copy.chain.sendTransaction(again)).rejects.toMatchObject({ reason: 'preflight' });
  });

  it('runs programs of the cluster', async () => {
    const call = { programAddress: program, data: encodeUtf8('cloned') };
    const wire = await createSigned(copy.chain, payer, [call]);
    expect((await copy.chain.describeTransaction(wire)).logs).toContain(`Program ${program} success`);
    await copy.chain.sendTransaction(wire);
  });

  it('pays tokens of the cluster', async () => {
    const { mint, account } = await createToken(cluster.chain, payer, 1_000n);
    const recipient = await createAddress();
    const balance = await copy.rpc.getTokenAccountBalance(account).send();
    expect(balance.value).toMatchObject({ amount: '1000', decimals: 6 });
    const wire = await createSigned(copy.chain, payer, await getTokenTransfer(payer, mint, recipient, 10n));
    const { tokenChanges } = await copy.chain.describeTransaction(wire);
    expect(tokenChanges).toHaveLength(2);
    await copy.chain.sendTransaction(wire);
    expect(await copy.chain.getTokens(recipient)).toMatchObject([{ mint, amount: 10n }]);
    expect(await cluster.chain.getTokens(recipient)).toEqual([]);
  });

  it('reads lookup tables of the cluster, even when its slots are behind', async () => {
    const recipient = await createAddress();
    const table = await createLookupTable(cluster.chain, payer, [recipient]);
    const later = createLiteSvmChain({ clusterUrl: cluster.url });
    const transfer = [getTransfer(payer.address, recipient, SOL)];
    await later.sendTransaction(await createCompressed(later, payer, transfer, { [table]: [recipient] }));
    expect(later.getBalance(recipient)).toBe(SOL);
  });

  it('says that it cannot reach the cluster, and tries again later', async () => {
    const gone = await startChain();
    const chain = createLiteSvmChain({ clusterUrl: gone.url });
    const signer = await createFundedSigner(gone.chain);
    const wire = await createSigned(chain, signer, [getMemo('anyone?')]);
    await gone.close();
    await expect(chain.sendTransaction(wire)).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(chain.rpc('getBalance', [payer.address])).rejects.toThrow('The cluster cannot be reached');
    const server = createServer(createRpcHandler(cluster.chain)).listen(Number(new URL(gone.url).port));
    await once(server, 'listening');
    expect(await chain.rpc('getBalance', [payer.address])).toMatchObject({
      value: cluster.chain.getBalance(payer.address),
    });
    server.closeAllConnections();
    server.close();
    // Nothing that this transaction uses is missing any more.
    chain.airdrop(signer.address, SOL);
    await chain.sendTransaction(wire);
  });
});
