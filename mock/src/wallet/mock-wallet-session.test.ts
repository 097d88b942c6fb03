import {
  type Channel,
  createChannelPair,
  createDappHello,
  createRpcClient,
  dappHandshake,
  encodeJsonRpc,
  type JsonObject,
  type RpcClient,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  connect,
  connectAuthorized,
  createAssociation,
  createPerson,
  getError,
  getErrorCode,
  getResult,
  IDENTITY,
  KEY,
  shakeHands,
} from '../../../test/support/mock-wallet.js';
import { createMockWallet } from './mock-wallet.js';

type Frame = Uint8Array<ArrayBuffer>;

/** The dapp's end of a channel. It records all messages, so that a test can count, repeat or damage them. */
function createRecorder(channel: Channel): Channel & { sent: Frame[]; received: Frame[] } {
  const sent: Frame[] = [];
  const received: Frame[] = [];
  return {
    ...channel,
    sent,
    received,
    send(message) {
      sent.push(message.slice());
      channel.send(message);
    },
    async read() {
      const message = await channel.read();
      received.push(message);
      return message;
    },
  };
}

async function connectRecorded(options = {}) {
  const wallet = await createMockWallet(options);
  const { keys, request } = await createAssociation();
  const [dappEnd, walletEnd] = createChannelPair();
  const channel = createRecorder(dappEnd);
  const ended = wallet.attach(walletEnd, request);
  const { secure } = await dappHandshake(channel, createDappHello(keys));
  const dapp = createRpcClient(secure);
  await getResult(dapp, 'get_capabilities');
  return { channel, ended, secure, dapp };
}

type Recorded = Awaited<ReturnType<typeof connectRecorded>>;

describe('session establishment', () => {
  it('writes the properties as {"v":"1"}', async () => {
    const { channel } = await connectRecorded();
    // 65 bytes of point; 4 + 12 + 16 around the text.
    expect(channel.received[0]).toHaveLength(65 + 32 + '{"v":"1"}'.length);
  });

  it.each(['v1', '1', 'V1'])('speaks 2.0 to a dapp that offers %s', async (version) => {
    expect((await connect({}, ['legacy', version])).protocol).toBe('v1');
  });

  it.each([[[]], [['legacy']], [['v2']]])('opens a legacy session for versions %j', async (versions) => {
    expect((await connect({}, versions)).protocol).toBe('legacy');
  });

  it('opens a legacy session as a 1.x wallet, whatever is offered', async () => {
    expect((await connect({ protocol: 'legacy' }, ['v1'])).protocol).toBe('legacy');
  });

  it('ignores frames that are too short, in every state', async () => {
    const { channel, dapp } = await connectRecorded();
    channel.send(new Uint8Array(31));
    expect(await getResult(dapp, 'get_capabilities')).toHaveProperty('features');
    const wallet = await createMockWallet();
    const { keys, request } = await createAssociation();
    const [dappEnd, walletEnd] = createChannelPair();
    void wallet.attach(walletEnd, request);
    dappEnd.send(new Uint8Array(31));
    const { secure } = await dappHandshake(dappEnd, createDappHello(keys));
    expect(await getResult(createRpcClient(secure), 'get_capabilities')).toHaveProperty('features');
  });

  it('ignores empty frames in every state', async () => {
    const wallet = await createMockWallet();
    const { keys, request } = await createAssociation();
    const [dappEnd, walletEnd] = createChannelPair();
    void wallet.attach(walletEnd, request);
    dappEnd.send(new Uint8Array());
    const { secure } = await dappHandshake(dappEnd, createDappHello(keys));
    dappEnd.send(new Uint8Array());
    expect(await getResult(createRpcClient(secure), 'get_capabilities')).toHaveProperty('features');
  });

  it('sends no HELLO_RSP to a socket that comes after an ended session', async () => {
    const { wallet, association, dapp, ended } = await connect();
    dapp.close();
    expect(await ended).toEqual({ established: true });
    const [dappEnd, walletEnd] = createChannelPair();
    expect(await wallet.attach(walletEnd, association.request)).toEqual({ established: false });
    await expect(dappHandshake(dappEnd, createDappHello(association.keys), 20)).toRejectWith(
      'SESSION_TIMEOUT',
    );
  });

  it('serves a socket after an ended session without the quirk `deafAfterSession`', async () => {
    const { wallet, association, dapp, ended } = await connect({ quirks: { deafAfterSession: false } });
    dapp.close();
    await ended;
    expect((await shakeHands(wallet, association)).protocol).toBe('v1');
  });

  it('shares one authorization between two sockets at once', async () => {
    const { wallet, association } = await connectAuthorized();
    const second = createRpcClient((await shakeHands(wallet, association)).secure);
    const params = { addresses: [KEY], payloads: ['YWJj'] };
    expect(await getResult(second, 'sign_messages', params)).toHaveProperty('signed_payloads');
  });
});

describe('violations of the session protocol', () => {
  const BREACHES: Readonly<Record<string, (session: Recorded) => unknown>> = {
    'a second HELLO_REQ': ({ channel }) => channel.send(channel.sent[0] ?? new Uint8Array()),
    'a repeated sequence number': ({ channel }) => channel.send(channel.sent[1] ?? new Uint8Array()),
    'a sequence number that skips one': async ({ secure }) => {
      const request = { id: 2, method: 'get_capabilities', params: {} };
      await secure.seal(encodeJsonRpc(request));
      await secure.send(encodeJsonRpc(request));
    },
    'a bad tag': async ({ channel, secure }) => {
      const frame = await secure.seal(encodeJsonRpc({ id: 2, method: 'get_capabilities', params: {} }));
      frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 1;
      channel.send(frame);
    },
  };

  it.each(Object.keys(BREACHES))('%s closes the connection, without a reply', async (name) => {
    const session = await connectRecorded();
    const before = session.channel.received.length;
    await BREACHES[name]?.(session);
    expect(await session.ended).toEqual({ established: true });
    expect(await session.dapp.closed).toMatchObject({ code: 'SESSION_CLOSED' });
    expect(session.channel.received.length).toBe(before);
  });

  it.each(Object.keys(BREACHES))(
    '%s ends the session and leaves the connection open without the quirk `closesOnBreach`',
    async (name) => {
      const session = await connectRecorded({ quirks: { closesOnBreach: false } });
      const { channel, dapp, ended } = session;
      const before = channel.received.length;
      await BREACHES[name]?.(session);
      expect(await ended).toEqual({ established: true });
      expect(() => channel.send(new Uint8Array(1))).not.toThrow();
      const goodbye = new Error('goodbye');
      dapp.close(goodbye);
      expect(await dapp.closed).toBe(goodbye);
      expect(channel.received.length).toBe(before);
    },
  );

  it('a HELLO_REQ of another key gets no HELLO_RSP', async () => {
    const wallet = await createMockWallet();
    const { request } = await createAssociation();
    const stranger = await createAssociation();
    const [dappEnd, walletEnd] = createChannelPair();
    const ended = wallet.attach(walletEnd, request);
    await expect(dappHandshake(dappEnd, createDappHello(stranger.keys), 50)).toRejectWith('SESSION_TIMEOUT');
    expect(await ended).toEqual({ established: false });
  });
});

describe('JSON-RPC', () => {
  it.each([
    ['{', -32700, null],
    ['[]', -32700, null],
    ['{"jsonrpc":"1.0","id":1,"method":"authorize"}', -32600, null],
    ['{"jsonrpc":"2.0","method":"authorize","params":{}}', -32600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"authorize","params":{}}', -32600, null],
    ['{"jsonrpc":"2.0","id":7,"method":"rpc.x","params":{}}', -32601, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"unknown","params":{}}', -32601, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"authorize","params":3}', -32602, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"authorize","params":[]}', -32602, 7],
    ['{"jsonrpc":"2.0","id":"x","method":"get_capabilities"}', -32602, 'x'],
  ])('answers %s with %i', async (text, code, id) => {
    const { secure } = await shakeHands(await createMockWallet());
    await secure.send(text);
    expect(JSON.parse(await secure.read())).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  it('gives two answers to get_capabilities with a parameter', async () => {
    const { secure } = await shakeHands(await createMockWallet());
    await secure.send(encodeJsonRpc({ id: 1, method: 'get_capabilities', params: { extra: 1 } }));
    expect(JSON.parse(await secure.read())).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(JSON.parse(await secure.read())).toMatchObject({ id: 1, result: { features: expect.any(Array) } });
  });

  it('gives one answer to get_capabilities with a parameter without the quirk `answersCapabilitiesTwice`', async () => {
    const { dapp } = await connect({ quirks: { answersCapabilitiesTwice: false } });
    expect(await getResult(dapp, 'get_capabilities', { extra: 1 })).toHaveProperty('features');
  });

  it('lets get_capabilities overtake a waiting authorize', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    const authorized = getResult(dapp, 'authorize');
    const question = await person.next();
    await getResult(dapp, 'get_capabilities');
    question.decide({ approved: true });
    expect(await authorized).toHaveProperty('auth_token');
  });

  it('replies in the order of the requests without the quirk `repliesOvertake`', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve, quirks: { repliesOvertake: false } });
    const order: string[] = [];
    const authorized = getResult(dapp, 'authorize').then(() => order.push('authorize'));
    const question = await person.next();
    const capabilities = getResult(dapp, 'get_capabilities').then(() => order.push('get_capabilities'));
    const unknown = getErrorCode(dapp, 'unknown').then(() => order.push('unknown'));
    question.decide({ approved: true });
    await Promise.all([authorized, capabilities, unknown]);
    expect(order).toEqual(['authorize', 'get_capabilities', 'unknown']);
  });

  it('holds a reply back until a further request releases it with the quirk `holdsReplyTo`', async () => {
    const { secure } = await shakeHands(await createMockWallet({ quirks: { holdsReplyTo: 'authorize' } }));
    await secure.send(encodeJsonRpc({ id: 1, method: 'authorize', params: {} }));
    const answered: unknown[] = [];
    for (let id = 2; !answered.includes(1); id++) {
      await secure.send(encodeJsonRpc({ id, method: 'get_capabilities', params: {} }));
      while (answered.at(-1) !== id) answered.push(JSON.parse(await secure.read()).id);
    }
    expect(answered.indexOf(1)).toBeGreaterThan(0);
  });

  describe('with the quirk `stallsWhenRepliesMeet`', () => {
    const quirks = { stallsWhenRepliesMeet: true };
    /** Longer than the wallet takes for a reply. */
    const LONG_MS = 1_000;
    const TIMED_OUT = expect.objectContaining({ code: 'SESSION_TIMEOUT' });
    const getOutcome = (dapp: RpcClient, method: string, params: JsonObject) =>
      dapp.call(method, params, LONG_MS).catch((error: unknown) => error);

    it.each<[what: string, method: string]>([
      ['the capabilities', 'get_capabilities'],
      ['the refusal of an unknown method', 'clone_authorization'],
      ['the refusal of malformed parameters', 'sign_messages'],
    ])('answers nothing more if it sends %s while its app replies', async (_, method) => {
      const { dapp, token } = await connectAuthorized({ quirks });
      const outcomes = await Promise.all([
        getOutcome(dapp, 'authorize', { identity: IDENTITY, auth_token: token }),
        getOutcome(dapp, method, {}),
      ]);
      expect(outcomes).toEqual([TIMED_OUT, TIMED_OUT]);
      expect(await getOutcome(dapp, 'get_capabilities', {})).toEqual(TIMED_OUT);
      dapp.close();
    });

    it('answers all if the capabilities are asked first, or two requests need the app', async () => {
      const { dapp, token } = await connectAuthorized({ quirks });
      const authorize = () => getOutcome(dapp, 'authorize', { identity: IDENTITY, auth_token: token });
      const outcomes = [getOutcome(dapp, 'get_capabilities', {}), authorize(), authorize()];
      for (const outcome of await Promise.all(outcomes)) expect(outcome).toHaveProperty('result');
      dapp.close();
    });

    it('answers a request at once while the user decides', async () => {
      const person = createPerson();
      const { dapp } = await connect({ quirks, approve: person.approve });
      const authorized = getResult(dapp, 'authorize');
      const question = await person.next();
      expect(await getOutcome(dapp, 'get_capabilities', {})).toHaveProperty('result');
      question.decide({ approved: true });
      expect(await authorized).toHaveProperty('auth_token');
      dapp.close();
    });
  });

  it('shows every request to onRequest', async () => {
    const seen: unknown[] = [];
    const { dapp } = await connect({ onRequest: (method, params) => seen.push([method, params]) });
    await getResult(dapp, 'authorize', { chain: 'solana:devnet' });
    await getErrorCode(dapp, 'unknown', { a: null });
    expect(seen).toEqual([
      ['authorize', { chain: 'solana:devnet' }],
      ['unknown', { a: null }],
    ]);
  });
});

describe('the end of a session', () => {
  it('aborts the question to the user', async () => {
    const person = createPerson();
    const { dapp, ended } = await connect({ approve: person.approve });
    dapp.call('authorize', {}).catch(() => {});
    const { signal } = await person.next();
    expect(signal.aborted).toBe(false);
    dapp.close();
    await ended;
    expect(signal.aborted).toBe(true);
  });

  it('ignores a decision that comes too late', async () => {
    const person = createPerson();
    const { wallet, association, dapp, ended } = await connect({
      approve: person.approve,
      quirks: { deafAfterSession: false },
    });
    dapp.call('authorize', {}).catch(() => {});
    const question = await person.next();
    dapp.close();
    await ended;
    question.decide({ approved: true });
    const second = createRpcClient((await shakeHands(wallet, association)).secure);
    expect(await getErrorCode(second, 'sign_messages', { addresses: [KEY], payloads: ['YWJj'] })).toBe(-1);
  });

  it('answers -32603 when deciding fails', async () => {
    const { dapp } = await connect({ approve: () => Promise.reject(new Error('out of order')) });
    const error = await getError(dapp, 'authorize');
    expect(error.code).toBe(-32603);
    expect(error.message).toContain('out of order');
  });

  it.each(['authorize', 'get_capabilities'] as const)(
    'hangs up cleanly on %s with the quirk `hangsUpOn`',
    async (hangsUpOn) => {
      const { dapp, ended } = await connect({ quirks: { hangsUpOn } });
      await expect(dapp.call(hangsUpOn, {})).toRejectWith('SESSION_CLOSED');
      expect(await ended).toEqual({ established: true });
    },
  );
});
