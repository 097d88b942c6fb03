import { getBase58Encoder, getTransactionDecoder, getTransactionEncoder, signTransaction } from '@solana/kit';
import { MobileWalletError } from 'mobile-wallet-standard';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddress, createFundedSigner, SOL, startChain } from '../test/support/chain.js';
import { createStorage, PRICE } from '../test/support/example-shop.js';
import { sendError } from '../test/support/sends.js';
import type { Ask, Followed } from './sent.js';

/** How far the chain's clock is ahead. A blockhash lives for 60 s. */
let ahead = 0;
const running = await startChain({ now: () => Date.now() + ahead });
const { chain, rpc } = running;
const payer = await createFundedSigner(chain, 1_000n * SOL);
const { askOnce, followSent, recallSent, store } = await load();

/** Loads the page's modules, with the chain of this test in place of the dev server's. */
async function load() {
  vi.resetModules();
  vi.stubEnv('WALLET_PLACE', 'server');
  vi.stubGlobal('location', new URL(running.url));
  const sent = await import('./sent.js');
  const store = await import('./sent-store.js');
  vi.resetModules();
  return { ...sent, store };
}

const recipient = { address: await createAddress() };

beforeEach(async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal('localStorage', createStorage());
  recipient.address = await createAddress();
});

afterAll(() => running.close());

const blockhashes = {
  async get() {
    const { context, value } = await rpc.getLatestBlockhash().send();
    return { lifetime: value, slot: context.slot };
  },
};
const noReport = () => {};

/** Asks a wallet, which gets the bytes and answers; `undefined` if it was not asked for anything. */
async function askWallet(
  answer: (wire: Uint8Array) => Promise<Uint8Array | undefined>,
  { order = 'payment', from = payer.address } = {},
) {
  let wire: Uint8Array | undefined;
  const ask: Ask = async (begin) => {
    const success = 'Paid 0.01 test SOL';
    const terms = { order, payer: from, recipient: recipient.address, amount: PRICE, success };
    const { transactions } = await begin({ ...terms, version: 0, blockhashes });
    [wire] = transactions;
    return answer(wire as Uint8Array);
  };
  const [result] = await Promise.allSettled([askOnce(ask, noReport, () => ({}))]);
  return { wire, ...result };
}

/** What a wallet does that sends. */
async function send(wire: Uint8Array, { keyPair } = payer): Promise<Uint8Array> {
  const signed = await signTransaction([keyPair], getTransactionDecoder().decode(wire));
  const bytes = encodeBase64(Uint8Array.from(getTransactionEncoder().encode(signed)));
  const options = { encoding: 'base64', skipPreflight: true };
  return Uint8Array.from(
    getBase58Encoder().encode((await chain.rpc('sendTransaction', [bytes, options])) as string),
  );
}

const throwing = (error: unknown) => () => Promise.reject(error);
const declined = new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
const decline = throwing(declined);
const lose = throwing(new MobileWalletError('SUBMISSION_UNKNOWN', 'x'));
const countPaid = () => (chain.getBalance(recipient.address) ?? 0n) / PRICE;
const follow = (followed: Followed) => followSent(followed, noReport);

type Asked = Awaited<ReturnType<typeof askWallet>>;
const getFollowed = (asked: Asked): Followed => {
  if (asked.status !== 'fulfilled') throw asked.reason;
  return asked.value as Followed;
};
/** Expects that the page asked no wallet, and follows the payment before. */
const expectEarlier = (asked: Asked): Followed => {
  expect(asked.wire).toBeUndefined();
  return getFollowed(asked);
};

describe('a payment', () => {
  it('is followed to the chain, and then forgotten', async () => {
    const asked = getFollowed(await askWallet(send));
    expect(await follow(asked)).toMatchObject({ tone: 'success', title: 'Paid 0.01 test SOL' });
    expect(store.recallKept()).toEqual([]);
    expect(countPaid()).toBe(1n);
  });

  it('that was declined is asked for again with the same bytes, and paid once, whatever the wallet sends', async () => {
    const first = await askWallet(decline);
    expect(first).toMatchObject({ reason: { end: 'unseen', cause: declined } });
    // Nothing is undecided, so a reload shows nothing.
    expect(recallSent()).toBeUndefined();
    ahead += 6_000;
    const second = await askWallet(send);
    expect(second.wire).toEqual(first.wire);
    expect(await follow(getFollowed(second))).toMatchObject({ tone: 'success' });
    await send(first.wire as Uint8Array).catch(() => {});
    expect(countPaid()).toBe(1n);
  });

  it('that was declined and arrives before the next tap is not asked for again', async () => {
    const first = await askWallet(decline);
    await send(first.wire as Uint8Array);
    expect(await follow(expectEarlier(await askWallet(send)))).toMatchObject({ tone: 'success' });
    expect(countPaid()).toBe(1n);
  });

  it('that the wallet sent before it declined is found at once', async () => {
    const asked = await askWallet((wire) => send(wire).then(decline));
    expect(await follow(getFollowed(asked))).toMatchObject({ tone: 'success' });
  });

  it('that was declined is built anew only once the chain can not take it any more', async () => {
    const first = await askWallet(decline);
    ahead += 50_000;
    // Too few blocks are left to ask for the same.
    const waiting = expectEarlier(await askWallet(send));
    ahead += 11_000;
    expect(await follow(waiting)).toMatchObject({ title: 'The request has expired', tone: 'neutral' });
    const second = await askWallet(send);
    expect(second.wire).not.toEqual(first.wire);
    await send(first.wire as Uint8Array).catch(() => {});
    expect(countPaid()).toBe(1n);
  });

  it('that was declined is not asked for again for another account', async () => {
    await askWallet(decline);
    expectEarlier(await askWallet(send, { from: await createAddress() }));
    // Other orders go on.
    expect((await askWallet(send, { order: 'tokens' })).wire).toBeDefined();
  });

  it('whose answer got lost is looked for after a reload, and no other one is built meanwhile', async () => {
    const first = await askWallet(lose);
    const { sent } = getFollowed(first);
    expect(recallSent()).toEqual(sent);
    expectEarlier(await askWallet(send));
    const following = follow({ sent: recallSent() as typeof sent });
    await send(first.wire as Uint8Array);
    expect(await following).toMatchObject({ tone: 'success' });
    expect(recallSent()).toBeUndefined();
  });

  it('of two tabs that ask at the same time is asked for by one at most', async () => {
    const tabs = await Promise.all([askWallet(lose), askWallet(lose)]);
    expect(tabs.filter(({ wire }) => wire).length).toBeLessThanOrEqual(1);
  });

  it('that the chain refused stays kept, because a copy with another fee may come', async () => {
    const poor = await createFundedSigner(chain, PRICE / 2n);
    const asked = await askWallet((wire) => send(wire, poor), { from: poor.address });
    expect(await follow(getFollowed(asked))).toMatchObject({
      tone: 'failure',
      text: expect.stringContaining('Only the fee was paid.'),
    });
    expectEarlier(await askWallet(send, { from: poor.address }));
  });

  it('is not called paid or unpaid while the chain can not be asked, and nothing else is built', async () => {
    const asked = getFollowed(await askWallet(send));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expectEarlier(await askWallet(send));
    const outcome = await follow(asked);
    expect(outcome).toMatchObject({ tone: 'unsure', isPending: true, title: 'It may have been paid' });
    vi.unstubAllGlobals();
    expect(await outcome.next?.run(noReport)).toMatchObject({ tone: 'success' });
  });

  it('of a chain that has begun anew is over, because its blockhash is unknown now', async () => {
    const { sent } = getFollowed(await askWallet(lose));
    store.keepSent({ ...sent, lastValidBlockHeight: sent.lastValidBlockHeight + 1_000n });
    expect((await askWallet(send)).wire).toBeDefined();
  });

  it.each([
    ['-4', Object.assign(new MobileWalletError('NOT_SUBMITTED', 'x', sendError(null).context as never))],
    ['another wallet’s refusal', Object.assign(new Error('User rejected'), { code: 4001 })],
  ])('is kept after %s', async (_, error) => {
    expect(await askWallet(throwing(error))).toMatchObject({ reason: { end: 'unseen', cause: error } });
    expect(store.recallKept()).toMatchObject([{ word: 'declined' }]);
  });

  it('is forgotten if nothing left the page, unless a wallet was asked for it before', async () => {
    const cancel = throwing(new MobileWalletError('USER_CANCELLED', 'x', {}));
    expect(await askWallet(cancel)).toMatchObject({ reason: { end: 'not-sent' } });
    expect(store.recallKept()).toEqual([]);
    await askWallet(decline);
    expect(await askWallet(cancel)).toMatchObject({ reason: { end: 'not-sent' } });
    expect(store.recallKept()).toMatchObject([{ word: 'declined' }]);
  });
});

describe('the storage', () => {
  it('is read as data: what others wrote is skipped', async () => {
    const { sent } = getFollowed(await askWallet(lose));
    const key = `demo:sent:${sent.reference}`;
    const entry = JSON.parse(localStorage.getItem(key) as string);
    for (const wrong of [
      'a b c',
      'null',
      '[]',
      ...['payer', 'recipient', 'amount', 'lastValidBlockHeight', 'mint'].map((name) =>
        JSON.stringify({ ...entry, [name]: 'a b c' }),
      ),
    ]) {
      localStorage.setItem(key, wrong);
      expect(recallSent(), wrong).toBeUndefined();
    }
    localStorage.setItem('demo:sent:a b c', JSON.stringify(entry));
    expect(recallSent()).toBeUndefined();
  });

  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  it.each([
    ['is full', { setItem: refuse }],
    ['is blocked', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('if it %s, forgets no payment before a reload', async (_, broken) => {
    vi.stubGlobal('localStorage', Object.assign(Object.create(createStorage()), broken));
    const { sent } = getFollowed(await askWallet(lose));
    expectEarlier(await askWallet(send));
    store.forgetSent(sent);
    expect(store.recallKept()).toEqual([]);
  });
});
