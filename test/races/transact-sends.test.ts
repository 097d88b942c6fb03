import { getTransactionDecoder } from '@solana/kit';
import { getErrorText, sortSend } from 'mobile-wallet-standard';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalDecision } from '../../mock/src/wallet/approval.js';
import * as session from '../../src/transact/bytes.js';
import * as library from '../../src/transact/kit/index.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { ACCEPTING_CHAIN, KEY, SEED } from '../support/mock-wallet.js';
import { createPhone, type Phone } from '../support/phone.js';
import { getError } from '../support/rejections.js';
import { sendError } from '../support/sends.js';
import { createTabs } from '../support/tabs.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

// A callback sends A. The wallet has answered with its signature when the session ends, whatever is in flight
// then.

const CHAIN = 'solana:devnet';
const REASON = new Error('The dapp’s own reason');
const address = library.getAccountAddress({ address: KEY });
const readKit = (wire: Uint8Array) => getTransactionDecoder().decode(wire);
const SIGNATURE = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);

/** What a callback does at its level. Each transaction has a name. */
type Calls = Readonly<{ send(name: string): Promise<unknown>; sign(): Promise<unknown> }>;
type Setting = Readonly<{ phone: Phone; signal: AbortSignal; callback: (calls: Calls) => Promise<unknown> }>;
type Started = Readonly<{ running: Promise<unknown>; ends?: Readonly<Record<string, () => unknown>> }>;
type Level = Readonly<{ name: string; isOwn?: true; start(setting: Setting): Promise<Started> }>;

const createCalls = (wallet: session.MobileWallet, decode: (wire: Uint8Array) => unknown): Calls => ({
  send: (name) =>
    wallet.signAndSendTransactions({
      transactions: [decode(createTransaction(address, name)) as Uint8Array],
    }),
  sign: () => wallet.signMessages({ addresses: [KEY], payloads: [new Uint8Array(1)] }),
});

const createFlavour = (
  name: string,
  transact: typeof session.transact,
  decode: (wire: Uint8Array) => unknown,
): Level => ({
  name,
  start: async ({ phone, signal, callback }) => ({
    running: transact(
      async (wallet) => {
        await wallet.authorize({ chain: CHAIN });
        return callback(createCalls(wallet, decode));
      },
      { ...phone, signal },
    ),
  }),
});

/** The flavours of web3.js are made by the same function as kit’s. */
const LEVELS: readonly Level[] = [
  createFlavour('the session API', session.transact, (wire) => wire),
  createFlavour('kit', library.transact as unknown as typeof session.transact, readKit),
  {
    name: 'kit’s signers',
    start: async ({ phone, signal, callback }) => ({
      running: library.transact(
        async (wallet) => {
          await wallet.authorize({ chain: CHAIN });
          const signer = library.createAccountSigner(wallet, address);
          return callback({
            send: (name) =>
              signer.signAndSendTransactions([readKit(createTransaction(address, name)) as never]),
            sign: () => signer.modifyAndSignMessages([{ content: new Uint8Array(1), signatures: {} }]),
          });
        },
        { ...phone, signal },
      ),
    }),
  },
  {
    name: 'the wallet’s own transact',
    isOwn: true,
    async start({ phone: { launch, dial }, signal, callback }) {
      const tabs = createTabs();
      const identity = { name: 'Example', uri: 'https://example.com' };
      const { features } = createMobileWallet({ identity, chains: [CHAIN], launch, dial });
      await features['standard:connect'].connect();
      const { transact, revoke } = features['mobile-wallet-standard:transact'];
      return {
        running: transact((wallet) => callback(createCalls(wallet, (wire) => wire)), { signal }),
        ends: {
          'a disconnect': features['standard:disconnect'].disconnect,
          'a disconnect in another tab': () => {
            for (const key of tabs.entries.keys()) tabs.write(key, undefined);
          },
          'a revoke': revoke,
        },
      };
    },
  },
];

/**
 * What becomes of a transaction whose request had left when the session ended, and of one that waited for its
 * turn.
 */
const LEFT = undefined;
const WAITING = null;

/** What is in flight when the session ends, and what is then known of the transactions after A. */
const MOMENTS: readonly (readonly [
  name: string,
  start: (calls: Calls) => readonly Promise<unknown>[],
  outcomes: readonly (undefined | null)[],
])[] = [
  ['nothing', () => [], []],
  ['a message', ({ sign }) => [sign()], []],
  ['B', ({ send }) => [send('B')], [LEFT]],
  ['B and C', ({ send }) => [send('B'), send('C')], [LEFT, WAITING]],
  ['a message and B', ({ sign, send }) => [sign(), send('B')], [WAITING]],
];

/** Runs a callback that sends A and then does `next`; `decide` answers what the user is asked after A. */
async function run(
  level: Level,
  next: (calls: Calls, hasEnded: Promise<void>) => unknown,
  decide: () => ApprovalDecision | Promise<ApprovalDecision> = () => new Promise(() => {}),
) {
  let isSent = false;
  const asked = createEvent();
  const phone = await createPhone({
    accounts: [{ seed: SEED }],
    chain: ACCEPTING_CHAIN,
    approve() {
      if (!isSent) return { approved: true };
      asked.happen();
      return decide();
    },
    ...(level.isOwn && { capabilities: { maxTransactionsPerRequest: 1 } }),
  });
  const [sent, ended] = [createEvent(), createEvent()];
  const controller = new AbortController();
  const { running, ends } = await level.start({
    phone,
    signal: controller.signal,
    async callback(calls) {
      await calls.send('A');
      isSent = true;
      sent.happen();
      return next(calls, ended.happened);
    },
  });
  const error = getError(running);
  await sent.happened;
  return { phone, error, ends, controller, ended, asked: asked.happened };
}

/** Checks an error against what is known of B and those after it, and the guide's functions with it. */
function expectTold(error: unknown, later: readonly (undefined | null)[], text?: string): void {
  const outcomes = [SIGNATURE, ...later];
  expect(error).toMatchObject(sendError(...outcomes));
  expect((error as Error).message).not.toMatch(/reject|denied|cancel/i);
  const names = ['A', 'B', 'C'].slice(0, outcomes.length);
  expect(sortSend(names, error)).toEqual({
    sent: ['A'],
    unsent: names.filter((_, index) => outcomes[index] === null),
    unknown: names.filter((_, index) => outcomes[index] === undefined),
  });
  expect(getErrorText(error)).toContain(
    text ?? (outcomes.includes(undefined) ? 'It may have been sent' : 'already sent'),
  );
}

describe.each(LEVELS)('a callback of $name that has sent', (level) => {
  // The first run loads the code.
  beforeAll(async () => {
    const { error } = await run(level, () => undefined);
    expect(await error).toEqual({ fulfilled: undefined });
  });

  const COMMON = ['an abort', 'a wallet that closes the connection'];
  const ENDS = level.isOwn ? [...COMMON, 'a disconnect', 'a disconnect in another tab', 'a revoke'] : COMMON;
  const rows = ENDS.flatMap((how) => MOMENTS.map((moment) => [how, ...moment] as const));

  it.each(rows)(
    'is never told that nothing was sent, if %s comes with %s in flight',
    async (how, what, start, later) => {
      const { phone, error, ends, controller, ended, asked } = await run(level, async (calls, hasEnded) => {
        await Promise.all(start(calls));
        await hasEnded;
        return calls.sign();
      });
      if (what !== 'nothing') await asked;
      if (how === 'an abort') controller.abort(REASON);
      else if (how === 'a wallet that closes the connection') phone.leave();
      else if (what === 'nothing') await ends?.[how]?.();
      else void getError(Promise.resolve(ends?.[how]?.()));
      // A revoke waits for its turn, after the request that the user must decide.
      if (how === 'a revoke' && what !== 'nothing') phone.leave();
      if (what === 'nothing') ended.happen();
      expectTold(await error, later);
      if (how === 'an abort') expect(((await error) as Error).cause).toBe(REASON);
      await phone.whenIdle();
    },
  );

  it('learns what became of A if the user declines the next request', async () => {
    const decline = () => ({ approved: false });
    const { error } = await run(level, ({ send }) => send('B'), decline);
    // That it sent nothing is only the wallet’s word.
    expectTold(await error, [undefined], 'Your wallet declined, but may have sent some of it.');
    const message = await run(level, ({ sign }) => sign(), decline);
    expectTold(await message.error, []);
  });

  it('learns what became of A if it wraps an error of the session in its own', async () => {
    const wrapped = createEvent<Error>();
    const { error } = await run(
      level,
      async ({ sign }) => {
        const cause = await getError(sign());
        const wrapper = new Error('The payment failed', { cause });
        wrapped.happen(wrapper);
        throw wrapper;
      },
      () => ({ approved: false }),
    );
    expectTold(await error, []);
    expect(((await error) as Error).cause).toBe(await wrapped.happened);
  });

  it('keeps an error of its own', async () => {
    const own = new TypeError('own');
    const { error } = await run(level, () => Promise.reject(own));
    expect(await error).toBe(own);
    expect(sortSend(['A'], own)).toEqual({ sent: [], unsent: [], unknown: ['A'] });
  });
});

describe.each(['signAndSendTransaction', 'signAndSendAllTransactions'] as const)(
  'a callback that sends by %s, too',
  (name) => {
    /** Runs one that sends A so, and then does `next`. The user refuses requests of the types `refused`. */
    async function run(refused: readonly string[], next: (calls: Calls) => Promise<unknown>) {
      const setup = await setUpConnected({
        accounts: [{ seed: SEED }],
        chain: ACCEPTING_CHAIN,
        approve: ({ type }) => ({ approved: !refused.includes(type) }),
      });
      const input = {
        account: setup.account,
        transaction: createTransaction(address, 'A'),
        chain: CHAIN,
      } as const;
      const running = setup.transact(async (mobile) => {
        if (name === 'signAndSendTransaction') await setup[name](input);
        else await setup[name]([input]);
        return next(createCalls(mobile, (wire) => wire));
      });
      return getError(running);
    }

    it.each([
      ['alone', ({ sign }: Calls) => sign()],
      ['before its wallet', ({ send, sign }: Calls) => send('B').then(sign)],
    ])('%s is told that transactions may have been sent, but not which', async (_, next) => {
      const error = await run(['sign-messages'], next);
      expect(error).toMatchObject({ code: 'SUBMISSION_UNKNOWN', cause: { code: 'USER_REJECTED' } });
      expect(error).not.toHaveProperty('context.transactions');
      expect(sortSend(['A', 'B'], error)).toEqual({ sent: [], unsent: [], unknown: ['A', 'B'] });
      expect(getErrorText(error)).toContain('may have sent some of it');
    });

    it('and is refused keeps the code of its error', async () => {
      const error = await run(['sign-messages', 'sign-and-send-transactions'], ({ sign }) => sign());
      expect(error).toMatchObject({ code: 'USER_REJECTED' });
    });
  },
);

describe('a callback that has sent nothing', () => {
  it.each(LEVELS)('of $name keeps the code of its error', async ({ name, start }) => {
    const phone = await createPhone({
      accounts: [{ seed: SEED }],
      approve: ({ type }) => ({ approved: type === 'authorize' }),
    });
    const { running } = await start({
      phone,
      signal: new AbortController().signal,
      async callback({ send, sign }) {
        await getError(send('A'));
        return sign();
      },
    });
    const error = await getError(running);
    expect(error, name).toMatchObject({ code: 'USER_REJECTED' });
    // The text depends on how long the wallet took.
    expect([null, 'Your wallet declined.']).toContain(getErrorText(error));
    // It is only the wallet’s word.
    expect(sortSend(['A'], error).unknown).toEqual(['A']);
  });
});
