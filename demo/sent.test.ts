import { type Address, address, type Instruction } from '@solana/kit';
import { MobileWalletError } from 'mobile-wallet-standard';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createUnsigned,
  getTransfer,
  SOL,
  startChain,
} from '../test/support/chain.js';
import { createStorage, getNaming, PRICE, putOnto } from '../test/support/example-shop.js';
import { sendError } from '../test/support/sends.js';
import type { Sent } from './sent-store.js';

const running = await startChain();
const { chain } = running;
const payer = await createFundedSigner(chain, 1_000n * SOL);
const recipient = await createAddress();
const {
  beginSent,
  followSent,
  getSentSignature,
  recallSent,
  SentBefore,
  store,
  findTransaction,
  findNaming,
} = await load();

/** Loads the page's modules, with the chain of this test in place of the dev server's. */
async function load() {
  vi.resetModules();
  vi.stubEnv('WALLET_PLACE', 'server');
  vi.stubGlobal('location', new URL(running.url));
  const sent = await import('./sent.js');
  const store = await import('./sent-store.js');
  const { findTransaction } = await import('./chain.js');
  const { findNaming } = await import('./transfer.js');
  vi.resetModules();
  return { ...sent, store, findTransaction, findNaming };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
});

afterAll(() => running.close());

/** A payment that a wallet may be asked for, and how it gets onto the chain. */
async function createSent(order = 'payment') {
  const reference = await createAddress();
  const pay = getNaming(payer.address, recipient, PRICE, reference);
  const wire = await createUnsigned(chain, payer.address, [pay]);
  const transfer = findNaming(wire, reference);
  const sent: Sent = { order, reference, transfer, lastValidBlockHeight: 0n, success: 'Paid 0.01 test SOL' };
  return { sent, send: (...others: Instruction[]) => putOnto(chain, payer, [pay, ...others]) };
}

/** A copy of the payment fails with this beside it. */
const TOO_MUCH = getTransfer(payer.address, recipient, 1_000_000n * SOL);
const noReport = () => {};
const refuse = (sent: Sent, error: Error) => getSentSignature(Promise.reject(error), () => sent);
const declined = () => new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
const DECLINED = { end: 'unseen', cause: { code: 'USER_REJECTED' } };

describe('a payment', () => {
  it('is found although a copy of it has failed, and strangers name its reference', async () => {
    const { sent, send } = await createSent();
    await beginSent(sent);
    await send();
    await send(TOO_MUCH);
    await putOnto(chain, payer, [getNaming(payer.address, payer.address, PRICE, address(sent.reference))]);
    expect(await followSent(sent, noReport)).toMatchObject({ tone: 'success', title: 'Paid 0.01 test SOL' });
    expect(store.recallKept()).toEqual([]);
  });

  it('is not what strangers do who name its reference', async () => {
    const { sent } = await createSent();
    const reference = address(sent.reference);
    const name = (to: Address, amount: bigint, ...named: Address[]) =>
      getNaming(payer.address, to, amount, ...named);
    await putOnto(chain, payer, [name(recipient, PRICE - 1n, reference)]);
    await putOnto(chain, payer, [name(payer.address, PRICE, reference)]);
    await putOnto(chain, payer, [name(recipient, PRICE, reference, await createAddress())]);
    await putOnto(chain, payer, [name(recipient, PRICE), name(payer.address, 1n, reference)]);
    expect(await findTransaction(reference, sent.transfer, true)).toEqual({ state: 'unseen' });
  });

  it('that arrives after its user has said that it was not made is found, and no other one is sent', async () => {
    const { sent, send } = await createSent();
    await beginSent(sent);
    const outcome = await followSent(sent, noReport);
    expect(outcome).toMatchObject({ tone: 'unsure' });
    outcome.deny?.();
    // Nothing is undecided, so the page shows nothing.
    expect(recallSent()).toBeUndefined();
    await send();
    await expect(beginSent((await createSent()).sent)).rejects.toMatchObject({
      sent: { reference: sent.reference },
    });
  });

  it('that its user has denied in one tab stays denied when another tab checks again', async () => {
    const { sent } = await createSent();
    await beginSent(sent);
    const [one, other] = await Promise.all([followSent(sent, noReport), followSent(sent, noReport)]);
    one.deny?.();
    await other.next?.run(noReport);
    expect(recallSent()).toBeUndefined();
    await refuse(sent, declined()).catch(() => {});
    expect(store.recallKept()).toMatchObject([{ word: 'denied' }]);
    await beginSent((await createSent()).sent);
  });

  it('that its user has denied blocks no other one, whatever strangers add to it', async () => {
    const { sent } = await createSent();
    await beginSent(sent);
    const outcome = await followSent(sent, noReport);
    await putOnto(chain, payer, [getNaming(payer.address, recipient, 1n, address(sent.reference))], 1);
    outcome.deny?.();
    await beginSent((await createSent()).sent);
  });

  it('that the chain does not show, although it shows the signature, is not called paid', async () => {
    const { sent } = await createSent();
    await beginSent(sent);
    const other = await createSent();
    await other.send();
    const [found] = await running.rpc.getSignaturesForAddress(address(other.sent.reference)).send();
    const outcome = await followSent({ ...sent, signature: found?.signature }, noReport);
    expect(outcome).toMatchObject({ tone: 'unsure', isPending: true });
    expect(recallSent()).toMatchObject({ reference: sent.reference });
  });

  it('that was declined blocks another one while not all that names its reference can be read', async () => {
    const { sent } = await createSent();
    await beginSent(sent);
    await expect(refuse(sent, declined())).rejects.toMatchObject(DECLINED);
    // This page does not read transactions of version 1.
    await putOnto(chain, payer, [getNaming(payer.address, recipient, 1n, address(sent.reference))], 1);
    expect(await findTransaction(sent.reference, sent.transfer, true)).toEqual({ state: 'open' });
    await expect(beginSent((await createSent()).sent)).rejects.toMatchObject({ sent });
  });

  it('of which only a copy has failed is neither called failed nor forgotten', async () => {
    const { sent, send } = await createSent();
    await beginSent(sent);
    await send(TOO_MUCH);
    expect(await findTransaction(sent.reference, sent.transfer, true)).toEqual({ state: 'unseen' });
    await expect(beginSent((await createSent()).sent)).rejects.toMatchObject({ sent });
    expect(recallSent()).toEqual(sent);
  });

  it('that the wallet declined is kept, and another of its order is sent only if it was not made', async () => {
    const first = await createSent();
    await beginSent(first.sent);
    await expect(refuse(first.sent, declined())).rejects.toMatchObject(DECLINED);
    // Nothing is undecided, so the page shows nothing.
    expect(recallSent()).toBeUndefined();
    const second = await createSent();
    await beginSent(second.sent);
    await expect(refuse(second.sent, declined())).rejects.toMatchObject(DECLINED);
    await first.send();
    const third = await createSent();
    const before = await beginSent(third.sent).catch((error: unknown) => error);
    expect(before).toBeInstanceOf(SentBefore);
    expect(before).toMatchObject({ sent: { reference: first.sent.reference } });
    await beginSent((await createSent('tokens')).sent);
  });

  it.each([
    ['-4', Object.assign(new MobileWalletError('NOT_SUBMITTED', 'x', sendError(null).context as never))],
    ['another wallet’s refusal', Object.assign(new Error('User rejected'), { code: 4001 })],
  ])('is kept after %s', async (_, error) => {
    const { sent } = await createSent();
    await beginSent(sent);
    await expect(refuse(sent, error)).rejects.toMatchObject({ end: 'unseen', cause: error });
    expect(store.recallKept()).toMatchObject([{ word: 'refused' }]);
  });

  it('is forgotten if the library knows that nothing left the page', async () => {
    const { sent } = await createSent();
    await beginSent(sent);
    const error = new MobileWalletError('USER_CANCELLED', 'x', {});
    await expect(refuse(sent, error)).rejects.toMatchObject({ end: 'not-sent', cause: error });
    expect(store.recallKept()).toEqual([]);
  });

  it('whose copy has failed is found by the other copy, and kept if there is none', async () => {
    const { sent, send } = await createSent();
    await send(TOO_MUCH);
    const [failed] = await running.rpc.getSignaturesForAddress(address(sent.reference)).send();
    const refused = { ...sent, signature: failed?.signature };
    expect(await followSent(refused, noReport)).toMatchObject({ tone: 'failure' });
    expect(store.recallKept()).toMatchObject([{ word: 'refused' }]);
    await send();
    expect(await followSent(refused, noReport)).toMatchObject({ tone: 'success' });
    expect(store.recallKept()).toEqual([]);
  });

  it('that the wallet sent just before it declined is waited for', async () => {
    const [first, second] = [await createSent(), await createSent()];
    await beginSent(first.sent);
    await expect(refuse(first.sent, declined())).rejects.toMatchObject(DECLINED);
    const arriving = new Promise((resolve) => setTimeout(resolve, 800)).then(() => first.send());
    await expect(beginSent(second.sent)).rejects.toMatchObject({ sent: first.sent });
    await arriving;
  });

  it('that the wallet declined blocks another one while the chain cannot be asked', async () => {
    const first = await createSent();
    await beginSent(first.sent);
    await expect(refuse(first.sent, declined())).rejects.toMatchObject(DECLINED);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await expect(beginSent((await createSent()).sent)).rejects.toMatchObject({ code: 'CHAIN_UNREACHABLE' });
    expect(store.recallKept()).toHaveLength(1);
  });

  it('that is undecided in another tab is followed there, too, and no other one is sent', async () => {
    const [one, other] = [await createSent(), await createSent()];
    const tabs = await Promise.allSettled([beginSent(one.sent), beginSent(other.sent)]);
    expect(tabs.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    await beginSent(one.sent);
    await expect(beginSent(other.sent)).rejects.toMatchObject({ sent: { reference: one.sent.reference } });
    expect(recallSent()).toEqual(one.sent);
  });
});

describe('the storage', () => {
  it('is read as data: what others wrote is skipped', async () => {
    const { sent } = await createSent();
    const { reference, transfer } = sent;
    const entry = { order: 'payment', transfer, height: '1', success: 'Paid', since: 1 };
    for (const wrong of [
      'a b c',
      'null',
      '[]',
      '{"height":"b"}',
      JSON.stringify({ ...entry, height: 'b' }),
      JSON.stringify({ ...entry, height: 1 }),
      JSON.stringify({ ...entry, transfer: { ...transfer, accounts: [1] } }),
      JSON.stringify({ ...entry, order: {} }),
      JSON.stringify({ ...entry, since: '1' }),
    ]) {
      localStorage.setItem('demo:sent', wrong);
      localStorage.setItem(`demo:sent:${reference}`, wrong);
      expect(recallSent(), wrong).toBeUndefined();
    }
    localStorage.setItem('demo:sent:a b c', JSON.stringify(entry));
    expect(recallSent()).toBeUndefined();
    // A signature that is none is left out, because the payment is found without it.
    localStorage.setItem(`demo:sent:${reference}`, JSON.stringify({ ...entry, signature: 'a b c' }));
    expect(recallSent()).toEqual({ ...sent, success: 'Paid', lastValidBlockHeight: 1n });
  });

  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  it.each([
    ['is full', { setItem: refuse }],
    ['is blocked', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])(
    'if it %s, forgets no payment that the wallet has made and declined, before a reload',
    async (_, broken) => {
      vi.stubGlobal('localStorage', Object.assign(Object.create(createStorage()), broken));
      const { sent, send } = await createSent();
      await beginSent(sent);
      await send();
      const declined = Promise.reject(new MobileWalletError('USER_REJECTED', 'no', { rpcCode: -3 }));
      expect(await getSentSignature(declined, () => sent)).toMatch(/^\w{64,}$/);
      const other = await createSent();
      await expect(beginSent(other.sent)).rejects.toMatchObject({ sent: { reference: sent.reference } });
      store.forgetSent(sent);
      expect(store.recallKept()).toEqual([]);
    },
  );

  it('gives what was asked first, first', async () => {
    const sents = [await createSent('a'), await createSent('b'), await createSent('c')];
    for (const [index, { sent }] of sents.entries()) {
      vi.spyOn(Date, 'now').mockReturnValue(index);
      store.keepSent(sent);
    }
    store.keepSent((sents[0] as (typeof sents)[0]).sent);
    expect(store.recallKept().map(({ sent }) => sent.order)).toEqual(['a', 'b', 'c']);
  });
});
