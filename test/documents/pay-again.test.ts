import { type Address, address, type Instruction } from '@solana/kit';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createShop, type Order } from '../../docs/example/server/orders.js';
import { createFundedSigner, getComputeUnitPrice, getMemo, SOL } from '../support/chain.js';
import {
  createDirectRpc,
  createOrder,
  getNaming,
  PRICE,
  putOnto,
  SHOP,
  signOffer,
  startShopChain,
  submit,
} from '../support/example-shop.js';

// Random histories of two orders of the guide's server. A wallet may send what it was asked for at any time,
// whatever it has said. An order is paid twice only by a wallet that makes another transaction of the same
// request, and then that is reported.

const { chain, wait, close } = await startShopChain();
const shop = createShop(createDirectRpc(chain));
const payer = await createFundedSigner(chain, 1_000_000n * SOL);
const other = await createFundedSigner(chain, 1_000_000n * SOL);
const stranger = await createFundedSigner(chain, 1_000_000n * SOL);
afterAll(close);

const NOISE: Readonly<Record<string, (reference: Address, another: Address) => Instruction>> = {
  fails: (reference) => getNaming(stranger.address, SHOP, 10_000_000n * SOL, reference),
  tiny: (reference) => getNaming(stranger.address, SHOP, PRICE - 1n, reference),
  'to another': (reference) => getNaming(stranger.address, stranger.address, PRICE, reference),
  'for two orders': (reference, another) => getNaming(stranger.address, SHOP, PRICE, reference, another),
};

const order = fc.constantFrom(0, 1);
/** What the page hears. `unsent` and `declined` may be lies; of the others it says nothing. */
const answer = fc.constantFrom('sent', 'lost', 'reload', 'declined', 'unsent');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ order, answer, sends: fc.boolean(), tabs: fc.constantFrom(1, 1, 3) }) },
  { weight: 4, arbitrary: fc.record({ resends: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ ms: fc.constantFrom(2_000, 25_000, 40_000, 62_000) }) },
  { weight: 2, arbitrary: fc.record({ noise: fc.constantFrom(...Object.keys(NOISE)), of: fc.nat() }) },
);
const KINDS = [
  'keeps the bytes',
  'adds a guard',
  'sets the fee of the moment',
  'renews the blockhash',
] as const;
type Kind = (typeof KINDS)[number];
/** These make the same transaction of the same request. */
const SAME: readonly Kind[] = ['keeps the bytes', 'adds a guard'];

function createWorld(kind: Kind) {
  const orders: readonly Order[] = [createOrder(), createOrder()];
  const asked: { order: number; transaction: string; reference: Address; isOther: boolean }[] = [];
  const paid = [0, 0];
  let fee = 1_000n;

  /** The wallet sends what it was asked for. */
  async function send({ order, transaction, isOther }: (typeof asked)[number]): Promise<void> {
    const change = (all: readonly Instruction[]) => {
      if (kind === 'adds a guard') return [...all, getMemo('guard')];
      if (kind !== 'sets the fee of the moment') return all;
      fee += 100n;
      return all.map((one) =>
        one.data?.[0] === 3 && one.data.length === 9 ? getComputeUnitPrice(fee) : one,
      );
    };
    const isRenewed = kind === 'renews the blockhash';
    const wire = await signOffer(chain, isOther ? other : payer, transaction, change, isRenewed);
    if ((await submit(chain, wire)) === 'sent') paid[order] = (paid[order] ?? 0) + 1;
  }

  /** Presses the button in several tabs, the last of which is on another device with another payer. */
  async function press(index: number, said: string, sends: boolean, tabs: number): Promise<void> {
    const own = orders[index] as Order;
    const presses = Array.from({ length: tabs }, async (_, tab) => {
      const isOther = tab === 2;
      const offer = await shop.offer(own, address((isOther ? other : payer).address));
      return offer && { ...offer, order: index, isOther };
    });
    const offers = (await Promise.all(presses)).filter((offer) => offer !== undefined);
    expect(offers.length).toBeLessThanOrEqual(1);
    for (const offer of offers) {
      asked.push(offer);
      if (sends) await send(offer);
      if (said === 'declined' || said === 'unsent') shop.keepUnsent(own, offer.reference);
    }
  }

  async function addNoise(kind: string, index: number): Promise<void> {
    const named = asked[index % Math.max(asked.length, 1)];
    const another = asked.find((one) => one.order !== named?.order) ?? named;
    const noise = NOISE[kind];
    if (named && another && noise)
      await putOnto(chain, stranger, [noise(named.reference, another.reference)]);
  }

  async function check(): Promise<void> {
    for (const [index, own] of orders.entries()) {
      const { status, giveBack } = await shop.checkOrder(own);
      const times = paid[index] ?? 0;
      expect(status === 'paid').toBe(times > 0);
      expect(giveBack.filter(({ amount }) => amount >= PRICE)).toHaveLength(Math.max(times - 1, 0));
      expect(await shop.mayShip(own)).toBe(times > 0);
      if (SAME.includes(kind)) expect(times).toBeLessThanOrEqual(1);
    }
  }

  return { press, addNoise, check, asked, paid, send };
}

test('no order is paid twice unless it is reported, whenever a wallet sends', async () => {
  const seen = { asked: 0, paid: 0, twice: 0 };
  const history = fc.tuple(fc.constantFrom(...KINDS), fc.array(step, { minLength: 2, maxLength: 12 }));
  const property = fc.asyncProperty(history, async ([kind, steps]) => {
    const { press, addNoise, check, asked, paid, send } = createWorld(kind);
    for (const one of steps) {
      const late = 'resends' in one ? asked[one.resends % Math.max(asked.length, 1)] : undefined;
      if (late) await send(late);
      else if ('answer' in one) await press(one.order, one.answer, one.sends, one.tabs);
      else if ('noise' in one) await addNoise(one.noise, one.of);
      else if ('ms' in one) wait(one.ms);
      await check();
    }
    // At last, the wallet sends all that it was ever asked for.
    for (const late of asked) await send(late);
    await check();
    seen.asked += asked.length;
    seen.paid += paid.filter((times) => times > 0).length;
    seen.twice += paid.filter((times) => times > 1).length;
  });
  await fc.assert(property, { numRuns: 40 });
  // Histories in which nothing happens prove nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
});
