import { getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { createCallbackWallet } from '../../src/dapp/callback-wallet.js';
import { openSession } from '../../src/dapp/open/open-session.js';
import * as session from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import * as legacy from '../../src/transact/legacy.js';
import * as web3js from '../../src/transact/web3js.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { createEvent } from '../support/event.js';
import { ACCEPTING_CHAIN, createPerson, IDENTITY, KEY, SEED } from '../support/mock-wallet.js';
import { within } from '../support/patience.js';
import { createPhone, type Phone } from '../support/phone.js';
import { getError, nextTurn } from '../support/rejections.js';
import { createTransaction, setUp } from '../support/wallet.js';

// The reference wallet stalls if a reply that it gives at once meets one that its app sends, so a session has
// one request outstanding.

const chain = 'solana:devnet';
const REASON = new Error('The dapp’s own reason');
const address = kit.getAccountAddress({ address: KEY });
const payloads = [encodeUtf8('Hello, wallet')];
const quirks = { stallsWhenRepliesMeet: true };
const accounts = [{ seed: SEED }];
/** Far below the 10 s after which the library gives up a stalled wallet. */
const MOST_MS = 5_000;

type Wallet = session.MobileWallet;
type Run = (phone: Phone, work: (wallet: Wallet, token: string) => Promise<unknown>) => Promise<unknown>;

const createFlavour =
  (transact: unknown): Run =>
  (phone, work) =>
    (transact as typeof session.transact)(async (wallet) => {
      const { auth_token } = await wallet.authorize({ chain, identity: IDENTITY });
      return work(wallet, auth_token);
    }, phone);

/** Each way to a session, and how its wallet takes a transaction. */
const FLAVOURS: Readonly<Record<string, readonly [run: Run, decode: (wire: Uint8Array) => unknown]>> = {
  session: [createFlavour(session.transact), (wire) => wire],
  kit: [createFlavour(kit.transact), (wire) => getTransactionDecoder().decode(wire)],
  web3js: [createFlavour(web3js.transact), (wire) => VersionedTransaction.deserialize(wire)],
  legacy: [createFlavour(legacy.transact), (wire) => VersionedTransaction.deserialize(wire)],
  'the wallet’s own transact': [
    async ({ launch, dial }, work) => {
      const setup = await setUp({ approve: 'manually' }, { launch, dial });
      await setup.connect();
      const { auth_token } = await setup.transact((wallet) => wallet.authorize({ chain }));
      return setup.transact((wallet) => work(wallet, auth_token));
    },
    (wire) => wire,
  ],
};

type Call = (wallet: Wallet, token: string, decode: (wire: Uint8Array) => unknown) => Promise<unknown>;

const signMessages: Call = (wallet) => wallet.signMessages({ addresses: [KEY], payloads });
const getCapabilities: Call = (wallet) => wallet.getCapabilities();
const getCode = ({ code }: { code: string }): string => code;

/** Two calls, of which the wallet answers the second at once. */
const PAIRS: readonly (readonly [name: string, method: string, first: Call, second: Call])[] = [
  [
    'authorize by token, and getCapabilities',
    'authorize',
    (wallet, auth_token) => wallet.authorize({ chain, identity: IDENTITY, auth_token }),
    getCapabilities,
  ],
  [
    'signTransactions, and getCapabilities',
    'sign_transactions',
    (wallet, _, decode) =>
      wallet.signTransactions({ transactions: [decode(createTransaction(address, 'A')) as Uint8Array] }),
    getCapabilities,
  ],
  [
    'signMessages, and cloneAuthorization, which the wallet lacks',
    'sign_messages',
    signMessages,
    async (wallet) => expect(await wallet.cloneAuthorization().catch(getCode)).toBe('METHOD_NOT_SUPPORTED'),
  ],
  [
    'signMessages, and too many messages',
    'sign_messages',
    signMessages,
    async (wallet) => {
      const tooMany = { addresses: [KEY], payloads: Array(11).fill(payloads[0]) };
      expect(await wallet.signMessages(tooMany).catch(getCode)).toBe('TOO_MANY_PAYLOADS');
    },
  ],
];

describe.each(Object.entries(FLAVOURS))('two calls by %s', (_, [run, decode]) => {
  const rows = PAIRS.flatMap((pair) =>
    ([true, false] as const).map((isAtOnce) => [isAtOnce, ...pair] as const),
  );
  it.each(rows)(
    'are both answered (in one tick: %s): %s',
    async (isAtOnce, _name, awaited, first, second) => {
      let received = createEvent();
      const phone = await createPhone({
        accounts,
        quirks,
        approve: () => ({ approved: true }),
        onRequest: (method) => method === awaited && received.happen(),
      });
      const running = run(phone, async (wallet, token) => {
        received = createEvent();
        const calls = [first(wallet, token, decode)];
        if (!isAtOnce) await received.happened;
        await Promise.all([...calls, second(wallet, token, decode)]);
      });
      await within(MOST_MS, running, 'both answers');
      await phone.whenIdle();
    },
  );
});

it('the methods of the registered wallet are all answered by a wallet that stalls', async () => {
  const setup = await setUp({ accounts, quirks, approve: () => ({ approved: true }) });
  await setup.connect();
  await setup.phone.whenIdle();
  const before = setup.phone.requests.length;
  const [account] = setup.wallet.accounts;
  if (!account) throw new Error('no account');
  const message = encodeUtf8('Hello, wallet');
  const calls = Promise.all([
    setup.signMessage({ account, message }),
    setup.transact((wallet) => wallet.getCapabilities()),
    setup.signMessage({ account, message }),
  ]);
  await within(MOST_MS, calls, 'all answers');
  const methods = setup.phone.getMethods().slice(before);
  expect(methods[0]).toBe('get_capabilities');
  expect(methods.filter((method) => method !== 'get_capabilities')).toEqual([
    'authorize',
    'sign_messages',
    'sign_messages',
  ]);
  await setup.expectQuiet();
});

describe('requests of one session', () => {
  /** Opens an authorized session, whose user has not decided about a first `signMessages`. */
  async function openBusy() {
    const person = createPerson();
    const phone = await createPhone({ accounts, approve: person.approve, chain: ACCEPTING_CHAIN });
    const opened = await openSession(phone);
    const getWallet = (signal?: AbortSignal) => createCallbackWallet(opened.requests, signal);
    const wallet = getWallet();
    const authorizing = wallet.authorize({ chain, identity: IDENTITY });
    (await person.next()).decide({ approved: true });
    const { auth_token } = await authorizing;
    const first = getError(wallet.signMessages({ addresses: [KEY], payloads }));
    const question = await person.next();
    return {
      ...opened,
      wallet,
      getWallet,
      phone,
      person,
      auth_token,
      first,
      decide: () => question.decide({ approved: true }),
      getLater: () => phone.getMethods().slice(2),
    };
  }

  const sign = (wallet: Wallet) => wallet.signMessages({ addresses: [KEY], payloads });
  const send = (wallet: Wallet) =>
    wallet.signAndSendTransactions({ transactions: [createTransaction(address, 'A')] });

  it('are sent in the order of the calls, each after the answer to the one before', async () => {
    const { wallet, getWallet, auth_token, person, decide, getLater, close, phone } = await openBusy();
    const other = getWallet(new AbortController().signal);
    const calls = [
      wallet.getCapabilities(),
      other.authorize({ identity: IDENTITY, auth_token }),
      send(other),
      wallet.deauthorize({ auth_token }),
    ];
    await nextTurn();
    expect(getLater()).toEqual([]);
    decide();
    const question = await person.next();
    expect(getLater()).toEqual(['get_capabilities', 'authorize', 'sign_and_send_transactions']);
    question.decide({ approved: true });
    await Promise.all(calls);
    expect(getLater()).toHaveLength(4);
    close();
    await phone.whenIdle();
  });

  it.each(['getCapabilities', 'signMessages', 'signAndSendTransactions'] as const)(
    'are not sent if they are aborted while they wait: %s',
    async (name) => {
      const { wallet, getWallet, decide, first, getLater, close, phone } = await openBusy();
      const controller = new AbortController();
      const aborted = getWallet(controller.signal);
      const calls = {
        getCapabilities: aborted.getCapabilities,
        signMessages: sign,
        signAndSendTransactions: send,
      };
      const waiting = getError(calls[name](aborted));
      const last = wallet.getCapabilities();
      controller.abort(REASON);
      expect(await waiting).toBe(REASON);
      decide();
      await Promise.all([first, last]);
      expect(getLater()).toEqual(['get_capabilities']);
      close();
      await phone.whenIdle();
    },
  );

  it('do not wait for one that was aborted, because the wallet may never answer it', async () => {
    const { wallet, getWallet, decide, first, person, close, phone } = await openBusy();
    const controller = new AbortController();
    const aborted = getError(sign(getWallet(controller.signal)));
    decide();
    await first;
    await person.next();
    controller.abort(REASON);
    expect(await aborted).toBe(REASON);
    expect(await wallet.getCapabilities()).toHaveProperty('features');
    close();
    await phone.whenIdle();
  });

  it.each<[how: string, end: (busy: Awaited<ReturnType<typeof openBusy>>) => void, expected: unknown]>([
    ['its close', ({ close }) => close(REASON), REASON],
    [
      'a wallet that leaves',
      ({ phone }) => phone.leave(),
      expect.objectContaining({ code: 'SESSION_CLOSED' }),
    ],
  ])('end with the session by %s, and a send that waited was not submitted', async (_, end, expected) => {
    const busy = await openBusy();
    const waiting = [send(busy.wallet), busy.wallet.getCapabilities(), send(busy.wallet)].map(getError);
    end(busy);
    expect(await Promise.all([busy.first, ...waiting])).toEqual(Array(4).fill(expected));
    expect(busy.getLater()).toEqual([]);
    await busy.phone.whenIdle();
  });

  it('wait a second at most for capabilities, which the wallet may hold back', async () => {
    const phone = await createPhone({
      accounts,
      faults: [{ at: 'get_capabilities', send: () => [], number: (due) => due - 1 }],
    });
    const { requests, close } = await openSession(phone);
    const start = performance.now();
    const asking = getError(requests.getCapabilities());
    expect((await requests.authorize({ chain, identity: IDENTITY })).accounts).toHaveLength(1);
    expect(performance.now() - start).toBeGreaterThan(900);
    close(REASON);
    expect(await asking).toBe(REASON);
    await phone.whenIdle();
  });
});
