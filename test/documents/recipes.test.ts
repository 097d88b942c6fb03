import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  type Address,
  address,
  compileTransaction,
  createSolanaRpc,
  decompileTransactionMessage,
  generateKeyPairSigner,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  lamports,
} from '@solana/kit';
import { fetchNonce } from '@solana-program/system';
import * as token from '@solana-program/token';
import { createMobileWallet } from 'mobile-wallet-standard';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildWithNonce, createNonceAccount } from '../../docs/example/server/durable-nonce.js';
import { createSponsorHandlers } from '../../docs/example/server/handle-sponsored.js';
import { createSponsor } from '../../docs/example/server/sponsor.js';
import type { AnyWallet } from '../../docs/example/src/wallets.js';
import { createBrowserWallet } from '../../mock/src/install/wallet-browser/browser-wallet.js';
import { root } from '../../scripts/process.mjs';
import {
  createAddress,
  createFundedSigner,
  fetchBlockhash,
  getTransfer,
  SOL,
  startChain,
} from '../support/chain.js';
import { createEvent } from '../support/event.js';
import { createStorage, loadShop, PRICE, putOnto, SHOP } from '../support/example-shop.js';
import { listen } from '../support/listen.js';
import { createTabs } from '../support/tabs.js';

// The recipes that move money, each with the mock wallet on a real SVM.

const MINT = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
const minter = await generateKeyPairSigner();
const mint = token.getMintEncoder().encode({
  mintAuthority: minter.address,
  supply: 100_000_000n,
  decimals: 6,
  isInitialized: true,
  freezeAuthority: null,
});
const running = await startChain({
  accounts: [
    { address: MINT, lamports: SOL, owner: token.TOKEN_PROGRAM_ADDRESS, data: Uint8Array.from(mint) },
  ],
});
const { chain, rpc, url } = running;
chain.airdrop(minter.address, lamports(SOL));
const shop = await loadShop(url);
afterAll(() => running.close());

beforeEach(() => {
  createTabs();
  vi.stubGlobal('localStorage', createStorage());
});

/** Loads a file of the example, with the chain of this test. */
async function load<T>(path: string): Promise<T> {
  vi.resetModules();
  vi.stubEnv('VITE_RPC_URL', url);
  const loaded = await import(path);
  vi.resetModules();
  return loaded;
}

async function setUp(options: Parameters<typeof createTestWallet>[0] = {}, funds = SOL) {
  const phone = await createTestWallet({ chain, ...options });
  onTestFinished(() => phone.close());
  const payer = address(phone.accounts[0]?.address ?? '');
  chain.airdrop(payer, lamports(funds));
  const wallet = createMobileWallet({
    identity: { name: 'Shop', uri: 'https://shop.example' },
    chains: ['solana:devnet'],
    launch: phone.launch,
    dial: phone.dial,
  });
  const countSends = () => phone.requests.filter(({ method }) => method.startsWith('sign_and_send')).length;
  return { phone, wallet, payer, countSends };
}

test('a payment with a priority fee is found, and costs its price, the fee and no more', async () => {
  const { buildPriorityPayment } = await load<typeof import('../../docs/example/src/priority-fee.js')>(
    '../../docs/example/src/priority-fee.js',
  );
  const { wallet, payer } = await setUp({ quirks: { silentWithoutMinContextSlot: true } });
  const reference = await createAddress();
  const { transaction, minContextSlot } = await buildPriorityPayment(payer, reference);
  const before = chain.getBalance(payer);
  await wallet.features['mobile-wallet-standard:transact'].transact(async (session) => {
    await session.authorize();
    return session.signAndSendTransactions({ transactions: [transaction], minContextSlot });
  });
  expect(await shop.findPayment(reference)).toBe('paid');
  // 20,000 units of 10,000 micro-lamports.
  expect(before - chain.getBalance(payer)).toBe(PRICE + 5_000n + 200n);
});

test('several orders are paid in one visit, and none twice', async () => {
  const { paySeveral } = await load<typeof import('../../docs/example/src/pay-several.js')>(
    '../../docs/example/src/pay-several.js',
  );
  const { phone, wallet, countSends } = await setUp();
  await shop.pay(wallet, '2');
  const [before, launches] = [chain.getBalance(SHOP), phone.launches.length];
  expect(await paySeveral(wallet, ['1', '2', '3'])).toEqual([
    expect.any(String),
    undefined,
    expect.any(String),
  ]);
  expect(phone.launches.length - launches).toBeLessThanOrEqual(1);
  expect(countSends()).toBe(3);
  expect(chain.getBalance(SHOP) - before).toBe(2n * PRICE);
});

test('of several orders, each is known by itself after a decline', async () => {
  const { paySeveral } = await load<typeof import('../../docs/example/src/pay-several.js')>(
    '../../docs/example/src/pay-several.js',
  );
  const { phone, wallet, countSends } = await setUp();
  phone.answerNext({ approved: true }, 'sign_and_send_transactions');
  phone.answerNext({ approved: false }, 'sign_and_send_transactions');
  await expect(paySeveral(wallet, ['1', '2', '3'])).rejects.toBeDefined();
  const states = await Promise.all(['1', '2', '3'].map((order) => shop.checkOrder(order)));
  expect(states.map(({ status }) => status)).toEqual(['paid', 'none', 'none']);
  expect(countSends()).toBe(2);
});

test('a payment that the wallet signs and the page sends is paid once', async () => {
  const { signThenSend } = await load<typeof import('../../docs/example/src/sign-then-send.js')>(
    '../../docs/example/src/sign-then-send.js',
  );
  const { phone, wallet, countSends } = await setUp();
  const before = chain.getBalance(SHOP);
  expect(await signThenSend(wallet, 'order')).toEqual([]);
  expect(phone.launches).toHaveLength(1); // the user connects and signs in one visit
  expect(await signThenSend(wallet, 'order')).toBeUndefined();
  expect((await shop.checkOrder('order')).status).toBe('paid');
  expect(chain.getBalance(SHOP) - before).toBe(PRICE);
  expect(countSends()).toBe(0);
});

/** Lets the user sign a transaction in base64. */
async function sign(wallet: Awaited<ReturnType<typeof setUp>>['wallet'], transaction: string) {
  const { accounts } = await wallet.features['standard:connect'].connect();
  const account = accounts[0];
  const feature = wallet.features['solana:signTransaction'];
  if (!account || !feature) throw new Error('The wallet cannot sign');
  const wire = Uint8Array.from(getBase64Encoder().encode(transaction));
  const input = { account, chain: 'solana:devnet', transaction: wire } as const;
  const [output] = await feature.signTransaction(input);
  return output?.signedTransaction ?? new Uint8Array();
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64') as never;

test('a user who has the price, and nothing for the fee, pays by a sponsor', async () => {
  const { wallet, payer } = await setUp({}, PRICE);
  const sponsor = await createFundedSigner(chain);
  const before = chain.getBalance(sponsor.address);
  const reference = await createAddress();
  const { offer, send } = createSponsor(rpc, sponsor, SHOP);
  const signed = toBase64(await sign(wallet, (await offer(payer, reference)).transaction));
  await send(signed);
  expect(await shop.findPayment(reference)).toBe('paid');
  expect(chain.getBalance(payer)).toBe(0n);
  expect(before - chain.getBalance(sponsor.address)).toBe(10_000n);
  await expect(send(signed)).rejects.toThrow('This was not offered');
});

type Answer = (request: Request) => Promise<Response>;

/** A page of a shop whose server pays the fees, and whose user has the price and nothing else. */
async function setUpSponsored(
  kind: 'own' | 'foreign' = 'own',
  options: Parameters<typeof createTestWallet>[0] = {},
) {
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' });
  const { phone, wallet: own, payer } = await setUp(options, PRICE);
  const { launch, dial } = phone;
  const foreign = () => createBrowserWallet({ launch, dial, chain: 'solana:devnet' }) as unknown;
  const wallet = kind === 'own' ? own : (foreign() as AnyWallet);
  const sponsor = await createFundedSigner(chain);
  const kept: string[][] = [];
  const handlers = createSponsorHandlers(createSponsor(rpc, sponsor, SHOP), async (...row) => kept.push(row));
  /** What the page's requests meet, by path. A test replaces them. */
  const answers: Record<string, Answer> = {
    '/sponsored/offer': handlers.handleOffer,
    '/sponsored/send': handlers.handleSend,
  };
  const toChain = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.startsWith('/')
      ? answers[path]?.(new Request(`https://shop.example${path}`, init))
      : toChain(path, init),
  );
  const { paySponsored } = await load<typeof import('../../docs/example/src/pay-sponsored.js')>(
    '../../docs/example/src/pay-sponsored.js',
  );
  const before = chain.getBalance(SHOP);
  return {
    phone,
    wallet,
    payer,
    kept,
    answers,
    pay: () => paySponsored(wallet, 'order'),
    countSigns: () => phone.requests.filter(({ method }) => method === 'sign_transactions').length,
    getPaid: () => chain.getBalance(SHOP) - before,
    getBalance: () => chain.getBalance(payer),
  };
}

const listKept = () =>
  Object.entries(localStorage).filter(([key]) => key.startsWith('payment:order:')) as [string, string][];

describe.each(['own', 'foreign'] as const)('a page whose server pays the fee, with an %s wallet,', (kind) => {
  test('is paid once, by a user who has nothing for the fee', async () => {
    const { pay, kept, payer, countSigns, getPaid, getBalance } = await setUpSponsored(kind);
    expect(await pay()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    expect((await shop.checkOrder('order')).status).toBe('paid');
    expect(await pay()).toBeUndefined();
    expect([countSigns(), getPaid(), getBalance()]).toEqual([1, PRICE, 0n]);
    expect(kept).toEqual([['order', listKept()[0]?.[0].split(':')[2], payer]]);
  });

  test('keeps the reference before the user is asked, and before the server offers anything', async () => {
    const { pay, phone, answers } = await setUpSponsored(kind);
    const seen: unknown[] = [];
    const { '/sponsored/offer': offer = vi.fn() } = answers;
    answers['/sponsored/offer'] = (request) => {
      seen.push(listKept().map(([, word]) => word));
      return offer(request);
    };
    phone.answerNext({ approved: false }, 'sign_transactions');
    await expect(pay()).toRejectWith('USER_REJECTED');
    expect(seen).toEqual([['asked']]);
    expect(listKept().map(([, word]) => word)).toEqual(['refused']);
    // A user who has declined may pay.
    expect((await shop.checkOrder('order')).status).toBe('none');
    expect(await pay()).toBeDefined();
  });

  test('finds the payment whose answer was lost, and asks for no second one', async () => {
    const { pay, answers, countSigns, getPaid } = await setUpSponsored(kind);
    const { '/sponsored/send': send = vi.fn() } = answers;
    answers['/sponsored/send'] = async (request) => {
      await send(request);
      throw new TypeError('Failed to fetch');
    };
    await expect(pay()).rejects.toThrow('Failed to fetch');
    expect((await shop.checkOrder('order')).status).toBe('paid');
    expect(await pay()).toBeUndefined();
    expect([countSigns(), getPaid()]).toEqual([1, PRICE]);
  });

  test('cannot tell what became of a signed payment that no server has got, and asks only its user', async () => {
    const { pay, answers, countSigns, getPaid } = await setUpSponsored(kind);
    const { '/sponsored/send': send = vi.fn() } = answers;
    answers['/sponsored/send'] = async () => new Response('', { status: 502 });
    await expect(pay()).rejects.toThrow('The server has answered /sponsored/send with 502');
    const { status, undecided } = await shop.checkOrder('order');
    expect(status).toBe('unknown');
    expect(await pay()).toBeUndefined();
    shop.deny('order', undecided);
    answers['/sponsored/send'] = send;
    expect(await pay()).toBeDefined();
    expect([countSigns(), getPaid()]).toEqual([2, PRICE]);
  });

  test('asks for no second payment after a reload between the signature and the answer', async () => {
    const { pay, answers, countSigns, getPaid } = await setUpSponsored(kind);
    const { '/sponsored/send': send = vi.fn() } = answers;
    const signed = createEvent<Request>();
    // The page is gone: nothing of it goes on.
    answers['/sponsored/send'] = (request) => {
      signed.happen(request);
      return new Promise(() => {});
    };
    pay().catch(() => {});
    const request = await signed.happened;
    expect((await shop.checkOrder('order')).status).toBe('unknown');
    expect(await pay()).toBeUndefined();
    // The request was on its way all the same.
    await send(request);
    expect((await shop.checkOrder('order')).status).toBe('paid');
    expect(await pay()).toBeUndefined();
    expect([countSigns(), getPaid()]).toEqual([1, PRICE]);
  });

  test('asks no wallet where the server offers nothing, and keeps nothing of it', async () => {
    const { pay, answers, countSigns } = await setUpSponsored(kind);
    answers['/sponsored/offer'] = async () => new Response('', { status: 503 });
    await expect(pay()).rejects.toThrow('The server has answered /sponsored/offer with 503');
    expect([countSigns(), listKept()]).toEqual([0, []]);
  });

  test('asks for nothing in a wallet that signs only what it sends', async () => {
    const { pay, kept, wallet, countSigns } = await setUpSponsored(kind, { capabilities: { features: [] } });
    if (kind === 'foreign') Reflect.deleteProperty(wallet.features, 'solana:signTransaction');
    await expect(pay()).rejects.toThrow('This wallet signs only what it sends');
    expect([countSigns(), kept, listKept()]).toEqual([0, [], []]);
  });
});

test('a server takes nothing but texts from a page', async () => {
  const sponsor = await createFundedSigner(chain);
  const keep = vi.fn();
  const { handleOffer } = createSponsorHandlers(createSponsor(rpc, sponsor, SHOP), keep);
  const [payer, reference] = [await createAddress(), await createAddress()];
  for (const body of [null, 'a', { order: { $ne: 1 }, payer, reference }]) {
    const request = new Request('https://shop.example', { method: 'POST', body: JSON.stringify(body) });
    expect((await handleOffer(request)).status).toBe(400);
  }
  expect(keep).not.toHaveBeenCalled();
});

test('a server whose order is paid already offers nothing', async () => {
  const sponsor = await createFundedSigner(chain);
  const offers = createSponsor(rpc, sponsor, SHOP);
  const offer = vi.spyOn(offers, 'offer');
  const { handleOffer } = createSponsorHandlers(offers, () => Promise.reject(new Error('Paid')));
  const body = JSON.stringify({ order: 'a', payer: await createAddress(), reference: await createAddress() });
  const response = await handleOffer(new Request('https://shop.example', { method: 'POST', body }));
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('Paid');
  expect(offer).not.toHaveBeenCalled();
});

test('a sponsor signs nothing but what it has offered', async () => {
  const { wallet, payer } = await setUp();
  const sponsor = await createFundedSigner(chain);
  const { offer, send } = createSponsor(rpc, sponsor, SHOP);
  const { transaction } = await offer(payer, await createAddress());
  const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const message = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(decoded.messageBytes),
  );
  const theft = { ...message, instructions: [getTransfer(sponsor.address, payer, SOL)] };
  const wire = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(theft as never)));
  await expect(send(toBase64(wire))).rejects.toThrow('This was not offered');
  await send(toBase64(await sign(wallet, transaction)));
});

test('a sponsor never pays the price itself', async () => {
  const sponsor = await createFundedSigner(chain);
  const { offer } = createSponsor(rpc, sponsor, SHOP);
  await expect(offer(sponsor.address, await createAddress())).rejects.toThrow('The sponsor buys nothing');
});

/** What becomes of a request to the chain: its answer is another one, or nobody gets it, or it is lost. */
type Fate = 'lost' | 'unanswered' | { result: unknown } | undefined;

/** The chain behind a server that loses requests and answers. */
async function startLossyRpc(getFate: (method: string) => Fate) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    const fate = getFate(method);
    if (fate === 'lost') return request.socket.destroy();
    const answer =
      typeof fate === 'object'
        ? JSON.stringify({ jsonrpc: '2.0', id, ...fate })
        : await (
            await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          ).text();
    if (fate === 'unanswered') return request.socket.destroy();
    return response.setHeader('content-type', 'application/json').end(answer);
  });
  return createSolanaRpc(`http://127.0.0.1:${await listen(server)}`);
}

/** The answer of a chain that does not show an account yet. */
const NOT_SHOWN = { result: { context: { slot: 1 }, value: null } };
/** What an account for a nonce costs: its rent, and the fee. */
const NONCE_COST = 1_447_680n + 5_000n;

test('a nonce account is returned once the chain shows it', async () => {
  const owner = await createFundedSigner(chain);
  let looks = 0;
  const late = await startLossyRpc((method) =>
    method === 'getAccountInfo' && ++looks < 5 ? NOT_SHOWN : undefined,
  );
  const nonceAccount = await createNonceAccount(late, owner, 'a');
  expect(looks).toBe(5);
  expect((await fetchNonce(rpc, nonceAccount)).data.authority).toBe(owner.address);
});

test.each(['unanswered', 'lost'] as const)(
  'a nonce account whose creation is %s is made once, however often it is asked for',
  async (fate) => {
    const owner = await createFundedSigner(chain);
    const before = chain.getBalance(owner.address);
    const fates: Fate[] = [fate];
    const lossy = await startLossyRpc((method) => (method === 'sendTransaction' ? fates.pop() : undefined));
    const creating = createNonceAccount(lossy, owner, 'a', 0);
    if (fate === 'lost') await expect(creating).rejects.toThrow('call this again with the same name');
    const nonceAccount = await createNonceAccount(lossy, owner, 'a');
    if (fate === 'unanswered') expect(await creating).toBe(nonceAccount);
    expect(await createNonceAccount(lossy, owner, 'a')).toBe(nonceAccount);
    expect(before - chain.getBalance(owner.address)).toBe(NONCE_COST);
    expect(await createNonceAccount(lossy, owner, 'b')).not.toBe(nonceAccount);
  },
);

test('a nonce account that the chain does not show is named by the error, and found later', async () => {
  const owner = await createFundedSigner(chain);
  const before = chain.getBalance(owner.address);
  const blind = await startLossyRpc((method) => (method === 'getAccountInfo' ? NOT_SHOWN : undefined));
  const error = await createNonceAccount(blind, owner, 'a', 1).catch((reason: unknown) => reason);
  const nonceAccount = await createNonceAccount(rpc, owner, 'a');
  expect(String(error)).toContain(`The chain does not show the nonce account ${nonceAccount} (“a”) yet.`);
  expect(String(error)).toContain('Nothing is lost');
  expect(before - chain.getBalance(owner.address)).toBe(NONCE_COST);
});

test('a nonce account that its owner cannot pay for is refused at once', async () => {
  const owner = await createFundedSigner(chain, 1_000_000n);
  const before = Date.now();
  await expect(createNonceAccount(rpc, owner, 'a')).rejects.toThrow(/simulation|insufficient/i);
  expect(Date.now() - before).toBeLessThan(30_000);
});

test('of two calls for one nonce account at the same time, one creates it, and both return it', async () => {
  const owner = await createFundedSigner(chain);
  const before = chain.getBalance(owner.address);
  const create = () => createNonceAccount(rpc, owner, 'a');
  const [one, other] = await Promise.all([create(), create()]);
  expect(one).toBe(other);
  expect(before - chain.getBalance(owner.address)).toBe(NONCE_COST);
});

test('the owner of a nonce signs nothing that moves its own money', async () => {
  const { payer } = await setUp();
  const owner = await createFundedSigner(chain);
  const nonceAccount = await createNonceAccount(rpc, owner, 'order 1');
  const build = (by: Address, from: Address) =>
    buildWithNonce(rpc, nonceAccount, owner, by, getTransfer(from, SHOP, PRICE));
  await expect(build(owner.address, payer)).rejects.toThrow('The owner of the nonce takes no other part');
  await expect(build(payer, owner.address)).rejects.toThrow('The owner of the nonce takes no other part');
});

test('a transaction with a durable nonce outlives its blockhash, and is sent once', async () => {
  const { wallet, payer } = await setUp({ quirks: { silentWithoutMinContextSlot: true } });
  const owner = await createFundedSigner(chain);
  const nonceAccount = await createNonceAccount(rpc, owner, 'order 1');
  const transfer = getTransfer(payer, SHOP, PRICE);
  const { transaction, minContextSlot } = await buildWithNonce(rpc, nonceAccount, owner, payer, transfer);
  const recent = await fetchBlockhash(chain);
  // Each ends a block.
  for (let block = 0; block < 200; block++) chain.airdrop(payer, lamports(1n));
  expect(await chain.rpc('isBlockhashValid', [recent])).toMatchObject({ value: false });
  const { accounts } = await wallet.features['standard:connect'].connect();
  const account = accounts[0];
  if (!account) throw new Error('not connected');
  const wire = Uint8Array.from(getBase64Encoder().encode(transaction));
  const options = { minContextSlot };
  const input = { account, chain: 'solana:devnet', transaction: wire, options } as const;
  const send = () => wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(input);
  const before = chain.getBalance(SHOP);
  await send();
  expect(chain.getBalance(SHOP) - before).toBe(PRICE);
  await expect(send()).rejects.toBeDefined();
  expect(chain.getBalance(SHOP) - before).toBe(PRICE);
});

test('a payment in tokens is made once, and found', async () => {
  // As the reader does: two files import the payment from another one.
  const folder = join(root, '.cache/recipes/token');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'docs/example/src'), folder, { recursive: true });
  for (const name of ['pay.ts', 'find-payment.ts']) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace('./build-payment', './token-payment'));
  }
  const { pay } = await load<typeof import('../../docs/example/src/pay.js')>(join(folder, 'pay.ts'));
  const { checkOrder } = await load<typeof import('../../docs/example/src/pay-once.js')>(
    join(folder, 'pay-once.ts'),
  );
  const { phone, wallet, payer, countSends } = await setUp();
  const find = async (owner: Address) =>
    (await token.findAssociatedTokenPda({ owner, mint: MINT, tokenProgram: token.TOKEN_PROGRAM_ADDRESS }))[0];
  const held = await find(payer);
  await putOnto(chain, minter, [
    token.getCreateAssociatedTokenInstruction({ payer: minter, ata: held, owner: payer, mint: MINT }),
    token.getMintToInstruction({ mint: MINT, token: held, mintAuthority: minter, amount: 4_000_000n }),
  ]);
  phone.answerNext({ instead: { type: 'fault', name: 'no-result' } }, 'sign_and_send_transactions');
  await expect(pay(wallet, 'order')).toRejectWith('SUBMISSION_UNKNOWN');
  expect(await pay(wallet, 'order')).toBeUndefined();
  expect(countSends()).toBe(1);
  expect((await checkOrder('order')).status).toBe('paid');
  const { data } = await token.fetchToken(rpc, await find(SHOP));
  expect(data.amount).toBe(1_500_000n);
});
