import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  AccountRole,
  type Address,
  createSolanaRpc,
  type Instruction,
  setTransactionMessageConfig,
} from '@solana/kit';
import * as token from '@solana-program/token';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  getComputeUnitPrice,
  getMemo,
  getTransfer,
  SOL,
  startChain,
} from '../../test/support/chain.js';
import { createEvent } from '../../test/support/event.js';
import { putOnto } from '../../test/support/example-shop.js';
import { listen } from '../../test/support/listen.js';
import { createToken, createTokenWithFee, getTokenAddress } from '../../test/support/tokens.js';
import { encodeBase58 } from '../util/base58.js';
import {
  createReference,
  createTransfer,
  findPayment,
  type PaymentMint,
  type PaymentTerms,
} from './index.js';

const running = await startChain();
const { chain, rpc } = running;
const payer = await createFundedSigner(chain, 1_000n * SOL);
const PRICE = 10_000_000n;
const NEVER = 2n ** 40n;
const NONE = { status: 'none', isFinal: false };

afterAll(() => running.close());

const createTerms = async (mint?: PaymentMint): Promise<PaymentTerms> => ({
  recipient: await createAddress(),
  amount: PRICE,
  reference: createReference(),
  mint,
});
const getPayment = (terms: PaymentTerms) => createTransfer({ payer: payer.address, ...terms });
const put = (...instructions: readonly Instruction[]) => putOnto(chain, payer, instructions);
const pay = async (terms: PaymentTerms) => put(...(await getPayment(terms)));
/** Kit makes messages of version 1 since version 8. */
const NEWEST = typeof setTransactionMessageConfig === 'function' ? 1 : 0;
/** Names a reference without paying. */
const name = (reference: Address, version?: 0 | 1) =>
  putOnto(
    chain,
    payer,
    [
      {
        ...getTransfer(payer.address, payer.address, 1n),
        accounts: [
          { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
          { address: payer.address, role: AccountRole.WRITABLE },
          { address: reference, role: AccountRole.READONLY },
        ],
      },
    ],
    version,
  );

/** The parts of a transaction's JSON that tests edit. */
type Json = {
  transaction: {
    signatures: string[];
    message: { accountKeys: string[]; instructions: { data: string }[] };
  };
  meta: { err?: unknown; innerInstructions?: unknown };
};

type Edit = (result: never, params: readonly Record<string, unknown>[]) => unknown;

/** An RPC of the chain whose answers to some methods are edited. */
async function serveEdited(edits: Readonly<Record<string, Edit>>) {
  const asked: { method: string; params: readonly Record<string, unknown>[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, params, id } = JSON.parse(body);
    asked.push({ method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(running.url, { method: 'POST', headers, body })).json();
    const result = edits[method] ? await edits[method](answer.result as never, params) : answer.result;
    if (result === 429) return void response.writeHead(429).end();
    const outcome = result instanceof Error ? { error: result.cause } : { result };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  });
  return { rpc: createSolanaRpc(`http://127.0.0.1:${await listen(server)}`), asked };
}

describe('a payment', async () => {
  const plain = await createToken(chain, payer, 1_000n * PRICE);
  const MINTS: Readonly<Record<string, PaymentMint | undefined>> = {
    SOL: undefined,
    'a token': { address: plain.mint, decimals: 6 },
    'a token of Token-2022': await createTokenWithFee(chain, payer),
  };

  it.each(Object.entries(MINTS))('in %s is found, with its place and what arrived', async (_, mint) => {
    const terms = await createTerms(mint);
    expect(await findPayment(rpc, terms)).toEqual(NONE);
    const place = mint ? '3' : '2';
    const amount = mint?.program ? (PRICE * 99n) / 100n : PRICE;
    await put(getComputeUnitPrice(1n), getMemo('guard'), ...(await getPayment(terms)), getMemo('guard'));
    const arrived = { signature: expect.stringMatching(/^\w{64,}$/), instruction: place, amount };
    expect(await findPayment(rpc, { ...terms, amount, commitment: 'finalized' })).toEqual({
      status: 'paid',
      ...arrived,
    });
    const more = await findPayment(rpc, { ...terms, amount: amount + 1n });
    expect(more).toEqual({ ...NONE, short: [arrived] });
    if (!mint) expect(chain.getBalance(terms.recipient)).toBe(PRICE);
  });

  it('of two in one transaction has its own share of a fee', async () => {
    const terms = await createTerms(MINTS['a token of Token-2022']);
    const other = { ...terms, reference: createReference(), amount: 3n * PRICE };
    await put(...(await getPayment(terms)), ...(await getPayment(other)));
    for (const { amount, reference, ...rest } of [terms, other]) {
      const wanted = (amount * 99n) / 100n;
      expect(await findPayment(rpc, { ...rest, reference, amount: wanted })).toMatchObject({
        status: 'paid',
        amount: wanted,
      });
    }
  });

  it('is not what failed, whatever comes later, nor what strangers do who name its reference', async () => {
    const terms = await createTerms();
    const [transfer] = await getPayment(terms);
    const other = createReference();
    const tooMuch = getTransfer(payer.address, terms.recipient, 2_000n * SOL);
    await put(transfer as Instruction, tooMuch);
    const add = (...named: readonly Address[]): Instruction => ({
      ...(transfer as Instruction),
      accounts: [
        ...(transfer?.accounts?.slice(0, 2) ?? []),
        ...named.map((reference) => ({ address: reference, role: AccountRole.READONLY })),
      ],
    });
    await put(add(terms.reference, other));
    await put(add(other, terms.reference));
    await put(add());
    await name(terms.reference);
    await pay({ ...terms, recipient: await createAddress() });
    expect(await findPayment(rpc, terms)).toEqual(NONE);
    await pay(terms);
    await put(transfer as Instruction, tooMuch);
    expect(await findPayment(rpc, terms)).toMatchObject({ status: 'paid' });
    expect((await findPayment(rpc, { ...terms, reference: other })).status).toBe('none');
  });

  it.each(Object.entries(MINTS))('in %s is not what the recipient sends to itself', async (_, mint) => {
    const terms = { ...(await createTerms(mint)), recipient: payer.address };
    await pay(terms);
    expect(await findPayment(rpc, terms)).toEqual(NONE);
  });

  it('is the oldest of several, and the others are told', async () => {
    const terms = await createTerms();
    await put(...(await getPayment(terms)), ...(await getPayment({ ...terms, amount: PRICE + 1n })));
    await pay({ ...terms, amount: 1n });
    await pay({ ...terms, amount: PRICE + 2n });
    const found = await findPayment(rpc, terms);
    expect(found).toMatchObject({
      status: 'paid',
      instruction: '0',
      also: [{ instruction: '1', amount: PRICE + 1n }, { amount: PRICE + 2n }],
      short: [{ amount: 1n }],
    });
    if (found.status === 'paid') expect(found.also?.[0]?.signature).toBe(found.signature);
  });

  it('that a program makes has the place of that call', async () => {
    const terms = await createTerms();
    await put(getMemo('before'), ...(await getPayment(terms)));
    const { rpc: edited } = await serveEdited({
      getTransaction({ transaction, meta }: Json) {
        const [first, paying] = transaction.message.instructions;
        transaction.message.instructions.pop();
        meta.innerInstructions = [{ index: 0, instructions: [first, paying] }];
        return { transaction, meta };
      },
    });
    expect(await findPayment(edited, terms)).toMatchObject({ status: 'paid', instruction: '0.1' });
  });

  it('is found in and behind what strangers add, over pages', async () => {
    const terms = await createTerms();
    const page = (result: readonly unknown[]) => result.slice(0, 2);
    const { rpc: paged, asked } = await serveEdited({ getSignaturesForAddress: page });
    for (let count = 0; count < 3; count++) await name(terms.reference);
    await pay(terms);
    for (let count = 0; count < 3; count++) await name(terms.reference, NEWEST);
    expect(await findPayment(paged, terms)).toMatchObject({ status: 'paid' });
    expect(asked.filter(({ method }) => method === 'getSignaturesForAddress')).toHaveLength(5);
  });

  it('may be on a page of which a node that is behind the page before knows nothing', async () => {
    const terms = await createTerms();
    await pay(terms);
    for (let count = 0; count < 2; count++) await name(terms.reference);
    const cause = { code: -32016, message: 'Minimum context slot has not been reached', data: {} };
    const { rpc: balanced } = await serveEdited({
      getSignaturesForAddress(all: readonly { slot: number }[], [, { before, minContextSlot = 0 } = {}]) {
        if (!before) return all.slice(0, 2);
        return all.every(({ slot }) => slot > Number(minContextSlot)) ? [] : new Error('behind', { cause });
      },
    });
    expect(await findPayment(balanced, terms)).toMatchObject({ status: 'unknown', cause: expect.any(Error) });
  });

  it('may be in what is not read any more', async () => {
    let made = 0;
    const { rpc: endless, asked } = await serveEdited({
      getSignaturesForAddress: () =>
        Array.from({ length: 1_000 }, () => ({
          signature: encodeBase58(new Uint8Array(new Uint32Array(16).fill(++made).buffer)),
          err: 'failed',
        })),
    });
    const found = await findPayment(endless, await createTerms());
    expect(found).toMatchObject({ status: 'unknown', cause: { message: expect.stringMatching(/5000/) } });
    expect(asked.length).toBeLessThan(8);
  });
});

describe('nothing is known of a payment', () => {
  const broken: readonly (readonly [string, Readonly<Record<string, Edit>>])[] = [
    ['429 to the list', { getSignaturesForAddress: () => 429 }],
    ['429 to a transaction', { getTransaction: () => 429 }],
    [
      '429 to the second page',
      { getSignaturesForAddress: (all, [, config]) => (config?.['before'] ? 429 : all) },
    ],
    ['no list', { getSignaturesForAddress: () => null }],
    ['another thing than a list', { getSignaturesForAddress: () => ({ length: 0 }) }],
    ['a list of other things', { getSignaturesForAddress: () => [{ err: null }] }],
    ['no transaction', { getTransaction: () => null }],
    ['no meta', { getTransaction: (found: object) => ({ ...found, meta: null }) }],
    ['an empty transaction', { getTransaction: () => ({ transaction: {}, meta: { err: null } }) }],
    [
      'no instructions',
      edit(({ transaction }) => void Object.assign(transaction.message, { instructions: null })),
    ],
    ['too few accounts', edit(({ transaction }) => void transaction.message.accountKeys.pop())],
    [
      'another transaction',
      edit(({ transaction }) => void Object.assign(transaction, { signatures: ['x'] })),
    ],
    [
      'data that are not base58',
      edit(
        ({ transaction }) => void Object.assign(transaction.message.instructions[0] ?? {}, { data: '0OIl' }),
      ),
    ],
    ['no word of an error', edit(({ meta }) => void delete meta.err)],
  ];
  function edit(change: (found: Json) => void): Readonly<Record<string, Edit>> {
    return {
      getTransaction(found: Json) {
        change(found);
        return found;
      },
    };
  }

  it.each(broken)('if the answer is %s', async (_, edits) => {
    const terms = await createTerms();
    await pay({ ...terms, amount: edits['getSignaturesForAddress'] ? PRICE - 1n : PRICE });
    const { rpc: edited } = await serveEdited(edits);
    const found = await findPayment(edited, { ...terms, lastValidBlockHeight: 0n });
    expect(found).toMatchObject({ status: 'unknown', cause: expect.any(Error) });
  });

  it('if the calls of programs are not recorded, unless it is no call', async () => {
    const terms = await createTerms();
    const { rpc: edited } = await serveEdited(
      edit(({ meta }) => void Object.assign(meta, { innerInstructions: null })),
    );
    await name(terms.reference);
    expect((await findPayment(edited, terms)).status).toBe('unknown');
    await pay(terms);
    expect(await findPayment(edited, terms)).toMatchObject({ status: 'paid', cause: expect.any(Error) });
  });

  it('by the list alone: the transaction itself says whether it failed', async () => {
    const terms = await createTerms();
    await pay(terms);
    const { rpc: edited } = await serveEdited(
      edit(({ meta }) => void Object.assign(meta, { err: { InstructionError: [0, { Custom: 1 }] } })),
    );
    expect(await findPayment(edited, terms)).toEqual(NONE);
  });

  it('at an RPC that is late: its time is limited, or by the signal, whose reason is thrown', async () => {
    const { happened } = createEvent();
    const { rpc: late } = await serveEdited({ getSignaturesForAddress: () => happened });
    const controller = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
    const terms = await createTerms();
    const looking = findPayment(late, terms);
    await vi.waitFor(() => expect(limit).toHaveBeenCalledWith(15_000));
    const reason = new Error('enough');
    const stopped = findPayment(late, { ...terms, abortSignal: controller.signal });
    controller.abort(reason);
    expect(await looking).toEqual({ status: 'unknown', cause: reason });
    await expect(stopped).rejects.toBe(reason);
    limit.mockRestore();
  });

  it('of another cluster, which knows nothing, before its height is above', async () => {
    const other = await startChain();
    const terms = await createTerms();
    await pay(terms);
    expect(await findPayment(other.rpc, { ...terms, lastValidBlockHeight: NEVER })).toEqual(NONE);
    await other.close();
  });
});

describe('that a payment can never come', () => {
  const OVER = { lastValidBlockHeight: 0n };

  it('is known once its last block is finalized, by a search at that slot or later', async () => {
    const terms = await createTerms();
    await pay({ ...terms, amount: 1n });
    const { rpc: watched, asked } = await serveEdited({});
    expect(await findPayment(watched, { ...terms, lastValidBlockHeight: NEVER })).toMatchObject(NONE);
    const { absoluteSlot } = await rpc.getEpochInfo().send();
    asked.length = 0;
    expect(await findPayment(watched, { ...terms, ...OVER })).toMatchObject({
      status: 'none',
      isFinal: true,
    });
    const [first, ...lists] = asked.filter(({ method }) => method !== 'getTransaction');
    expect(first).toMatchObject({ method: 'getEpochInfo', params: [] }); // kit's default is `finalized`
    const last = lists.at(-1)?.params[1];
    expect(last).toMatchObject({ minContextSlot: expect.any(Number) });
    expect(last?.['commitment'] ?? 'finalized').toBe('finalized');
    expect(BigInt(String(last?.['minContextSlot']))).toBeGreaterThanOrEqual(absoluteSlot);
  });

  it.each([
    ['the RPC is behind', { getSignaturesForAddress: behind }],
    ['the height is malformed', { getEpochInfo: () => ({ absoluteSlot: 1 }) }],
    ['the height is not told', { getEpochInfo: () => 429 }],
  ])('is unknown if %s', async (_, edits: Readonly<Record<string, Edit>>) => {
    const { rpc: edited } = await serveEdited(edits);
    const terms = { ...(await createTerms()), ...OVER };
    expect((await findPayment(edited, terms)).status).toBe('unknown');
    if (edits['getSignaturesForAddress'])
      expect(await findPayment(edited, { ...terms, lastValidBlockHeight: NEVER })).toEqual(NONE);
  });
  function behind(list: unknown, [, config]: readonly Record<string, unknown>[]) {
    const cause = { code: -32016, message: 'Minimum context slot has not been reached', data: {} };
    return config?.['minContextSlot'] === undefined ? list : new Error('behind', { cause });
  }

  it.each(['getEpochInfo', 'getSignaturesForAddress'])(
    'is not said of one that lands while %s is answered',
    async (method) => {
      const terms = await createTerms();
      let isPaid = false;
      const { rpc: edited } = await serveEdited({
        async [method](result: unknown) {
          if (!isPaid) await pay(terms);
          isPaid = true;
          return result;
        },
      });
      expect((await findPayment(edited, { ...terms, ...OVER })).status).toBe('paid');
    },
  );
});

describe('what a payment is made of', () => {
  const terms = { recipient: payer.address, amount: 1n, reference: createReference() };
  const mint = { address: createReference(), decimals: 6 };

  it.each([
    ['recipient', { recipient: 'x' as Address }],
    ['reference', { reference: '' as Address }],
    ['amount', { amount: 0n }],
    ['amount', { amount: 2n ** 64n }],
    ['amount', { amount: 1 as never }],
    ['mint.address', { mint: { ...mint, address: 'x' as Address } }],
    ['mint.decimals', { mint: { ...mint, decimals: 256 } }],
    ['mint.program', { mint: { ...mint, program: 'x' as Address } }],
  ])('must be right: %s', async (argument, wrong) => {
    const expected = { code: 'INVALID_ARGUMENT', context: { argument } };
    await expect(createTransfer({ payer: payer.address, ...terms, ...wrong })).rejects.toMatchObject(
      expected,
    );
    await expect(findPayment(rpc, { ...terms, ...wrong })).rejects.toMatchObject(expected);
  });

  it('includes who pays, and what is looked for', async () => {
    await expect(createTransfer({ ...terms, payer: 'x' as Address })).toRejectWith('INVALID_ARGUMENT');
    await expect(findPayment(rpc, { ...terms, commitment: 'processed' as never })).toRejectWith(
      'INVALID_ARGUMENT',
    );
    await expect(findPayment(rpc, { ...terms, lastValidBlockHeight: 1 as never })).toRejectWith(
      'INVALID_ARGUMENT',
    );
  });

  it('is what the programs’ own clients make', async () => {
    const owner = await createAddress();
    const authority = payer;
    const [open, transfer] = await createTransfer({ ...terms, recipient: owner, payer: payer.address, mint });
    const destination = await getTokenAddress(mint.address, owner);
    const source = await getTokenAddress(mint.address, payer.address);
    const toPlain = ({ programAddress, accounts, data }: Instruction) => ({
      programAddress,
      data: [...(data ?? [])],
      accounts: accounts?.map(({ address, role }) => ({ address, role })),
    });
    expect([open, transfer].map((instruction) => toPlain(instruction as Instruction))).toEqual([
      toPlain(
        await token.getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner, mint: mint.address }),
      ),
      (() => {
        const plain = toPlain(
          token.getTransferCheckedInstruction({
            source,
            destination,
            authority,
            mint: mint.address,
            amount: 1n,
            decimals: 6,
          }),
        );
        const named = { address: terms.reference, role: AccountRole.READONLY };
        return { ...plain, accounts: [...(plain.accounts ?? []), named] };
      })(),
    ]);
    const made = new Set<string>(Array.from({ length: 100 }, createReference));
    expect(made.size).toBe(100);
  });
});
