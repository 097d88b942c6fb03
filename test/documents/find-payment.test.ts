import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Address, address, type Instruction, lamports } from '@solana/kit';
import { createMobileWallet, encodeBase58, MobileWalletError } from 'mobile-wallet-standard';
import { createTestWallet, type TestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  getTransfer,
  SOL,
  SYSTEM_PROGRAM,
  startChain,
} from '../support/chain.js';
import { createEvent } from '../support/event.js';
import { createStorage, getNaming, loadShop, PRICE, putOnto, SHOP } from '../support/example-shop.js';
import { listen } from '../support/listen.js';
import { until } from '../support/patience.js';

// The files of the guides that pay once, and find a payment by its reference.

const running = await startChain();
const { chain } = running;
const { buildPayment, findPayment, checkOrder, deny, payOnce, pay: payBy } = await loadShop(running.url);
const payer = await createFundedSigner(chain, 1_000n * SOL);

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
});

test('the files load on a server, which has no location', async () => {
  await expect(loadShop(undefined)).resolves.toHaveProperty('pay');
});

afterAll(() => running.close());

const send = (instructions: readonly Instruction[], version?: 0 | 1) =>
  putOnto(chain, payer, instructions, version);

const pay = (reference: Address, amount = PRICE) => send([getNaming(payer.address, SHOP, amount, reference)]);

/** A failing transaction that names the reference. */
const fail = (reference: Address) => pay(reference, 1_000_000n * SOL);

/** Pays for an order with the mock wallet, as the guide's button does. */
async function payWith(prepare: (phone: TestWallet) => void, order = 'order') {
  const phone = await createTestWallet({ chain });
  onTestFinished(() => phone.close());
  chain.airdrop(address(phone.accounts[0]?.address ?? ''), lamports(SOL));
  const wallet = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });
  prepare(phone);
  const count = () => phone.requests.filter(({ method }) => method === 'sign_and_send_transactions').length;
  const paying = payBy(wallet, order);
  return { paying, count };
}

const METHOD = 'sign_and_send_transactions';
const decline = (phone: TestWallet) => phone.answerNext({ approved: false }, METHOD);

test('a payment that was sent without an answer is found by its reference, and never made again', async () => {
  const { paying } = await payWith((phone) =>
    phone.answerNext({ instead: { type: 'fault', name: 'no-result' } }, METHOD),
  );
  await expect(paying).toRejectWith('SUBMISSION_UNKNOWN');
  expect(await checkOrder('order')).toEqual({ status: 'paid', undecided: [] });
  const again = await payWith(() => {});
  expect(await again.paying).toBeUndefined();
  expect(again.count()).toBe(0);
});

test('a payment that the chain does not show stays undecided until its user denies it', async () => {
  const crash = (phone: TestWallet) => phone.answerNext({ instead: { type: 'crash' } }, METHOD);
  await expect((await payWith(crash)).paying).toRejectWith('SUBMISSION_UNKNOWN');
  const { status, undecided } = await checkOrder('order');
  expect({ status, count: undecided.length }).toEqual({ status: 'unknown', count: 1 });
  const again = await payWith(() => {});
  expect(await again.paying).toBeUndefined();
  expect(again.count()).toBe(0);
  deny('order', undecided);
  const last = await payWith(() => {});
  expect(await last.paying).toMatch(/^\w{64,}$/); // base58
  expect((await checkOrder('order')).status).toBe('paid');
});

test('a payment that arrives after its user has said that it was not made is never made again', async () => {
  const crash = (phone: TestWallet) => phone.answerNext({ instead: { type: 'crash' } }, METHOD);
  await expect((await payWith(crash)).paying).toRejectWith('SUBMISSION_UNKNOWN');
  const { undecided } = await checkOrder('order');
  deny('order', undecided);
  expect(await checkOrder('order')).toEqual({ status: 'none', undecided: [] });
  for (const reference of undecided) await pay(reference);
  const again = await payWith(() => {});
  expect(await again.paying).toBeUndefined();
  expect(again.count()).toBe(0);
  expect((await checkOrder('order')).status).toBe('paid');
});

test('what strangers add to a payment that its user knows was not made does not lock the user out', async () => {
  const reference = await createAddress();
  localStorage.setItem(`payment:order:${reference}`, 'asked');
  await send([getNaming(payer.address, payer.address, 1n, reference)], 1);
  expect(await checkOrder('order')).toEqual({ status: 'unknown', undecided: [reference] });
  deny('order', [reference]);
  expect((await checkOrder('order')).status).toBe('none');
});

test.each([
  ['has been sent', async () => 'signature'],
  ['may have been sent', () => Promise.reject(new MobileWalletError('SUBMISSION_UNKNOWN', 'x', {} as never))],
])('a payment that %s after its user has denied it in another tab is undecided again', async (_, answer) => {
  const sending = payOnce(
    'order',
    async (reference) => reference,
    async (reference) => {
      deny('order', [reference]);
      return answer();
    },
  );
  await sending.catch(() => {});
  expect((await checkOrder('order')).status).toBe('unknown');
});

test('a payment that is declined after its user has denied it in another tab stays denied', async () => {
  const declined = payOnce(
    'order',
    async (reference) => reference,
    async (reference) => {
      deny('order', [reference]);
      await send([getNaming(payer.address, payer.address, 1n, reference)], 1);
      throw new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
    },
  );
  await expect(declined).toRejectWith('USER_REJECTED');
  expect((await checkOrder('order')).status).toBe('none');
});

test('a declined payment may be made again, and is looked for first, because the wallet may have sent it', async () => {
  await expect((await payWith(decline)).paying).toRejectWith('USER_REJECTED');
  expect((await checkOrder('order')).status).toBe('none');
  await expect((await payWith(decline)).paying).toRejectWith('USER_REJECTED');
  const kept = Object.keys(localStorage).flatMap((key) => /^payment:order:(.+)/.exec(key)?.[1] ?? []);
  expect(kept).toHaveLength(2);
  await pay(address(kept[0] ?? ''));
  const again = await payWith(() => {});
  expect(await again.paying).toBeUndefined();
  expect(again.count()).toBe(0);
  expect((await checkOrder('order')).status).toBe('paid');
});

test('a declined payment that is on its way to the chain is waited for', async () => {
  const arriving: Promise<unknown>[] = [];
  const send = vi.fn(async (reference: Address) => {
    arriving.push(new Promise((resolve) => setTimeout(resolve, 800)).then(() => pay(reference)));
    throw new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
  });
  const press = () => payOnce('order', async (reference) => reference, send);
  await expect(press()).toRejectWith('USER_REJECTED');
  expect(await press()).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
  await Promise.all(arriving);
  expect((await checkOrder('order')).status).toBe('paid');
});

test('a declined payment is not made again while the chain cannot be asked', async () => {
  await expect((await payWith(decline)).paying).toRejectWith('USER_REJECTED');
  const port = await listen(createServer((_, response) => response.writeHead(503).end()));
  const offline = await loadShop(`http://127.0.0.1:${port}`);
  const send = vi.fn();
  expect(await offline.payOnce('order', async () => {}, send)).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  expect((await checkOrder('order')).status).toBe('none');
});

test('a payment that a wallet has signed without an answer, and then sent, is never made again', async () => {
  const send = vi.fn(async (reference: Address) => {
    await pay(reference);
    throw new MobileWalletError('SESSION_CLOSED', 'x', {});
  });
  const press = () => payOnce('order', async (reference) => reference, send);
  await expect(press()).toRejectWith('SESSION_CLOSED');
  expect(await press()).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
});

test('a payment that was not handed to a wallet is not kept', async () => {
  const failing = payOnce(
    'order',
    () => Promise.reject(new Error('no blockhash')),
    () => Promise.resolve(),
  );
  await expect(failing).rejects.toThrow('no blockhash');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a copy that failed hides none that paid, and decides nothing while another may come', async () => {
  const reference = await createAddress();
  await fail(reference);
  expect(await findPayment(reference)).toBe('none');
  await pay(reference);
  await fail(reference);
  expect(await findPayment(reference)).toBe('paid');
});

test('transactions of strangers that name the reference pay nothing', async () => {
  const [reference, other] = [await createAddress(), await createAddress()];
  const from = payer.address;
  await send([getNaming(from, SHOP, PRICE - 1n, reference)]);
  await send([getNaming(from, from, PRICE, reference)]);
  await send([getNaming(from, SHOP, PRICE), getNaming(from, from, 1n, reference)]);
  // One transfer for two orders.
  await send([getNaming(from, SHOP, PRICE, reference, other)]);
  await send([getNaming(from, SHOP, PRICE, other, reference)]);
  expect(await findPayment(reference)).toBe('none');
  expect(await findPayment(other)).toBe('none');
  await send([getNaming(from, SHOP, PRICE + 1n, reference), getNaming(from, SHOP, PRICE, other)]);
  expect(await findPayment(reference)).toBe('paid');
  expect(await findPayment(other)).toBe('paid');
});

test('a transaction that cannot be read leaves it open, and hides no payment', async () => {
  const reference = await createAddress();
  await send([getNaming(payer.address, payer.address, 1n, reference)], 1);
  expect(await findPayment(reference)).toBe('unknown');
  await pay(reference);
  await send([getNaming(payer.address, payer.address, 1n, reference)], 1);
  expect(await findPayment(reference)).toBe('paid');
});

/** An RPC server that answers each method with a result. */
async function serveRpc(results: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, params } = JSON.parse(body);
    // All transactions are on the first page.
    const result = params?.[1]?.before ? [] : results[method];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

test.each([
  [
    'whose accounts come from a lookup table',
    { accountKeys: [payer.address, SYSTEM_PROGRAM], instructions: [[0, 2, 3]] },
    { inner: [], loadedAddresses: { writable: [SHOP], readonly: ['reference'] } },
  ],
  [
    'that a program makes for the user',
    { accountKeys: [payer.address, SHOP, 'reference', SYSTEM_PROGRAM], instructions: [] },
    { inner: [[0, 1, 2]] },
  ],
  [
    'of a version that is older than lookup tables',
    { accountKeys: [payer.address, SHOP, 'reference', SYSTEM_PROGRAM], instructions: [[0, 1, 2]] },
    { inner: [] },
  ],
])('a payment %s is found', async (_, message, { inner, ...meta }) => {
  const reference = await createAddress();
  const data = encodeBase58(Uint8Array.from(getTransfer(payer.address, SHOP, PRICE).data ?? []));
  const programIdIndex = message.accountKeys.indexOf(SYSTEM_PROGRAM);
  const toInstruction = (accounts: unknown) => ({ programIdIndex, accounts, data, stackHeight: null });
  const found = {
    slot: 1,
    blockTime: null,
    version: 0,
    transaction: {
      signatures: [],
      message: { ...message, instructions: message.instructions.map(toInstruction) },
    },
    meta: {
      err: null,
      ...meta,
      innerInstructions: inner.length > 0 ? [{ index: 0, instructions: inner.map(toInstruction) }] : null,
    },
  };
  const url = await serveRpc({
    getSignaturesForAddress: [{ signature: encodeBase58(new Uint8Array(64).fill(1)), err: null }],
    getTransaction: JSON.parse(JSON.stringify(found).replaceAll('"reference"', `"${reference}"`)),
  });
  const { findPayment } = await loadShop(url);
  expect(await findPayment(reference)).toBe('paid');
  expect(await findPayment(await createAddress())).toBe('none');
});

test('a payment is found below many failed transactions, and stays open below too many', async () => {
  const reference = await createAddress();
  await pay(reference);
  for (let count = 0; count < 250; count++) await fail(reference);
  expect(await findPayment(reference)).toBe('paid');
  for (let count = 0; count < 250; count++) await fail(reference);
  expect(await findPayment(reference)).toBe('unknown');
});

test('a payment stays open while the chain cannot be asked', async () => {
  const port = await listen(createServer((_, response) => response.writeHead(503).end()));
  const { findPayment } = await loadShop(`http://127.0.0.1:${port}`);
  expect(await findPayment(await createAddress())).toBe('unknown');
});

/** A chain that answers once it is released, and how many requests it has had. */
async function serveHeld() {
  const { happen: release, happened: released } = createEvent();
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked++;
    const body = await text(request);
    await released;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(running.url, { method: 'POST', headers, body });
    response.writeHead(200, headers).end(await answer.text());
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return { ...(await loadShop(url)), release, getAsked: () => asked };
}

/** Lets the test end each time limit. Returns those that were set, in this order. */
function holdTimeLimits() {
  const limits: Readonly<{ ms: number; end: () => void }>[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    const end = () => controller.abort(new DOMException('The time is over', 'TimeoutError'));
    limits.push({ ms, end });
    return controller.signal;
  });
  return limits;
}

test('a chain that never answers ends all looks and a payment after 15 seconds, and leaves them open', async () => {
  const limits = holdTimeLimits();
  const { findPayment, buildPayment, checkOrder, getAsked } = await serveHeld();
  const reference = await createAddress();
  for (let count = 0; count < 3; count++)
    localStorage.setItem(`payment:order:${await createAddress()}`, 'refused');
  const ended = Promise.allSettled([
    findPayment(reference),
    buildPayment(payer.address, reference),
    checkOrder('order'),
  ]);
  await until(() => getAsked() === 5, 'all requests');
  expect(limits.map(({ ms }) => ms)).toEqual(Array(5).fill(15_000));
  for (const { end } of limits) end();
  const [look, built, state] = await ended;
  expect(state).toMatchObject({ value: { status: 'unknown', undecided: { length: 3 } } });
  expect(look).toEqual({ status: 'fulfilled', value: 'unknown' });
  expect(built).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
});

test('a look has one time limit for all its requests, and asks nothing after it', async () => {
  const limits = holdTimeLimits();
  const methods: string[] = [];
  const found = Array.from({ length: 20 }, (_, index) => ({
    signature: encodeBase58(new Uint8Array(64).fill(index + 1)),
    err: null,
  }));
  const server = createServer(async (request, response) => {
    const { method } = JSON.parse(await text(request));
    // The fourth transaction has no answer.
    if (methods.push(method) > 4) return;
    const result = method === 'getTransaction' ? null : found;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }));
  });
  const { findPayment } = await loadShop(`http://127.0.0.1:${await listen(server)}`);
  const look = findPayment(await createAddress());
  await until(() => methods.length === 5, 'the request without an answer');
  expect(limits.map(({ ms }) => ms)).toEqual([15_000]);
  limits[0]?.end();
  expect(await look).toBe('unknown');
  expect(methods).toEqual(['getSignaturesForAddress', ...Array(4).fill('getTransaction')]);
});

test('a second press while the chain is slow is answered, and does not pay twice', async () => {
  const limits = holdTimeLimits();
  const { buildPayment, payOnce, release, getAsked } = await serveHeld();
  const send = vi.fn(async () => 'sent');
  const press = () => payOnce('order', (reference) => buildPayment(payer.address, reference), send, 0);
  const first = press();
  await until(() => getAsked() === 1, 'the first to build its payment');
  const second = press();
  await until(() => getAsked() === 2, 'the second to look for that');
  limits.at(-1)?.end();
  expect(await second).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  release();
  expect(await first).toBe('sent');
  expect(await press()).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
});

test('what others have written into the storage does no harm', async () => {
  const reference = await createAddress();
  localStorage.setItem('payment:order:', 'paid');
  localStorage.setItem('payment:order:a b c', 'paid');
  localStorage.setItem(`payment:order:1:${reference}`, 'paid');
  localStorage.setItem('payment', '{');
  expect(await checkOrder('order')).toEqual({ status: 'none', undecided: [] });
  // A word that nobody knows may be a payment that was asked for.
  localStorage.setItem(`payment:order:${reference}`, 'a b c');
  expect(await checkOrder('order')).toEqual({ status: 'unknown', undecided: [reference] });
});

test('of two tabs that pay for one order at the same time, at most one asks its wallet', async () => {
  let asked = 0;
  const tab = () =>
    payOnce(
      'order',
      async (reference) => buildPayment(payer.address, reference),
      async () => ++asked,
    );
  await Promise.all([tab(), tab(), tab()]);
  expect(asked).toBeLessThanOrEqual(1);
});

test('a payment of another tab that shows only while this one is built stops this one', async () => {
  const send = vi.fn();
  const other = await createAddress();
  // Browsers tell their other processes of an entry a little later.
  const build = async () => localStorage.setItem(`payment:order:${other}`, 'asked');
  expect(await payOnce('order', build, send)).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  expect((await checkOrder('order')).undecided).toEqual([other]);
});

/** Lets the storage take nothing any more. */
function fillStorage(): void {
  localStorage.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
}

test('a payment is not asked for if its reference cannot be kept', async () => {
  const send = vi.fn();
  fillStorage();
  await expect(payOnce('order', async () => {}, send)).rejects.toThrow('quota');
  expect(send).not.toHaveBeenCalled();
});

test('a payment that was sent is told so, and found, also if nothing more can be kept of it', async () => {
  const press = () =>
    payOnce(
      'order',
      async (reference) => reference,
      async (reference) => {
        await pay(reference);
        fillStorage();
        return 'signature';
      },
    );
  expect(await press()).toBe('signature');
  expect((await checkOrder('order')).status).toBe('paid');
  await expect(press()).rejects.toThrow('quota');
});

test('an error of a wallet stays what it is if nothing more can be kept, and leaves the payment open', async () => {
  const declined = payOnce(
    'order',
    async () => {},
    async () => {
      fillStorage();
      throw new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
    },
  );
  await expect(declined).toRejectWith('USER_REJECTED');
  expect((await checkOrder('order')).status).toBe('unknown');
});

test('a payment that is denied in another tab while it is built is not asked for', async () => {
  const paying = payOnce(
    'order',
    async (reference) => deny('order', [reference]),
    () => Promise.resolve('sent'),
  );
  expect(await paying).toBeUndefined();
});

test('the example’s own address gets nothing on mainnet', async () => {
  const mainnet = await loadShop(
    await serveRpc({ getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }),
  );
  const building = mainnet.buildPayment(payer.address, await createAddress());
  await expect(building).rejects.toThrow('Set SHOP in build-payment.ts to your own address');
});
