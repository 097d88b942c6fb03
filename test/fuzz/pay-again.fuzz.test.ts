import { getBase64Encoder } from '@solana/kit';
import fc from 'fast-check';
import { isDeclined, sortSend } from 'mobile-wallet-standard';
import { afterAll, describe, expect } from 'vitest';
import { createShop, type Order } from '../../docs/example/server/orders.js';
import { SOL } from '../support/chain.js';
import { createEvent } from '../support/event.js';
import { createDirectRpc, createOrder, PRICE, SHOP, startShopChain } from '../support/example-shop.js';
import { fuzz } from './fuzz.js';
import { actDimensions, acts, createEnding, early, earlyDimensions, keysOf } from './random-acts.js';
import { LEVELS } from './sending-dapps.js';
import { createSendingWallet, PAYER } from './sending-wallet.js';

// The guide's “pay again”, with wallets that answer as those do whose source is public.

/** After so many the user gives up: by then the app has long been honest. */
const MOST_PRESSES = 20;

const { chain, wait, close } = await startShopChain();
chain.airdrop(PAYER, 100_000n * SOL);
const shop = createShop(createDirectRpc(chain));
afterAll(close);

const OTHERS = ['never', 'at once', 'while the wallet is asked'] as const;

const shopping = fc.record({
  level: fc.constantFrom(...keysOf(LEVELS)),
  acts,
  early,
  /** Whether the end is that the browser drops the page. */
  isReload: fc.boolean(),
  /** When the button of another tab is pressed, too, for each of the first presses. */
  others: fc.array(fc.constantFrom(...OTHERS), { maxLength: 3 }),
  goesOn: fc.boolean(),
});
type Shopping = typeof shopping extends fc.Arbitrary<infer T> ? T : never;

/** The user of a shop, whose wallet app acts as drawn. */
function createUser(order: Order, { level, acts, early, isReload, goesOn }: Shopping) {
  const { begin, onStep } = createEnding(early);
  const manners = { published: 10, accepted: 10, goesOn, isLegacy: false };
  const app = createSendingWallet(chain, acts, manners, onStep);

  /** Resolves with whether the wallet was asked, once the page has an answer, or is gone. */
  const press = async (onAsk = () => {}): Promise<boolean> => {
    const reloaded = createEvent();
    const reload = (): void => {
      app.leave();
      reloaded.happen();
    };
    let isAsked = false;
    const pay = async (): Promise<void> => {
      const offer = await shop.offer(order, PAYER);
      if (!offer) return;
      isAsked = true;
      onAsk();
      const transactions = [new Uint8Array(getBase64Encoder().encode(offer.transaction))];
      const setting = { launch: app.launch, dial: app.dial, transactions };
      const sending = (await LEVELS[level]({ ...setting, calls: 'one' }))();
      begin(isReload ? { abort: reload } : { 'the app leaves': app.leave, ...sending.ends });
      const told = sending.reports.then((reports) => reports.at(-1)?.outcome);
      // A page that is gone is told nothing.
      const outcome = await Promise.race([told, reloaded.happened.then(() => undefined)]);
      if (outcome?.status !== 'rejected') return;
      const isUnsent = isDeclined(outcome.reason) || sortSend([offer], outcome.reason).unsent.length > 0;
      if (isUnsent) shop.keepUnsent(order, offer.reference);
    };
    const paying = pay().catch(() => {});
    await Promise.race([paying, reloaded.happened]);
    return isAsked;
  };

  /** Presses the buttons of two tabs, if `other` says so. */
  const pressAll = async (other: (typeof OTHERS)[number] = 'never'): Promise<void> => {
    const asked = createEvent();
    const pressing = press(asked.happen);
    if (other === 'while the wallet is asked') await Promise.race([asked.happened, pressing]);
    await Promise.all(other === 'never' ? [pressing] : [pressing, press()]);
    await app.whenDone();
  };
  return { press, pressAll };
}

describe('the guide’s button', () => {
  fuzz(
    'pays for an order once, however often it is pressed until it says that the order is paid',
    2,
    shopping,
    {
      level: [keysOf(LEVELS), ({ level }) => [level]],
      ...actDimensions,
      ...earlyDimensions,
      reload: [[true, false], ({ isReload }) => [isReload]],
      'another tab': [OTHERS, ({ others }) => others],
      'goes on': [[true, false], ({ goesOn }) => [goesOn]],
    },
    async (drawn) => {
      const order = createOrder();
      const { press, pressAll } = createUser(order, drawn);
      const before = chain.getBalance(SHOP);
      const getPaid = () => chain.getBalance(SHOP) - before;
      for (let presses = 0; presses < MOST_PRESSES; presses++) {
        await pressAll(drawn.others[presses]);
        const { status } = await shop.checkOrder(order);
        // What is paid is found, and nothing else.
        expect(status === 'paid', status).toBe(getPaid() > 0n);
        if (status === 'paid') break;
        // Some users wait for two minutes, and some press again at once.
        if (presses % 2) wait();
      }
      expect(await press()).toBe(false);
      const { giveBack } = await shop.checkOrder(order);
      expect(getPaid()).toBe(PRICE * BigInt(1 + giveBack.length));
      // Only a wallet that makes another transaction of the same bytes can be paid twice.
      if (giveBack.length > 0) expect(drawn.acts.some(({ isRewritten }) => isRewritten)).toBe(true);
    },
  );
});
