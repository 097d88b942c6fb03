import { address } from '@solana/kit';
import fc from 'fast-check';
import { afterAll, describe, expect, vi } from 'vitest';
import { SOL, startChain } from '../support/chain.js';
import { createEvent } from '../support/event.js';
import { fuzz } from './fuzz.js';
import { actDimensions, acts, createEnding, early, earlyDimensions, keysOf } from './random-acts.js';
import { LEVELS } from './sending-dapps.js';
import { createSendingWallet, PAYER } from './sending-wallet.js';

// The guide's “pay again”, with wallets that answer as those do whose source is public.

/** What the example asks for, and where it goes. */
const PRICE = 10_000_000n;
const SHOP = address('11111111111111111111111111111112');
/** After so many the user gives up: by then the app has long been honest. */
const MOST_PRESSES = 20;

const { chain, url, close } = await startChain();
chain.airdrop(PAYER, 100_000n * SOL);
// `rpc.ts` reads the URL when it is loaded, which another file of tests may have done.
vi.resetModules();
vi.stubEnv('VITE_RPC_URL', url);
const { buildPayment } = await import('../../docs/example/src/build-payment.js');
const { checkOrder, deny, payOnce } = await import('../../docs/example/src/pay-once.js');
vi.unstubAllEnvs();
afterAll(async () => {
  vi.resetModules();
  await close();
});

/** The storage of a browser, whose own keys are what is stored. */
const createStorage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

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
function createUser(order: string, { level, acts, early, isReload, goesOn }: Shopping) {
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
    const paying = payOnce(
      order,
      (reference) => buildPayment(PAYER, reference),
      async ({ transaction }) => {
        isAsked = true;
        onAsk();
        const setting = { launch: app.launch, dial: app.dial, transactions: [transaction] };
        const sending = (await LEVELS[level]({ ...setting, calls: 'one' }))();
        begin(isReload ? { abort: reload } : { 'the app leaves': app.leave, ...sending.ends });
        const told = sending.reports.then((reports) => reports.at(-1)?.outcome);
        // A page that is gone is told nothing.
        const outcome = await Promise.race([
          told,
          reloaded.happened.then(() => new Promise<never>(() => {})),
        ]);
        if (outcome?.status === 'rejected') throw outcome.reason;
        return outcome?.value;
      },
      // What the app has sent is on this chain by the time that somebody presses again.
      0,
    ).catch(() => {});
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
      vi.stubGlobal('localStorage', createStorage());
      const order = crypto.randomUUID();
      const { press, pressAll } = createUser(order, drawn);
      const before = chain.getBalance(SHOP);
      const getPaid = () => chain.getBalance(SHOP) - before;
      for (let presses = 0; presses < MOST_PRESSES; presses++) {
        await pressAll(drawn.others[presses]);
        const { status, undecided } = await checkOrder(order);
        // What is paid is found, and nothing else.
        expect(status === 'paid', status).toBe(getPaid() > 0n);
        if (status === 'paid') break;
        // The user looks at the balance.
        if (status === 'unknown') deny(order, undecided);
      }
      expect(await press()).toBe(false);
      expect(getPaid()).toBe(PRICE);
    },
  );
});
