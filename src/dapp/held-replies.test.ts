import { address } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { RequestMethod } from '../../mock/src/wallet/faults/fault.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { createUnsigned, getTransfer } from '../../test/support/chain.js';
import { openPage, type Way } from '../../test/support/left-page.js';
import { createPerson, IDENTITY, KEY, SEED } from '../../test/support/mock-wallet.js';
import { within } from '../../test/support/patience.js';
import { createPhone } from '../../test/support/phone.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import { type MobileWallet, transact } from '../transact/bytes.js';
import { encodeUtf8 } from '../util/bytes.js';
import { openSession } from './open/open-session.js';

const chain = 'solana:devnet';
const accounts = [{ seed: SEED }];
const payloads = [encodeUtf8('Hello, wallet')];
/** Longer than the second after which an extra request is sent. */
const LONGER_MS = 1_300;
/** Far below the 45 s of the server's ping. */
const MUCH_SHORTER_MS = 15_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a wallet behind a real WebSocket server, and a page. */
async function setUp(options: MockWalletOptions = {}) {
  const page = openPage();
  let onReceived = (): void => {};
  let method: RequestMethod | undefined;
  const requests: string[] = [];
  const phone = await createServedPhone({
    accounts,
    ...options,
    onRequest(name) {
      requests.push(name);
      if (name === method) onReceived();
    },
  });
  return {
    page,
    phone,
    requests,
    count: () => requests.filter((name) => name === 'get_capabilities').length,
    whenReceived: (wanted: RequestMethod) =>
      new Promise<void>((resolve) => {
        method = wanted;
        onReceived = resolve;
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

describe('a reply that the wallet holds back', () => {
  it.each<[method: RequestMethod, way: Way]>([
    ['authorize', 'hidden'],
    ['authorize', 'unfocused'],
    ['deauthorize', 'hidden'],
    ['get_capabilities', 'unfocused'],
    ['sign_messages', 'hidden'],
    ['sign_and_send_transactions', 'unfocused'],
  ])('is released after the user has returned: %s, page %s', async (method, way) => {
    const { page, phone, requests, whenReceived } = await setUp({ quirks: { holdsReplyTo: method } });
    const payer = address(phone.wallet.accounts[0]?.address ?? '');
    const wire = await createUnsigned(phone.chain, payer, [getTransfer(payer, payer, 1n)]);
    let returnedAt = 0;
    const returnOn = async (wanted: RequestMethod) => {
      await whenReceived(wanted);
      // The page looks for its focus a task later, and a message can be quicker.
      await wait(0);
      returnedAt = performance.now();
      page.returnToPage();
    };
    const called = transact(async (wallet) => {
      page.leave(way);
      if (method === 'authorize') {
        const [authorization] = await Promise.all([
          wallet.authorize({ chain, identity: IDENTITY }),
          returnOn(method),
        ]);
        expect(authorization.accounts).toHaveLength(1);
      } else {
        const { auth_token } = await wallet.authorize({ chain, identity: IDENTITY });
        await Promise.all([send(method, wallet, auth_token, wire), returnOn(method)]);
      }
    }, phone.config);
    await within(MUCH_SHORTER_MS, called, 'the reply');
    expect(performance.now() - returnedAt).toBeGreaterThan(900);
    expect(requests.slice(-2)).toEqual([method, 'get_capabilities']);
    await phone.whenClosed();
  });

  it('is released if the user returned before the request was sent', async () => {
    const { page, phone, count } = await setUp({ quirks: { holdsReplyTo: 'authorize' } });
    const config = {
      ...phone.config,
      async launch(uri: string, options: { signal: AbortSignal }) {
        page.leave();
        await phone.config.launch?.(uri, options);
        page.returnToPage();
      },
    };
    const called = transact((wallet) => wallet.authorize({ chain, identity: IDENTITY }), config);
    await within(MUCH_SHORTER_MS, called, 'the reply');
    expect(count()).toBe(1);
    await phone.whenClosed();
  });

  it.each<[what: string, options: MockWalletOptions]>([
    ['answers in the order of the requests', { quirks: { repliesOvertake: false } }],
    ['speaks the legacy protocol', { protocol: 'legacy' }],
    [
      'answers in order, and speaks the legacy protocol',
      { protocol: 'legacy', quirks: { repliesOvertake: false } },
    ],
  ])('is released by a wallet that %s', async (_, options) => {
    const quirks = { ...options.quirks, holdsReplyTo: 'sign_messages' } as const;
    const { page, phone, count, whenReceived } = await setUp({ ...options, quirks });
    const signed = await transact(async (wallet) => {
      await wallet.authorize({ chain, identity: IDENTITY });
      page.leave();
      const received = whenReceived('sign_messages').then(page.returnToPage);
      const [payload] = await wallet.signMessages({ addresses: [KEY], payloads });
      await received;
      // The session still works.
      await wallet.signMessages({ addresses: [KEY], payloads });
      return payload;
    }, phone.config);
    expect(signed).toBeDefined();
    expect(count()).toBe(2);
    await phone.whenClosed();
  });
});

describe('while the user decides', () => {
  /** Starts a request that waits for the user. */
  async function setUpPendingRequest(options: MockWalletOptions = {}) {
    const person = createPerson();
    const setup = await setUp({ approve: person.approve, ...options });
    const outcome = transact((wallet) => wallet.authorize({ chain, identity: IDENTITY }), setup.phone.config);
    const question = await person.next();
    return {
      ...setup,
      async end() {
        question.decide({ approved: true });
        expect((await outcome).accounts).toHaveLength(1);
        await setup.phone.whenClosed();
      },
    };
  }

  it.each<[what: string, act: (page: ReturnType<typeof openPage>) => void]>([
    ['while they are in the wallet app (page hidden)', (page) => page.leave('hidden')],
    ['while they are in the wallet app (page unfocused)', (page) => page.leave('unfocused')],
    ['if they never left the page, as with a wallet in another window', (page) => page.moveFocus()],
    [
      'if they return for a moment',
      (page) => {
        page.leave();
        page.returnToPage();
        page.leave();
      },
    ],
  ])('nothing is sent %s', async (_, act) => {
    const { page, count, end } = await setUpPendingRequest();
    act(page);
    await wait(LONGER_MS);
    expect(count()).toBe(0);
    await end();
  });

  it('one request is sent after each return that lasts longer than a second', async () => {
    const { page, count, whenReceived, end } = await setUpPendingRequest();
    const first = whenReceived('get_capabilities');
    page.leave();
    page.returnToPage();
    await first;
    page.moveFocus();
    await wait(LONGER_MS);
    expect(count()).toBe(1);
    const second = whenReceived('get_capabilities');
    page.leave();
    page.returnToPage();
    await second;
    expect(count()).toBe(2);
    await end();
  });

  it('the session continues if the wallet never answers the extra request', async () => {
    const { page, count, whenReceived, end } = await setUpPendingRequest({
      faults: [{ at: 'get_capabilities', send: () => [], number: (due) => due - 1 }],
    });
    const received = whenReceived('get_capabilities');
    page.leave();
    page.returnToPage();
    await received;
    expect(count()).toBe(1);
    await end();
  });

  it('nothing is sent if they return when every request has been answered', async () => {
    const { page, phone, count } = await setUp();
    await transact(async (wallet) => {
      page.leave();
      await wallet.authorize({ chain, identity: IDENTITY });
      page.returnToPage();
      await wait(LONGER_MS);
    }, phone.config);
    expect(count()).toBe(0);
    await phone.whenClosed();
  });
});

it('the capabilities wait no longer than ten seconds for a request that its caller aborted', async () => {
  const phone = await createPhone({
    approve: ({ type }) => (type === 'authorize' ? { approved: true } : new Promise(() => {})),
  });
  const { requests, close } = await openSession(phone);
  const { accounts } = await requests.authorize({ chain });
  const controller = new AbortController();
  const signing = requests.signMessages([accounts[0].address], payloads, controller.signal);
  await expect.poll(() => phone.getMethods()).toHaveLength(2);
  controller.abort('enough');
  await expect(signing).rejects.toBe('enough');
  await requests.getCapabilities();
  expect(phone.getMethods()).toEqual(['authorize', 'sign_messages', 'get_capabilities']);
  close();
});
