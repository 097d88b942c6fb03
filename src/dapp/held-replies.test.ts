import { address } from '@solana/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestMethod } from '../../mock/src/faults/fault.js';
import type { MockWalletOptions } from '../../mock/src/mock-wallet.js';
import { createUnsigned, getTransfer } from '../../test/support/chain.js';
import { createPerson, IDENTITY, KEY, SEED } from '../../test/support/mock-wallet.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import { encodeUtf8 } from '../bytes.js';
import { type MobileWallet, transact } from './index.js';

const chain = 'solana:devnet';
const accounts = [{ seed: SEED }];
const payloads = [encodeUtf8('Hello, wallet')];
/** Longer than the second after which a request goes out. */
const A_WHILE = 1_300;
/** Far below the 45 s of the server's ping. */
const SOON = 5_000;

type Way = 'hidden' | 'unfocused';

/** A page that the user leaves and returns to; a page of a wallet's sheet stays visible, and has no focus. */
function openPage() {
  const window = new EventTarget();
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    hasFocus: (): boolean => true,
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  return {
    leave(way: Way = 'hidden') {
      page.hasFocus = () => false;
      window.dispatchEvent(new Event('blur'));
      if (way === 'unfocused') return;
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    comeBack() {
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
      page.hasFocus = () => true;
      window.dispatchEvent(new Event('focus'));
    },
    /** As when the user goes from a frame in the page to the page itself. */
    moveFocus: () => void window.dispatchEvent(new Event('focus')),
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A wallet behind a real WebSocket server, and a page; `heard` resolves as the wallet gets the request. */
async function setUp(options: MockWalletOptions = {}) {
  const page = openPage();
  let hear = (): void => {};
  let method: RequestMethod | undefined;
  const requests: string[] = [];
  const phone = await createServedPhone({
    accounts,
    ...options,
    onRequest(name) {
      requests.push(name);
      if (name === method) hear();
    },
  });
  return {
    page,
    phone,
    requests,
    count: () => requests.filter((name) => name === 'get_capabilities').length,
    whenHeard: (wanted: RequestMethod) =>
      new Promise<void>((resolve) => {
        method = wanted;
        hear = resolve;
      }),
  };
}

/** Sends the request of a method in an authorized session. */
async function send(method: RequestMethod, wallet: MobileWallet, token: string, wire: Uint8Array) {
  if (method === 'deauthorize') return wallet.deauthorize({ auth_token: token });
  if (method === 'get_capabilities') return wallet.getCapabilities();
  if (method === 'sign_messages') return wallet.signMessages({ addresses: [KEY], payloads });
  return wallet.signAndSendTransactions({ transactions: [wire] });
}

afterEach(() => void vi.unstubAllGlobals());

describe('a reply that the wallet holds back', () => {
  it.each<[method: RequestMethod, way: Way]>([
    ['authorize', 'hidden'],
    ['authorize', 'unfocused'],
    ['deauthorize', 'hidden'],
    ['get_capabilities', 'unfocused'],
    ['sign_messages', 'hidden'],
    ['sign_and_send_transactions', 'unfocused'],
  ])('is released once the user is back: %s, page %s', async (method, way) => {
    const { page, phone, requests, whenHeard } = await setUp({ quirks: { holdsReplyTo: method } });
    const payer = address(phone.wallet.accounts[0]?.address ?? '');
    const wire = await createUnsigned(phone.chain, payer, [getTransfer(payer, payer, 1n)]);
    let back = 0;
    const comeBackOn = async (wanted: RequestMethod) => {
      await whenHeard(wanted);
      page.comeBack();
      back = performance.now();
    };
    await transact(async (wallet) => {
      page.leave(way);
      if (method === 'authorize') {
        const [authorization] = await Promise.all([
          wallet.authorize({ chain, identity: IDENTITY }),
          comeBackOn(method),
        ]);
        expect(authorization.accounts).toHaveLength(1);
      } else {
        const { auth_token } = await wallet.authorize({ chain, identity: IDENTITY });
        await Promise.all([send(method, wallet, auth_token, wire), comeBackOn(method)]);
      }
    }, phone.config);
    const taken = performance.now() - back;
    expect(taken).toBeGreaterThan(900);
    expect(taken).toBeLessThan(SOON);
    expect(requests.slice(-2)).toEqual([method, 'get_capabilities']);
    await phone.whenClosed();
  });

  it('is released where the user came back before the request left', async () => {
    const { page, phone, count } = await setUp({ quirks: { holdsReplyTo: 'authorize' } });
    const config = {
      ...phone.config,
      async launch(uri: string, options: { signal: AbortSignal }) {
        page.leave();
        await phone.config.launch?.(uri, options);
        page.comeBack();
      },
    };
    const start = performance.now();
    await transact((wallet) => wallet.authorize({ chain, identity: IDENTITY }), config);
    expect(performance.now() - start).toBeLessThan(SOON);
    expect(count()).toBe(1);
    await phone.whenClosed();
  });

  it.each<[what: string, options: MockWalletOptions]>([
    ['answers in the order of the requests', { quirks: { repliesOvertake: false } }],
    ['is a legacy one', { protocol: 'legacy' }],
    ['answers in order, and is a legacy one', { protocol: 'legacy', quirks: { repliesOvertake: false } }],
  ])('is released by a wallet that %s', async (_, options) => {
    const quirks = { ...options.quirks, holdsReplyTo: 'sign_messages' } as const;
    const { page, phone, count, whenHeard } = await setUp({ ...options, quirks });
    const signed = await transact(async (wallet) => {
      await wallet.authorize({ chain, identity: IDENTITY });
      page.leave();
      const heard = whenHeard('sign_messages').then(page.comeBack);
      const [payload] = await wallet.signMessages({ addresses: [KEY], payloads });
      await heard;
      // The session is as good as before.
      await wallet.signMessages({ addresses: [KEY], payloads });
      return payload;
    }, phone.config);
    expect(signed).toBeDefined();
    expect(count()).toBe(2);
    await phone.whenClosed();
  });
});

describe('a user who thinks', () => {
  /** Starts a request that waits for the user. */
  async function setUpThinking(options: MockWalletOptions = {}) {
    const person = createPerson();
    const rig = await setUp({ approve: person.approve, ...options });
    const outcome = transact((wallet) => wallet.authorize({ chain, identity: IDENTITY }), rig.phone.config);
    const question = await person.next();
    return {
      ...rig,
      async end() {
        question.decide({ approved: true });
        expect((await outcome).accounts).toHaveLength(1);
        await rig.phone.whenClosed();
      },
    };
  }

  it.each<Way>(['hidden', 'unfocused'])('is in the wallet app: nothing is sent (page %s)', async (way) => {
    const { page, count, end } = await setUpThinking();
    page.leave(way);
    await wait(A_WHILE);
    expect(count()).toBe(0);
    await end();
  });

  it('never left the page, as beside a wallet in another window: nothing is sent', async () => {
    const { page, count, end } = await setUpThinking();
    page.moveFocus();
    await wait(A_WHILE);
    expect(count()).toBe(0);
    await end();
  });

  it('is back for less than a second: nothing is sent', async () => {
    const { page, count, end } = await setUpThinking();
    page.leave();
    page.comeBack();
    await wait(300);
    page.leave();
    await wait(A_WHILE);
    expect(count()).toBe(0);
    await end();
  });

  it('is back for long: one request is sent, and one more after the next return', async () => {
    const { page, count, end } = await setUpThinking();
    page.leave();
    page.comeBack();
    await wait(A_WHILE);
    page.moveFocus();
    await wait(A_WHILE);
    expect(count()).toBe(1);
    page.leave();
    page.comeBack();
    await wait(A_WHILE);
    expect(count()).toBe(2);
    await end();
  });

  it('is back, at a wallet that never answers a second request: the session goes on', async () => {
    const { page, count, end } = await setUpThinking({
      faults: [{ at: 'get_capabilities', send: () => [], number: (due) => due - 1 }],
    });
    page.leave();
    page.comeBack();
    await wait(A_WHILE);
    expect(count()).toBe(1);
    await end();
  });

  it('is back once all is answered: nothing is sent', async () => {
    const { page, phone, count } = await setUp();
    await transact(async (wallet) => {
      page.leave();
      await wallet.authorize({ chain, identity: IDENTITY });
      page.comeBack();
      await wait(A_WHILE);
    }, phone.config);
    expect(count()).toBe(0);
    await phone.whenClosed();
  });
});
