import {
  AccountRole,
  decodeTransactionFromRpcResponse,
  generateKeyPairSigner,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_FILTER_TRANSACTION_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getMemo,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../../../../test/support/chain.js';
import { createPageChain } from '../page-chain/page-chain.js';

const running = await startChain();
const payer = await createFundedSigner(running.chain, 10n * SOL);
afterAll(() => running.close());

async function transfer(version: 'legacy' | 0 = 0) {
  const recipient = await createAddress();
  const instructions = [getTransfer(payer.address, recipient, SOL), getMemo('lunch')];
  const wire = await createSigned(running.chain, payer, instructions, version);
  const { signature } = await running.chain.sendTransaction(wire);
  return { wire, recipient, signature: encodeBase58(signature) as Signature };
}

const UNKNOWN = encodeBase58(new Uint8Array(64).fill(9)) as Signature;

it.each([
  ['getBlock', [0]],
  ['getBlocks', [0]],
  ['getBlocks', [0, 1]],
  ['getBlocksWithLimit', [0, 1]],
  ['getSignaturesForAddress', [SYSTEM_PROGRAM]],
  ['getTransaction', [UNKNOWN]],
] as const)('%s(%j) refuses a commitment below `confirmed`, as a validator does', async (method, params) => {
  await expect(running.chain.rpc(method, [...params, { commitment: 'processed' }])).rejects.toMatchObject({
    code: -32602,
    message: 'Method does not support commitment below `confirmed`',
  });
});

describe('getTransaction', () => {
  it('shows what happened, with the message as JSON', async () => {
    const before = running.chain.getBalance(payer.address);
    const start = Date.now();
    const { signature, recipient, wire } = await transfer();
    const found = await running.rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(found).toMatchObject({
      version: 0,
      meta: {
        err: null,
        status: { Ok: null },
        fee: 5_000n,
        preBalances: [before, 0n, 1n, expect.any(BigInt)],
        postBalances: [before - SOL - 5_000n, SOL, 1n, expect.any(BigInt)],
        loadedAddresses: { writable: [], readonly: [] },
      },
      transaction: {
        signatures: [signature],
        message: {
          accountKeys: [payer.address, recipient, SYSTEM_PROGRAM, MEMO_PROGRAM],
          header: {
            numRequiredSignatures: 1,
            numReadonlySignedAccounts: 0,
            numReadonlyUnsignedAccounts: 2,
          },
          addressTableLookups: [],
        },
      },
    });
    expect(found?.meta?.logMessages).toContain('Program log: lunch');
    expect(Number(found?.blockTime)).toBeGreaterThan(start / 1_000 - 5);
    expect(Number(found?.blockTime)).toBeLessThan(Date.now() / 1_000 + 5);

    const raw = await running.rpc
      .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send();
    expect(raw?.transaction).toEqual([encodeBase64(wire), 'base64']);
    if (!found || !raw) throw new Error('Expected the transaction');
    const fromJson = decodeTransactionFromRpcResponse(found).compiledMessage;
    expect(fromJson).toMatchObject({ ...decodeTransactionFromRpcResponse(raw).compiledMessage });
  });

  it('parses instructions in jsonParsed', async () => {
    const { signature, recipient } = await transfer('legacy');
    const found = await running.rpc.getTransaction(signature, { encoding: 'jsonParsed' }).send();
    expect(found).not.toHaveProperty('version');
    expect(found?.transaction.message.accountKeys[1]).toEqual({
      pubkey: recipient,
      signer: false,
      writable: true,
      source: 'transaction',
    });
    expect(found?.transaction.message.instructions).toMatchObject([
      {
        programId: SYSTEM_PROGRAM,
        program: 'system',
        parsed: { type: 'transfer', info: { source: payer.address, destination: recipient } },
      },
      { programId: MEMO_PROGRAM, program: 'spl-memo', parsed: 'lunch' },
    ]);
  });

  it('does not return a version that the client does not support', async () => {
    const { signature } = await transfer();
    const error = await running.rpc
      .getTransaction(signature, { encoding: 'json' })
      .send()
      .catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)).toBe(
      true,
    );
  });

  it('is null for a signature that was never seen', async () => {
    expect(await running.rpc.getTransaction(UNKNOWN, { encoding: 'json' }).send()).toBeNull();
    expect((await running.rpc.getSignatureStatuses([UNKNOWN]).send()).value).toEqual([null]);
  });
});

describe('getSignaturesForAddress', () => {
  it('lists the transactions of an address, newest first, with their memos', async () => {
    const someone = await generateKeyPairSigner();
    const signatures: string[] = [];
    for (const memo of ['one', 'two', 'three']) {
      const instructions = [getTransfer(payer.address, someone.address, SOL / 100n), getMemo(memo)];
      const { signature } = await running.chain.sendTransaction(
        await createSigned(running.chain, payer, instructions),
      );
      signatures.push(encodeBase58(signature));
    }
    const [first, second, third] = signatures as Signature[];
    const get = async (config: object) =>
      (await running.rpc.getSignaturesForAddress(someone.address, config).send()).map(
        (entry) => entry.signature,
      );
    expect(await get({})).toEqual([third, second, first]);
    expect(await get({ limit: 1 })).toEqual([third]);
    expect(await get({ before: third })).toEqual([second, first]);
    expect(await get({ until: first })).toEqual([third, second]);
    const [newest] = await running.rpc.getSignaturesForAddress(someone.address).send();
    expect(newest).toMatchObject({ memo: '[5] three', err: null, confirmationStatus: 'finalized' });
    const error = await get({ limit: 1_001 }).catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
  });

  it.each([
    ['LiteSVM', running.chain],
    ['a page', createPageChain()],
  ] as const)(
    'finds a payment by a reference, which its instruction only names, on the chain of %s',
    async (_name, chain) => {
      const sender = await createFundedSigner(chain, SOL);
      const reference = await createAddress();
      const payment = getTransfer(sender.address, await createAddress(), SOL / 100n);
      const account = { address: reference, role: AccountRole.READONLY };
      const instruction = { ...payment, accounts: [...(payment.accounts ?? []), account] };
      const { signature } = await chain.sendTransaction(await createSigned(chain, sender, [instruction]));
      const found = await chain.rpc('getSignaturesForAddress', [
        reference,
        { limit: 1, commitment: 'confirmed' },
      ]);
      expect(found).toMatchObject([{ signature: encodeBase58(signature), err: null }]);
    },
  );

  it.each(['before', 'until'])('refuses an unknown signature as `%s`', async (cursor) => {
    const found = running.rpc.getSignaturesForAddress(SYSTEM_PROGRAM, { [cursor]: UNKNOWN }).send();
    const error = await found.catch((reason: unknown) => reason);
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_FILTER_TRANSACTION_NOT_FOUND)).toBe(
      true,
    );
    expect(String(error)).toContain(`Transaction ${UNKNOWN} not found`);
  });

  it('lists airdrops, which are transactions like any other', async () => {
    const someone = await createAddress();
    running.chain.airdrop(someone, SOL);
    const [airdrop] = await running.rpc.getSignaturesForAddress(someone).send();
    if (!airdrop) throw new Error('Expected the airdrop');
    const found = await running.rpc.getTransaction(airdrop.signature, { encoding: 'json' }).send();
    expect(found?.transaction.message.accountKeys).toContain(someone);
    expect(found?.meta?.postBalances[1]).toBe(SOL);
  });
});
