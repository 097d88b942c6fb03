import {
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createTransactionMessage,
  estimateResourceLimitsFactory,
  fetchAddressesForLookupTables,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createMessage,
  createSigned,
  fetchBlockhash,
  getComputeUnitLimit,
  getComputeUnitPrice,
  getMemo,
  getTransfer,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../../../../test/support/chain.js';
import { createCompressed, createLookupTable } from '../../../../test/support/lookup-table.js';

const running = await startChain();
const payer = await createFundedSigner(running.chain, 100n * SOL);
afterAll(() => running.close());

const sign = async (message: Parameters<typeof signTransactionMessageWithSigners>[0]) =>
  Uint8Array.from(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)));

async function createVersion1(instructions: readonly Instruction[], config: object) {
  const recent = await fetchBlockhash(running.chain);
  return pipe(
    createTransactionMessage({ version: 1 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: recent, lastValidBlockHeight: 0n }, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    (message) => setTransactionMessageConfig(config, message),
  );
}

async function fetchFee(wire: Uint8Array): Promise<bigint | null> {
  const { messageBytes } = getTransactionDecoder().decode(wire);
  const message = encodeBase64(Uint8Array.from(messageBytes)) as TransactionMessageBytesBase64;
  return (await running.rpc.getFeeForMessage(message).send()).value;
}

/** As in a request of the largest size that a validator reads. */
const LONG = 'z'.repeat(50_000);

it.each([
  ['sendTransaction', [LONG]],
  ['simulateTransaction', [LONG]],
  ['getProgramAccounts', [SYSTEM_PROGRAM, { filters: [{ memcmp: { offset: 0, bytes: LONG } }] }]],
])('%s refuses a base58 text that is too long before decoding it', async (method, params) => {
  await expect(running.chain.rpc(method, params)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(
      /^base58 encoded .* too large: 50000 bytes \(max: encoded\/raw (5594\/4096|175\/128)\)$/,
    ),
  });
});

it.each([
  ['sendTransaction', ['0OIl']],
  ['sendTransaction', ['a b=', { encoding: 'base64' }]],
  ['simulateTransaction', ['€', { encoding: 'base64' }]],
  ['getProgramAccounts', [SYSTEM_PROGRAM, { filters: [{ memcmp: { offset: 0, bytes: '0OIl' } }] }]],
])('%s refuses a text that is not of its encoding: %j', async (method, params) => {
  await expect(running.chain.rpc(method, params)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^invalid base(58|64) encoding of (transaction|memcmp\.bytes)$/),
  });
});

it.each([
  ['sendTransaction', ['1', { encoding: 'hex' }]],
  ['simulateTransaction', ['1', { encoding: 'json' }]],
  [
    'getProgramAccounts',
    [SYSTEM_PROGRAM, { filters: [{ memcmp: { offset: 0, bytes: '1', encoding: 'hex' } }] }],
  ],
  ['getTransaction', ['1'.repeat(64), 'hex']],
  ['getBlock', [0, { encoding: 'hex' }]],
])('%s refuses an encoding that it does not know: %j', async (method, params) => {
  await expect(running.chain.rpc(method, params)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^unsupported (memcmp\.)?encoding: "(hex|json)"\. Supported here: /),
  });
});

it.each([5, null, ['dataSize'], 'dataSize'])(
  'getProgramAccounts refuses %j in place of a filter',
  async (filter) => {
    await expect(
      running.chain.rpc('getProgramAccounts', [SYSTEM_PROGRAM, { filters: [filter] }]),
    ).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid param: filter must be an object',
    });
  },
);

describe('fees', () => {
  it.each([
    ['one signature', [], 5_000n],
    ['a price, with the budget of a built-in program', [getComputeUnitPrice(1_000_000n)], 11_000n],
    ['a price and a program', [getComputeUnitPrice(1_000_000n), getMemo('x')], 211_000n],
    ['a price and a limit', [getComputeUnitPrice(10_001n), getComputeUnitLimit(1_000)], 5_011n],
    ['a price and too high a limit', [getComputeUnitPrice(10n), getComputeUnitLimit(9_000_000)], 5_014n],
  ])('equal what is charged: %s', async (_, budget, expected) => {
    const instructions = [...budget, getTransfer(payer.address, payer.address, 1n)];
    const wire = await createSigned(running.chain, payer, instructions);
    expect(await fetchFee(wire)).toBe(expected);
    const before = running.chain.getBalance(payer.address);
    await running.chain.sendTransaction(wire, { skipPreflight: true });
    expect(before - running.chain.getBalance(payer.address)).toBe(expected);
  });

  it('are unknown for a blockhash of another chain', async () => {
    const message = createMessage(payer, encodeBase58(new Uint8Array(32).fill(1)) as never, [getMemo('x')]);
    expect(await fetchFee(await sign(message))).toBeNull();
  });
});

describe('a version 1 transaction', () => {
  it('runs with the limits that kit estimates, and pays its priority fee', async () => {
    const recipient = await createAddress();
    const instructions = [getTransfer(payer.address, recipient, SOL), getMemo('v1')];
    const estimate = estimateResourceLimitsFactory({ rpc: running.rpc });
    const limits = await estimate(await createVersion1(instructions, {}));
    expect(limits.computeUnitLimit).toBeGreaterThan(0);

    const wire = await sign(
      await createVersion1(instructions, { ...limits, priorityFeeLamports: 777n } as object),
    );
    await expect(running.chain.describeTransaction(wire)).resolves.toMatchObject({ version: 1, fee: 5_777n });
    const before = running.chain.getBalance(payer.address);
    const { signature } = await running.chain.sendTransaction(wire);
    expect(running.chain.getBalance(recipient)).toBe(SOL);
    expect(before - running.chain.getBalance(payer.address)).toBe(SOL + 5_777n);

    const found = await running.chain.rpc('getTransaction', [
      encodeBase58(signature),
      { encoding: 'json', maxSupportedTransactionVersion: 1 },
    ]);
    expect(found).toMatchObject({
      version: 1,
      transaction: { message: { transactionConfig: { priorityFee: 777n, heapSize: null } } },
    });
  });
});

describe('an address lookup table', () => {
  it('is read for a transaction’s accounts, when describing and when executing', async () => {
    const recipient = await createAddress();
    const table = await createLookupTable(running.chain, payer, [await createAddress(), recipient]);
    const tables = await fetchAddressesForLookupTables([table], running.rpc);
    const transfer = [getTransfer(payer.address, recipient, SOL)];
    const wire = await createCompressed(running.chain, payer, transfer, tables);
    const compiled = getCompiledTransactionMessageDecoder().decode(
      getTransactionDecoder().decode(wire).messageBytes,
    );
    expect(compiled.staticAccounts).not.toContain(recipient);

    const summary = await running.chain.describeTransaction(wire);
    expect(summary.instructions[0]?.accounts).toEqual([payer.address, recipient]);
    expect(summary.balanceChanges).toContainEqual({ address: recipient, before: 0n, after: SOL });
    const { signature } = await running.chain.sendTransaction(wire);
    expect(running.chain.getBalance(recipient)).toBe(SOL);
    const found = await running.chain.rpc('getTransaction', [
      encodeBase58(signature),
      { encoding: 'json', maxSupportedTransactionVersion: 0 },
    ]);
    expect(found).toMatchObject({ meta: { loadedAddresses: { writable: [recipient], readonly: [] } } });
  });

  it('that does not exist shows its accounts by their index, and fails', async () => {
    const table = await createAddress();
    const recipient = await createAddress();
    const transfer = [getTransfer(payer.address, recipient, SOL)];
    const wire = await createCompressed(running.chain, payer, transfer, { [table]: [recipient] });
    await expect(running.chain.describeTransaction(wire)).resolves.toMatchObject({
      instructions: [{ accounts: [payer.address, `${table}[0]`], text: `Transfer 1 SOL to ${table}[0]` }],
      balanceChanges: [],
      error: "Transaction loads an address table account that doesn't exist",
    });
    const encoded = encodeBase64(wire) as Base64EncodedWireTransaction;
    const { value } = await running.rpc.simulateTransaction(encoded, { encoding: 'base64' }).send();
    expect(value).toMatchObject({ err: 'AddressLookupTableNotFound', preBalances: [] });
  });
});
