import type { Address, GetSignaturesForAddressApi, Instruction } from '@solana/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { createShop, type Order } from '../../docs/example/server/orders.js';
import { createFundedSigner, getComputeUnitPrice, getMemo, SOL } from '../support/chain.js';
import {
  createFetch,
  createOrder,
  createTamperedRpc,
  getNaming,
  PRICE,
  putOnto,
  SHOP,
  signOffer,
  startShopChain,
  submit,
} from '../support/example-shop.js';
import { createTokenWithFee } from '../support/tokens.js';

// The guide's server, attacked. Of each row, the shop gets the price once, unless the row says otherwise.

const running = await startShopChain();
const { chain, wait } = running;
afterAll(() => running.close());

/** A shop with a page for an order, and a payer with a wallet. */
async function setUp(mint?: Parameters<typeof createShop>[1]) {
  const { rpc, state } = createTamperedRpc(running.url);
  const shop = createShop(rpc, mint);
  const orders: Record<string, Order> = { mine: createOrder(), other: createOrder() };
  const fetch = createFetch(shop, orders);
  const request = (order: string, body?: object) =>
    fetch(`/orders/${order}`, body && { method: 'POST', body: JSON.stringify(body) });
  const ask = async (order: string, body?: object) => (await request(order, body)).json();
  const wallet = await createFundedSigner(chain, 100n * SOL);
  const before = chain.getBalance(SHOP);
  return {
    shop,
    orders,
    ask,
    /** Asks for what is refused. Returns the status. */
    refuse: async (order: string, body: object) => (await request(order, body)).status,
    wallet,
    /** Changes what the RPC of the server answers from now on. */
    tamper: state,
    /** Presses the button: the server's offer, if the wallet may be asked. */
    press: async (order = 'mine', payer = wallet) => (await ask(order, { payer: payer.address })).offer,
    decline: (offer: { reference: string }) => ask('mine', { unsent: offer.reference }),
    getStatus: async (order = 'mine') => (await ask(order)).status,
    getGiveBack: async (order = 'mine') =>
      (await shop.checkOrder(orders[order] as Order)).giveBack.map(({ amount }) => amount),
    send: async (offer: { transaction: string }, ...change: [change?: Change, isRenewed?: boolean]) =>
      submit(chain, await signOffer(chain, wallet, offer.transaction, ...change)),
    getPaid: () => chain.getBalance(SHOP) - before,
  };
}
type World = Awaited<ReturnType<typeof setUp>>;
type Change = (instructions: readonly Instruction[]) => readonly Instruction[];

/** Presses the button until the order is paid. The blockhash of each try may expire. */
async function payAtLast({ press, send, getStatus }: World): Promise<void> {
  wait();
  const offer = await press();
  expect(await send(offer)).toBe('sent');
  expect(await getStatus()).toBe('paid');
}

const setFee =
  (price: bigint): Change =>
  (instructions) => [getComputeUnitPrice(price), ...instructions.filter(({ data }) => data?.[0] !== 3)];

const ROWS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'a stranger who has seen the reference pays for nothing with it': async (world) => {
    const { ask, press, send, getStatus } = world;
    const stranger = await createFundedSigner(chain);
    const offer = await press();
    const own = (await ask('other', { payer: stranger.address, reference: offer.reference })).offer;
    expect(own.reference).not.toBe(offer.reference);
    await ask('other', { unsent: offer.reference });
    expect(await send(offer)).toBe('sent');
    expect([await getStatus(), await getStatus('other')]).toEqual(['paid', 'pending']);
  },

  'of two tabs, one asks the wallet': async ({ press, send, getStatus, decline }) => {
    const offers = (await Promise.all([press(), press(), press()])).filter(Boolean);
    expect(offers).toHaveLength(1);
    await decline(offers[0]);
    const again = (await Promise.all([press(), press()])).filter(Boolean);
    expect(again).toEqual(offers);
    await send(again[0]);
    expect(await getStatus()).toBe('paid');
  },

  'of two devices, one asks its wallet': async ({ press, send, getStatus, decline }) => {
    const other = await createFundedSigner(chain);
    const offer = await press();
    expect(await press('mine', other)).toBeUndefined();
    await decline(offer);
    expect(await press('mine', other)).toBeUndefined(); // the same bytes are for the same payer
    await send(offer);
    expect(await press('mine', other)).toBeUndefined();
    expect(await getStatus()).toBe('paid');
  },

  'after a reload, nothing is asked for until the blockhash has expired': async (world) => {
    const { press, getStatus, send } = world;
    const lost = await press();
    expect(await press()).toBeUndefined();
    wait(40_000);
    expect([await press(), await getStatus()]).toEqual([undefined, 'pending']);
    wait();
    expect(await getStatus()).toBe('expired');
    expect(await send(lost)).toMatch(/[Bb]lockhash/);
    await payAtLast(world);
  },

  'an answer that got lost': async ({ press, send, getStatus }) => {
    await send(await press());
    expect([await press(), await getStatus()]).toEqual([undefined, 'paid']);
  },

  'declined, and sent while the blockhash lives': async ({ press, send, decline, getStatus }) => {
    const offer = await press();
    await decline(offer);
    const again = await press();
    expect(again).toEqual(offer);
    expect(await send(again)).toBe('sent');
    expect(await send(offer)).toMatch(/already been processed/);
    expect(await getStatus()).toBe('paid');
  },

  'declined, and sent when the blockhash has expired': async (world) => {
    const { press, send, decline } = world;
    const offer = await press();
    await decline(offer);
    wait(40_000);
    expect(await press()).toBeUndefined(); // the user would have too little time
    await payAtLast(world);
    expect(await send(offer)).not.toBe('sent');
  },

  'an RPC that is late': async ({ press, send, decline, getStatus, tamper }) => {
    const offer = await press();
    await decline(offer);
    const old = (await chain.rpc('getEpochInfo', [])) as { absoluteSlot: bigint; blockHeight: bigint };
    await send(offer);
    // It shows the past, and refuses to answer for a later slot.
    tamper.tamper = (method, params, answer) => {
      const { minContextSlot = 0n } = (params.at(-1) ?? {}) as { minContextSlot?: bigint };
      if (minContextSlot > old.absoluteSlot) throw new Error('Minimum context slot has not been reached');
      if (method === 'getSignaturesForAddress') return [];
      return method === 'getEpochInfo' ? old : answer();
    };
    wait();
    expect(await getStatus()).toBe('pending');
    expect(await press()).toBeUndefined();
    // One of several nodes behind the same address is late.
    tamper.tamper = (method, params, answer) => {
      const { minContextSlot = 0n } = (params.at(-1) ?? {}) as { minContextSlot?: bigint };
      if (minContextSlot > old.absoluteSlot) throw new Error('Minimum context slot has not been reached');
      return method === 'getSignaturesForAddress' ? [] : answer();
    };
    expect(await press()).toBeUndefined();
    tamper.tamper = undefined;
    expect(await getStatus()).toBe('paid');
  },

  'an RPC that shows nothing yet': async ({ press, send, getStatus, tamper }) => {
    await send(await press());
    tamper.tamper = (method, _, answer) => (method === 'getSignaturesForAddress' ? [] : answer());
    expect([await press(), await getStatus()]).toEqual([undefined, 'pending']);
    tamper.tamper = (method, _, answer) => (method === 'getTransaction' ? null : answer());
    wait();
    expect([await press(), await getStatus()]).toEqual([undefined, 'pending']);
    tamper.tamper = undefined;
    expect(await getStatus()).toBe('paid');
  },

  'an RPC that answers 429': async ({ press, send, getStatus, tamper }) => {
    await send(await press());
    tamper.tamper = () => {
      throw new Error('HTTP error (429): Too many requests');
    };
    wait();
    expect(await getStatus()).toBe('pending');
    await expect(press()).rejects.toThrow();
    tamper.tamper = undefined;
    expect(await getStatus()).toBe('paid');
  },

  'an RPC of another cluster': async ({ press, send, getStatus, tamper }) => {
    await send(await press());
    wait();
    tamper.tamper = (method, _, answer) =>
      method === 'getGenesisHash' ? 'another' : method === 'getSignaturesForAddress' ? [] : answer();
    expect([await press(), await getStatus()]).toEqual([undefined, 'pending']);
    tamper.tamper = undefined;
    expect(await getStatus()).toBe('paid');
  },

  'a transaction that failed, also if only its own record says so': async (world) => {
    const { press, wallet, getStatus, tamper } = world;
    const { reference } = await press();
    await putOnto(chain, wallet, [getNaming(wallet.address, SHOP, 1_000n * SOL, reference)]);
    expect(await getStatus()).toBe('pending');
    tamper.tamper = async (method, _, answer) => {
      type Entries = ReturnType<GetSignaturesForAddressApi['getSignaturesForAddress']>;
      const found = await answer();
      if (method !== 'getSignaturesForAddress') return found;
      return (found as Entries).map((entry) => ({ ...entry, err: null }));
    };
    expect(await getStatus()).toBe('pending');
    tamper.tamper = undefined;
    await payAtLast(world);
  },

  'guards before and behind': async ({ press, send, getStatus }) => {
    const add: Change = (all) => [getMemo('guard'), ...all, getMemo('guard')];
    expect(await send(await press(), add)).toBe('sent');
    expect(await getStatus()).toBe('paid');
  },

  'another fee: found, and if it was sent twice, one is to give back': async (world) => {
    const { press, send, decline, getGiveBack, getStatus, getPaid } = world;
    const offer = await press();
    await decline(offer);
    expect(await send(await press(), setFee(1_200n))).toBe('sent');
    expect(await send(offer, setFee(1_000n))).toBe('sent');
    expect(await getStatus()).toBe('paid');
    expect(await getGiveBack()).toEqual([PRICE]);
    // The same wallet renews the blockhash, long after it was asked.
    wait();
    expect(await send(offer, undefined, true)).toBe('sent');
    expect(await getGiveBack()).toEqual([PRICE, PRICE]);
    expect(getPaid()).toBe(3n * PRICE);
  },

  'one transfer for two orders pays none, and one transaction pays two': async (world) => {
    const { press, wallet, getStatus, getPaid } = world;
    const [mine, other] = [await press(), await press('other')];
    const names = (...references: readonly Address[]) =>
      getNaming(wallet.address, SHOP, PRICE, ...references);
    await putOnto(chain, wallet, [names(mine.reference, other.reference)]);
    expect([await getStatus(), await getStatus('other')]).toEqual(['pending', 'pending']);
    await putOnto(chain, wallet, [names(mine.reference), names(other.reference)]);
    expect([await getStatus(), await getStatus('other')]).toEqual(['paid', 'paid']);
    expect(getPaid()).toBe(3n * PRICE);
  },
};

describe('the guide’s server', () => {
  const OTHER_SUMS = /fee: found|two orders/;
  test.each(Object.entries(ROWS))('%s', async (name, attack) => {
    const world = await setUp();
    await attack(world);
    if (!OTHER_SUMS.test(name)) {
      expect(world.getPaid()).toBe(PRICE);
      expect(await world.getGiveBack()).toEqual([]);
    }
    expect(await world.shop.mayShip(world.orders['mine'] as Order)).toBe(true);
  });

  test('a token with a transfer fee: what arrives is too little, and is to give back', async () => {
    const payer = await createFundedSigner(chain);
    const mint = await createTokenWithFee(chain, payer);
    const world = { ...(await setUp(mint)), wallet: payer };
    const offer = await world.press('mine', payer);
    expect(await submit(chain, await signOffer(chain, payer, offer.transaction))).toBe('sent');
    expect(await world.getStatus()).toBe('pending');
    expect(await world.getGiveBack()).toEqual([(PRICE * 99n) / 100n]);
    wait();
    expect(await world.getStatus()).toBe('expired');
    expect(await world.shop.mayShip(world.orders['mine'] as Order)).toBe(false);
  });

  test('what a wallet has signed without sending it is sent, and sent again until it arrives', async () => {
    const { ask, refuse, press, wallet, getStatus, getPaid, decline, tamper, shop, orders } = await setUp();
    const offer = await press();
    const signed = await signOffer(chain, wallet, offer.transaction, setFee(2_000n), true);
    tamper.tamper = (method, _, answer) => {
      if (method === 'sendTransaction') throw new Error('Busy');
      return answer();
    };
    expect((await ask('mine', { signed })).status).toBe('pending');
    await decline(offer); // nothing that the page says changes it
    expect([await press(), getPaid()]).toEqual([undefined, 0n]);
    expect([await refuse('mine', { signed }), await refuse('other', { signed })]).toEqual([400, 400]);
    tamper.tamper = undefined;
    expect(await getStatus()).toBe('paid');
    expect(getPaid()).toBe(PRICE);
    expect(await shop.mayShip(orders['mine'] as Order)).toBe(true);
  });

  test('what was signed for an old try is refused, so that it is not sent beside a newer one', async () => {
    const { refuse, press, send, wallet, getStatus, getPaid, getGiveBack } = await setUp();
    const old = await press();
    wait();
    const offer = await press();
    const signed = await signOffer(chain, wallet, old.transaction, undefined, true);
    expect(await refuse('mine', { signed })).toBe(400);
    await send(offer);
    expect([await getStatus(), getPaid(), await getGiveBack()]).toEqual(['paid', PRICE, []]);
  });

  test('what a wallet signed with a new blockhash is kept only with the life of that', async () => {
    const { ask, press, wallet, getStatus, getPaid, tamper } = await setUp();
    const offer = await press();
    wait();
    const signed = await signOffer(chain, wallet, offer.transaction, undefined, true);
    tamper.tamper = (method, _, answer) => {
      if (/^(getLatestBlockhash|sendTransaction)$/.test(method)) throw new Error('Busy');
      return answer();
    };
    await expect(ask('mine', { signed })).rejects.toThrow('Busy');
    tamper.tamper = (method, _, answer) => (method === 'sendTransaction' ? null : answer());
    expect((await ask('mine', { signed })).status).toBe('pending');
    tamper.tamper = undefined;
    expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
  });

  test('no new try is made while a wallet’s signature of the last one arrives', async () => {
    const { orders, press, wallet, shop, getStatus, getPaid, tamper } = await setUp();
    const order = orders['mine'] as Order;
    const old = await press();
    wait();
    const signed = await signOffer(chain, wallet, old.transaction, undefined, true);
    tamper.tamper = async (method, _, answer) => {
      if (method === 'getRecentPrioritizationFees') await shop.keepSigned(order, signed as never);
      return answer();
    };
    expect(await press()).toBeUndefined();
    expect([await getStatus(), getPaid()]).toEqual(['paid', PRICE]);
  });

  test('a payment is not to give back because the server has started again', async () => {
    const { orders, press, send, getStatus } = await setUp();
    await send(await press());
    expect(await getStatus()).toBe('paid');
    const restarted = createShop(createTamperedRpc(running.url).rpc);
    expect(await restarted.checkOrder(orders['mine'] as Order)).toMatchObject({
      status: 'paid',
      giveBack: [],
    });
  });

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"payer":{}}',
    '{"payer":"x"}',
    '{"signed":5}',
    '{"signed":"!"}',
    '{"signed":"AAAA"}',
    '{"unsent":{}}',
    '{"unsent":"","signed":5}',
  ])('a request with the body %j is refused, and changes nothing', async (body) => {
    const { shop, orders, press, send, getStatus } = await setUp();
    const offer = await press();
    const before = structuredClone(orders['mine']);
    const { status } = await createFetch(shop, orders)('/orders/mine', { method: 'POST', body });
    expect([status, orders['mine']]).toEqual([400, before]);
    await send(offer);
    expect(await getStatus()).toBe('paid');
  });

  test('what no wallet has signed for the order is refused without a look at the chain', async () => {
    const { refuse, press, wallet, tamper } = await setUp();
    const [, other] = [await press(), await press('other')];
    const signed = await signOffer(chain, wallet, other.transaction, undefined, true);
    tamper.tamper = (method) => {
      throw new Error(`${method} is down`);
    };
    expect([await refuse('mine', { signed }), await refuse('mine', { signed: '!' })]).toEqual([400, 400]);
  });

  test('of two signatures that arrive at once, one is kept', async () => {
    const { shop, orders, press, wallet } = await setUp();
    const order = orders['mine'] as Order;
    const { transaction } = await press();
    const signed = await signOffer(chain, wallet, transaction, undefined, true);
    const kept = await Promise.all([shop.keepSigned(order, signed), shop.keepSigned(order, signed)]);
    expect(kept).toEqual([expect.objectContaining({ signed }), undefined]);
  });

  test('what was signed for a try is not kept if a newer one is made meanwhile', async () => {
    const { shop, orders, press, wallet, tamper } = await setUp();
    const order = orders['mine'] as Order;
    const { transaction } = await press();
    const signed = await signOffer(chain, wallet, transaction, undefined, true);
    wait();
    let newer: unknown;
    tamper.tamper = async (method, _, answer) => {
      tamper.tamper = undefined;
      expect(method).toBe('getLatestBlockhash');
      newer = await press();
      return answer();
    };
    expect(await shop.keepSigned(order, signed)).toBeUndefined();
    expect(newer).toBeDefined();
    expect(order.tries.map((made) => made.signed)).toEqual([undefined, undefined]);
  });

  test('nothing is sent to the example’s address on mainnet', async () => {
    const { press, tamper } = await setUp();
    tamper.tamper = (method, _, answer) =>
      method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : answer();
    await expect(press()).rejects.toThrow('your own address');
  });

  test('an RPC that does not tell fees stops no payment, and a high fee is capped', async () => {
    const { press, send, tamper, wallet } = await setUp();
    const getCost = async () => {
      const before = chain.getBalance(wallet.address);
      wait();
      await send(await press());
      return before - chain.getBalance(wallet.address) - PRICE - 5_000n;
    };
    tamper.tamper = (method, _, answer) => {
      if (method === 'getRecentPrioritizationFees') throw new Error('Method not found');
      return answer();
    };
    expect(await getCost()).toBe(200n); // lamports: 20,000 units of 10,000 micro-lamports
  });

  test('an order that does not exist', async () => {
    const { rpc } = createTamperedRpc(running.url);
    const response = await createFetch(createShop(rpc), {})('/orders/1');
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
