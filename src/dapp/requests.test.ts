import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { members } from '../../test/faults/replies.js';
import { createEvent } from '../../test/support/event.js';
import { ACCEPTING_CHAIN } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { playClient } from '../../test/support/played-client.js';
import { sendError } from '../../test/support/sends.js';
import { createTransaction } from '../../test/support/wallet.js';
import { FRAME_OVERHEAD } from '../protocol/frame.js';
import { transact } from '../transact/bytes.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeBase64 } from '../util/bytes.js';
import { openSession } from './open/open-session.js';
import { createRequests, type Requests } from './requests.js';

/** A phone whose wallet grants three accounts, behind a connection that carries at most so many bytes. */
async function createLimited(maxTextBytes: number | undefined) {
  const phone = await createPhone({
    accounts: [1, 2, 3].map((byte) => ({ seed: new Uint8Array(32).fill(byte) })),
    approve: (request) => ({
      approved: true,
      ...(request.type === 'authorize' && { accounts: request.accounts.map(({ address }) => address) }),
    }),
  });
  const dial: typeof phone.dial = async (...dialled) => {
    const channel = await phone.dial(...dialled);
    if (maxTextBytes === undefined) return channel;
    return { ...channel, maxMessageBytes: maxTextBytes + FRAME_OVERHEAD };
  };
  const signMessages = (payloads: readonly Uint8Array[], count: number) =>
    transact(
      async (wallet) => {
        const { accounts } = await wallet.authorize({ chain: 'solana:devnet' });
        const addresses = accounts.slice(0, count).map(({ address }) => address);
        return wallet.signMessages({ addresses, payloads });
      },
      { launch: phone.launch, dial },
    );
  return { signMessages, getMethods: phone.getMethods };
}

describe('messages whose response the connection must carry', () => {
  it.each<[lengths: readonly number[], addressCount: number]>([
    [[200], 1],
    [[201], 1],
    [[202, 203], 1],
    [[100, 5, 71], 2],
    [[1_000, 1_000, 1_000], 3],
  ])('of %j bytes, signed by %i, are signed if it can, and refused if it cannot', async (lengths, count) => {
    const payloads = lengths.map((length) => new Uint8Array(length));
    const signed = lengths.map((length) => encodeBase64(new Uint8Array(length + count * 64)));
    const bytes = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { signed_payloads: signed } }).length;
    // The number of the request, which may be longer, makes little difference.
    for (const [limit, fits] of [
      [undefined, true],
      [bytes + 4, true],
      [bytes - 1, false],
    ] as const) {
      const { signMessages, getMethods } = await createLimited(limit);
      const signing = signMessages(payloads, count);
      if (fits)
        expect((await signing).map(({ length }) => length)).toEqual(lengths.map((n) => n + count * 64));
      else await expect(signing).toRejectWith('PAYLOAD_TOO_LARGE', { maxBytes: limit });
      expect(getMethods()).toEqual(fits ? ['authorize', 'sign_messages'] : ['authorize']);
    }
  });
});

describe('the parameters of authorize', () => {
  it('are copied with their identity', async () => {
    const phone = await createPhone();
    await transact(async (wallet) => {
      const identity = { name: 'one' };
      const authorizing = wallet.authorize({ identity });
      identity.name = 'two';
      await authorizing;
      await expect(wallet.authorize({ identity: null as never })).toRejectWith('INVALID_ARGUMENT', {
        argument: 'identity',
      });
    }, phone);
    expect(phone.requests).toEqual([
      { method: 'authorize', params: { identity: { name: 'one' }, chain: 'solana:mainnet' } },
    ]);
  });
});

it.each(['v1', 'legacy'] as const)(
  'the capabilities of a wallet are those of its protocol: %s',
  async (protocol) => {
    const phone = await createPhone({ protocol, faults: [members('get_capabilities', { features: ['a'] })] });
    const { features } = await transact((wallet) => wallet.getCapabilities(), phone);
    expect(features).toEqual(protocol === 'legacy' ? ['a', 'solana:signTransactions'] : ['a']);
  },
);

it('only requests that need no user have a time limit', async () => {
  const { client, asked } = playClient({ result: {} }, { result: {} }, { result: { auth_token: 'other' } });
  const requests = createRequests({ client, protocol: 'v1' });
  await requests.deauthorize('token');
  await requests.getCapabilities();
  await requests.cloneAuthorization();
  expect(asked).toMatchObject([
    { method: 'deauthorize', timeoutMs: 10_000 },
    { method: 'get_capabilities', timeoutMs: 10_000 },
    { method: 'clone_authorization', timeoutMs: undefined },
  ]);
});

it('a malformed answer to a send leaves open what was sent', async () => {
  const signature = new Uint8Array(64).fill(7);
  const phone = await createPhone({
    chain: ACCEPTING_CHAIN,
    faults: [members('sign_and_send_transactions', { signatures: [encodeBase64(signature), 5] })],
  });
  const sending = transact(async (wallet) => {
    const { accounts } = await wallet.authorize({ chain: 'solana:devnet' });
    const payer = encodeBase58(decodeBase64(accounts[0].address));
    const transactions = ['a', 'b'].map((memo) => createTransaction(payer, memo));
    return wallet.signAndSendTransactions({ transactions });
  }, phone);
  await expect(sending).rejects.toMatchObject(sendError(signature, undefined));
});

describe('after requests that their callers have aborted', () => {
  /** Opens a session in which two requests to sign have been aborted, whose answers `decide` brings. */
  async function abortTwo() {
    const { happen: decide, happened: decided } = createEvent();
    const phone = await createPhone({
      capabilities: { features: ['solana:cloneAuthorization'] },
      async approve({ type }) {
        if (type !== 'authorize') await decided;
        return { approved: true };
      },
    });
    const { requests, close } = await openSession(phone);
    onTestFinished(() => close());
    const { accounts } = await requests.authorize({ chain: 'solana:devnet' });
    for (const count of [1, 2]) {
      const controller = new AbortController();
      const message = [Uint8Array.of(count)];
      const signing = requests.signMessages([accounts[0].address], message, controller.signal);
      await expect.poll(() => phone.getMethods()).toHaveLength(1 + count);
      controller.abort('enough');
      await expect(signing).rejects.toBe('enough');
    }
    const sent = ['authorize', 'sign_messages', 'sign_messages'];
    expect(phone.getMethods()).toEqual(sent);
    return { requests, decide, sent, getMethods: phone.getMethods };
  }

  it.each([
    ['get_capabilities', (requests: Requests, signal?: AbortSignal) => requests.getCapabilities(signal)],
    [
      'clone_authorization',
      (requests: Requests, signal?: AbortSignal) => requests.cloneAuthorization(signal),
    ],
  ])('%s waits for their answers', async (method, ask) => {
    const { requests, decide, sent, getMethods } = await abortTwo();
    const controller = new AbortController();
    const given = ask(requests, controller.signal);
    const answer = ask(requests);
    await setTimeout(200);
    expect(getMethods()).toEqual(sent);
    controller.abort('enough');
    await expect(given).rejects.toBe('enough');
    await setTimeout(200);
    expect(getMethods()).toEqual(sent);
    decide();
    await answer;
    expect(getMethods()).toEqual([...sent, method]);
  });

  it('what the user decides is sent at once', async () => {
    const { requests, sent, getMethods } = await abortTwo();
    await requests.authorize({ chain: 'solana:devnet' });
    expect(getMethods()).toEqual([...sent, 'authorize']);
  });
});
