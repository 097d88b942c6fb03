import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type HostileRelay,
  type Hostility,
  isEventOf,
  signEvent,
  startHostileRelay,
} from '../../test/support/hostile-relay.js';
import {
  createNostrKeyPair,
  MAX_RELAY_MESSAGE_LENGTH,
  type NostrEvent,
  type NostrKeyPair,
} from '../protocol/nostr.js';
import { encodeBase64, equalBytes } from '../util/bytes.js';
import type { Channel } from './channel.js';
import { openNostrChannel } from './nostr-channel.js';

const sessionIdentifier = 'a'.repeat(64);
const FIRST = Uint8Array.of(1);
const SECOND = Uint8Array.of(2);
const MESSAGES = [new Uint8Array(300_000).fill(7), FIRST, new Uint8Array(200_000).fill(8), SECOND];
const NOISE = [
  '',
  'not JSON',
  '[',
  '{}',
  'null',
  '[]',
  '["EVENT"]',
  '["EVENT","session",null]',
  '["EOSE"]',
  '["OK"]',
  '["OK","x",false,"error: not yours"]',
  '["CLOSED","another","error: not yours"]',
  '["NOTICE","hello"]',
  '["AUTH","challenge"]',
  '["EOSE","another"]',
  '["EOSE","session"]',
];

async function start(hostility: Hostility = {}): Promise<HostileRelay> {
  const relay = await startHostileRelay(hostility);
  onTestFinished(relay.close);
  return relay;
}

/** Opens the dapp's end. The test plays the relay and the wallet. */
async function openDapp(hostility?: Hostility) {
  const relay = await start(hostility);
  const [keys, wallet] = [createNostrKeyPair(), createNostrKeyPair()];
  const { channel, joined } = await openNostrChannel(`ws://${relay.host}`, { keys, sessionIdentifier });
  onTestFinished(() => channel.close());
  return { relay, keys, wallet, channel, joined };
}

/** Opens the wallet's end. The test plays the relay and the dapp. */
async function openWallet(hostility?: Hostility) {
  const relay = await start(hostility);
  const [keys, dapp] = [createNostrKeyPair(), createNostrKeyPair()];
  const options = { keys, sessionIdentifier, dappKey: dapp.publicKey };
  const { channel } = await openNostrChannel(`ws://${relay.host}`, options);
  onTestFinished(() => channel.close());
  return { relay, keys, dapp, channel };
}

/** Opens the dapp's end with a wallet that has joined. */
async function openJoined(hostility?: Hostility) {
  const opened = await openDapp(hostility);
  opened.relay.deliver(await connectEvent(opened.wallet, opened.keys.publicKey));
  await opened.joined;
  return opened;
}

const connectEvent = (wallet: NostrKeyPair, recipient?: string, d = sessionIdentifier): Promise<NostrEvent> =>
  signEvent(wallet, {
    tags: [['d', d], ...(recipient === undefined ? [] : [['p', recipient]]), ['msg', 'CONNECT']],
  });

const messageEvent = (
  sender: NostrKeyPair,
  content: Uint8Array | string,
  { kind = 20012, tags = [] as string[][], d = sessionIdentifier } = {},
): Promise<NostrEvent> =>
  signEvent(sender, {
    kind,
    tags: [['d', d], ...tags],
    content: typeof content === 'string' ? content : encodeBase64(content),
  });

describe('CONNECT', () => {
  it.each<[string, (wallet: NostrKeyPair, dappKey: string) => Promise<NostrEvent>]>([
    ['without `p`', (wallet) => connectEvent(wallet)],
    ['with another `p`', (wallet) => connectEvent(wallet, wallet.publicKey)],
    ['of another session', (wallet, key) => connectEvent(wallet, key, 'b'.repeat(64))],
    [
      'of another kind',
      (wallet, key) => {
        const tags = [
          ['p', key],
          ['msg', 'CONNECT'],
        ];
        return messageEvent(wallet, '', { kind: 20013, tags });
      },
    ],
    ['without `msg`', (wallet, key) => messageEvent(wallet, '', { tags: [['p', key]] })],
    [
      'with another `msg`',
      (wallet, key) => {
        const tags = [
          ['p', key],
          ['msg', 'SESSION_END'],
        ];
        return messageEvent(wallet, '', { tags });
      },
    ],
    [
      'with a forged signature',
      async (wallet, key) => ({
        ...(await connectEvent(wallet, key)),
        sig: (await connectEvent(wallet, wallet.publicKey)).sig,
      }),
    ],
    [
      'with a wrong id',
      async (wallet, key) => ({ ...(await connectEvent(wallet, key)), id: 'c'.repeat(64) }),
    ],
    [
      'in the name of another key',
      async (wallet, key) => ({
        ...(await connectEvent(wallet, key)),
        pubkey: createNostrKeyPair().publicKey,
      }),
    ],
  ])('%s is ignored', async (_, createEvent) => {
    const { relay, keys, wallet, channel, joined } = await openDapp();
    relay.deliver(await createEvent(createNostrKeyPair(), keys.publicKey));
    relay.deliver(await connectEvent(wallet, keys.publicKey));
    await joined;
    channel.send(FIRST);
    const [, event] = await relay.whenReceived((message) => isEventOf(message, undefined));
    expect(event).toMatchObject({
      tags: [
        ['d', sessionIdentifier],
        ['p', wallet.publicKey],
      ],
    });
  });

  it('of a second wallet is ignored, and so is everything else from it', async () => {
    const { relay, keys, wallet, channel } = await openJoined();
    const stranger = createNostrKeyPair();
    relay.deliver(await connectEvent(stranger, keys.publicKey));
    relay.deliver(await messageEvent(stranger, FIRST));
    relay.deliver(
      await messageEvent(stranger, '', {
        tags: [
          ['p', keys.publicKey],
          ['msg', 'SESSION_END'],
        ],
      }),
    );
    relay.deliver(await messageEvent(wallet, SECOND));
    expect(await channel.read()).toEqual(SECOND);
  });

  it('of two wallets at the same time is taken from the first', async () => {
    const { relay, keys, wallet, channel, joined } = await openDapp();
    const stranger = createNostrKeyPair();
    const events = [
      await connectEvent(wallet, keys.publicKey),
      await connectEvent(stranger, keys.publicKey),
      await messageEvent(stranger, FIRST),
    ];
    for (const event of events) relay.deliver(event);
    await joined;
    relay.deliver(await messageEvent(wallet, SECOND));
    expect(await channel.read()).toEqual(SECOND);
  });

  it('is sent by the wallet after EOSE, once, to the dapp’s key', async () => {
    const requests: (() => void)[] = [];
    const relay = await start({ onRequest: (_, { send }) => requests.push(() => send(['EOSE', 'session'])) });
    const [keys, dapp] = [createNostrKeyPair(), createNostrKeyPair()];
    const options = { keys, sessionIdentifier, dappKey: dapp.publicKey };
    const opening = openNostrChannel(`ws://${relay.host}`, options);
    await relay.whenReceived(([type]) => type === 'REQ');
    relay.send(['NOTICE', 'wait']);
    expect(relay.received).toHaveLength(1);
    for (const answer of requests) answer();
    for (const answer of requests) answer();
    const { channel } = await opening;
    onTestFinished(() => channel.close());
    channel.send(FIRST);
    await relay.whenReceived((message) => isEventOf(message, undefined));
    const [, connect, ...rest] = relay.received;
    expect(connect).toMatchObject([
      'EVENT',
      {
        kind: 20012,
        pubkey: keys.publicKey,
        content: '',
        tags: [
          ['d', sessionIdentifier],
          ['p', dapp.publicKey],
          ['msg', 'CONNECT'],
        ],
      },
    ]);
    expect(rest).toHaveLength(1);
  });
});

describe.each([
  ['dapp', async (hostility?: Hostility) => openJoined(hostility).then((o) => ({ ...o, other: o.wallet }))],
  ['wallet', async (hostility?: Hostility) => openWallet(hostility).then((o) => ({ ...o, other: o.dapp }))],
])("the %s's end of a Nostr channel", (_, open) => {
  /** Sends a message, which must be the next one that the channel has. */
  const expectNext = async (
    { relay, other, channel }: Readonly<{ relay: HostileRelay; other: NostrKeyPair; channel: Channel }>,
    message = SECOND,
  ): Promise<void> => {
    relay.deliver(await messageEvent(other, message));
    expect(await channel.read()).toEqual(message);
  };

  it.each<[string, (event: NostrEvent, other: NostrKeyPair) => NostrEvent | Promise<NostrEvent>]>([
    ['a forged signature', (event) => ({ ...event, sig: event.id.repeat(2) })],
    ['a signature of zeros', (event) => ({ ...event, sig: '0'.repeat(128) })],
    ['a wrong id', (event) => ({ ...event, id: event.pubkey })],
    ['changed content', (event) => ({ ...event, content: 'AAAA' })],
    ['another sender', () => messageEvent(createNostrKeyPair(), FIRST)],
    ['another session', (_event, other) => messageEvent(other, FIRST, { d: 'b'.repeat(64) })],
    ['another kind', (_event, other) => messageEvent(other, FIRST, { kind: 1 })],
    ['no content', (_event, other) => messageEvent(other, '')],
    ['an unknown `msg` and no content', (_event, other) => messageEvent(other, '', { tags: [['msg', 'X']] })],
  ])('ignores an event with %s', async (_name, change) => {
    const opened = await open();
    const event = await messageEvent(opened.other, FIRST);
    opened.relay.deliver(await change(event, opened.other));
    await expectNext(opened);
  });

  it('ignores an event that is repeated, now or later', async () => {
    const opened = await open();
    const event = await messageEvent(opened.other, FIRST);
    opened.relay.deliver(event);
    opened.relay.deliver(event);
    expect(await opened.channel.read()).toEqual(FIRST);
    await expectNext(opened);
    opened.relay.deliver(event);
    await expectNext(opened, Uint8Array.of(3));
  });

  it('takes the true event after a forged one with the same id', async () => {
    const opened = await open();
    const event = await messageEvent(opened.other, FIRST);
    opened.relay.deliver({ ...event, sig: '1'.repeat(128) });
    opened.relay.deliver(event);
    expect(await opened.channel.read()).toEqual(FIRST);
  });

  it('ignores its own events that the relay sends back', async () => {
    const opened = await open();
    opened.channel.send(FIRST);
    const [, own] = await opened.relay.whenReceived((message) => isEventOf(message, undefined));
    opened.relay.deliver(own as NostrEvent);
    await expectNext(opened);
  });

  it('ignores what means nothing, and answers none of it', async () => {
    const opened = await open();
    const count = opened.relay.received.length;
    for (const noise of NOISE) opened.relay.send(noise);
    for (const socket of opened.relay.sockets) socket.send(Buffer.from([1, 2, 3]));
    opened.relay.send(['EVENT', 'another', await messageEvent(opened.other, FIRST)]);
    await expectNext(opened);
    opened.channel.send(FIRST);
    await opened.relay.whenReceived((message) => isEventOf(message, undefined));
    const types = opened.relay.received.map(([type]) => type);
    expect(types).not.toContain('AUTH');
    expect(types.length).toBeLessThanOrEqual(count + 2);
  });

  it('keeps the order of events, whatever their sizes', async () => {
    const opened = await open();
    const events = [];
    for (const content of MESSAGES) events.push(await messageEvent(opened.other, content));
    for (const event of events) opened.relay.deliver(event);
    for (const message of MESSAGES) expect(equalBytes(await opened.channel.read(), message)).toBe(true);
  });

  it('carries more messages than may wait to be verified', async () => {
    const opened = await open();
    for (let count = 0; count < 70; count++) {
      const message = Uint8Array.of(1, count);
      opened.relay.deliver(await messageEvent(opened.other, message));
      expect(await opened.channel.read()).toEqual(message);
    }
  });

  it('sends in the order of the calls, whatever the sizes, and names the recipient', async () => {
    const opened = await open();
    for (const message of MESSAGES) opened.channel.send(message);
    await opened.relay.whenReceived(([, event]) => (event as NostrEvent).content === encodeBase64(SECOND));
    const events = opened.relay.received
      .map(([, event]) => event as NostrEvent)
      .filter(({ content }) => content);
    expect(events.map(({ content }) => content)).toEqual(MESSAGES.map(encodeBase64));
    for (const { tags } of events) expect(tags).toContainEqual(['p', opened.other.publicKey]);
  });

  it('never sends an empty event', async () => {
    const opened = await open();
    opened.channel.send(new Uint8Array());
    opened.channel.send(FIRST);
    await opened.relay.whenReceived(([, event]) => (event as NostrEvent).content === encodeBase64(FIRST));
    expect(opened.relay.received.filter((message) => isEventOf(message, undefined))).toHaveLength(1);
  });

  it('accepts base64 with line breaks', async () => {
    const opened = await open();
    const bytes = new Uint8Array(100).fill(9);
    const content = encodeBase64(bytes).replace(/.{1,76}/g, '$&\n');
    opened.relay.deliver(await messageEvent(opened.other, content));
    expect(await opened.channel.read()).toEqual(bytes);
  });

  it.each<[string, string, (relay: HostileRelay, other: NostrKeyPair) => unknown]>([
    [
      'content that is not base64',
      'not base64',
      async (relay, other) => relay.deliver(await messageEvent(other, '*')),
    ],
    [
      'a message that is too long',
      'too long',
      (relay) => relay.send('x'.repeat(MAX_RELAY_MESSAGE_LENGTH + 1)),
    ],
    [
      'forged events faster than they can be verified',
      'too many events',
      async (relay, other) => {
        const event = await messageEvent(other, FIRST);
        for (let count = 0; count < 2_000; count++) relay.deliver({ ...event, sig: '1'.repeat(128) });
      },
    ],
  ])('ends with PROTOCOL_VIOLATION at %s', async (_name, message, act) => {
    const { relay, other, channel } = await open();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    await act(relay, other);
    await expect(channel.read()).toRejectWith('PROTOCOL_VIOLATION', {}, expect.stringContaining(message));
    expect(() => channel.send(FIRST)).toThrow(message);
    await Promise.all(sockets);
  });

  it('is not disturbed by many events of strangers', async () => {
    const opened = await open();
    const event = await messageEvent(createNostrKeyPair(), FIRST);
    for (let count = 0; count < 2_000; count++) opened.relay.deliver({ ...event, sig: '1'.repeat(128) });
    await expectNext(opened);
  });

  it('ends when the relay refuses a message, because the other end would never answer it', async () => {
    const { relay, channel } = await open({
      onEvent: ({ id, content }, _socket, { send }) =>
        send(['OK', id, content === '', 'rate-limited: slow down\u202e\n']),
    });
    channel.send(FIRST);
    await expect(channel.read()).toRejectWith(
      'SESSION_CLOSED',
      { closeReason: 'rate-limited: slow down' },
      `The relay ${relay.host} refused a message`,
    );
  });

  it('ends when the relay ends the subscription', async () => {
    const { relay, channel } = await open();
    relay.send(['CLOSED', 'session', 'error: shutting down idle subscription']);
    await expect(channel.read()).toRejectWith(
      'SESSION_CLOSED',
      { closeReason: 'error: shutting down idle subscription' },
      `The relay ${relay.host} ended the subscription`,
    );
  });

  it.each([1000, 1001, 4000])('ends when the relay closes the connection with code %i', async (code) => {
    const { relay, channel } = await open();
    for (const socket of relay.sockets) socket.close(code, 'bye');
    await expect(channel.read()).toRejectWith(
      'SESSION_CLOSED',
      { closeCode: code, closeReason: 'bye' },
      `The relay ${relay.host} closed the connection (code ${code})`,
    );
    expect(() => channel.send(FIRST)).toThrow('closed the connection');
  });

  it('ends when the connection is cut', async () => {
    const { relay, channel } = await open();
    for (const socket of relay.sockets) socket.terminate();
    await expect(channel.read()).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('resolves with the messages that came before the end', async () => {
    const { relay, other, channel } = await open();
    relay.deliver(await messageEvent(other, FIRST));
    relay.deliver(await messageEvent(other, '', { tags: [['msg', 'SESSION_END']] }));
    relay.deliver(await messageEvent(other, SECOND));
    expect(await channel.read()).toEqual(FIRST);
    await expect(channel.read()).toRejectWith('SESSION_CLOSED', {}, 'The other end ended the session');
  });

  it('is closed by its signal and by close', async () => {
    const { channel } = await open();
    const reading = channel.read();
    channel.close('reason');
    channel.close('another');
    await expect(reading).rejects.toBe('reason');
    expect(() => channel.send(FIRST)).toThrow('reason');
  });
});

describe('SESSION_END', () => {
  const isEnd = (message: readonly unknown[]): boolean => isEventOf(message, 'SESSION_END');

  it('is what a dapp sends last when it closes the channel, after everything else', async () => {
    const { relay, wallet, channel } = await openJoined();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    channel.send(FIRST);
    channel.close();
    await Promise.all(sockets);
    expect(relay.received.slice(-2)).toMatchObject([
      ['EVENT', { content: encodeBase64(FIRST) }],
      [
        'EVENT',
        {
          content: '',
          tags: [
            ['d', sessionIdentifier],
            ['p', wallet.publicKey],
            ['msg', 'SESSION_END'],
          ],
        },
      ],
    ]);
  });

  it('is not sent before a wallet has joined', async () => {
    const { relay, channel } = await openDapp();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    channel.close();
    await Promise.all(sockets);
    expect(relay.received.map(([type]) => type)).toEqual(['REQ']);
  });

  it('is not sent by a wallet', async () => {
    const { relay, channel } = await openWallet();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    channel.close();
    await Promise.all(sockets);
    expect(relay.received.filter(isEnd)).toEqual([]);
  });
});

describe('a relay that is not there', () => {
  const open = (host: string, signal?: AbortSignal) =>
    openNostrChannel(`ws://${host}`, { keys: createNostrKeyPair(), sessionIdentifier, signal });

  it.each<[string, Hostility, object]>([
    [
      'closes the connection at once',
      { onConnection: (socket) => socket.close(1013, 'full') },
      { closeCode: 1013, closeReason: 'full' },
    ],
    ['cuts the connection at once', { onConnection: (socket) => socket.terminate() }, { closeCode: 1006 }],
    [
      'closes the connection instead of EOSE',
      { onRequest: (socket) => socket.close(1000) },
      { closeCode: 1000 },
    ],
    [
      'refuses the subscription',
      { onRequest: (_, { send }) => send(['CLOSED', 'session', 'auth-required: log in']) },
      { closeReason: 'auth-required: log in' },
    ],
  ])('because it %s is refused', async (_, hostility, context) => {
    const relay = await start(hostility);
    await expect(open(relay.host)).toRejectWith('SESSION_CLOSED', context);
  });

  it('because the page forbids the connection is refused with the cause', async () => {
    const cause = new Error('forbidden');
    const createWebSocket = () => {
      throw cause;
    };
    const options = { keys: createNostrKeyPair(), sessionIdentifier, createWebSocket };
    await expect(openNostrChannel('wss://relay.example.com', options)).rejects.toMatchObject({
      code: 'SESSION_CLOSED',
      message: 'The relay relay.example.com could not be reached',
      cause,
    });
  });

  it('is given up when the signal aborts', async () => {
    const controller = new AbortController();
    const relay = await start({ onRequest: () => controller.abort('reason') });
    await expect(open(relay.host, controller.signal)).rejects.toBe('reason');
    await expect(open(relay.host, controller.signal)).rejects.toBe('reason');
  });
});

describe('the last messages of a session', () => {
  it.each(['close', 'terminate'] as const)('are read if they came before the end: %s', async (end) => {
    const { relay, wallet, channel } = await openJoined();
    const events = await Promise.all([messageEvent(wallet, FIRST), messageEvent(wallet, SECOND)]);
    events.forEach(relay.deliver);
    for (const socket of relay.sockets) socket[end]();
    expect(await channel.read()).toEqual(FIRST);
    expect(await channel.read()).toEqual(SECOND);
    await expect(channel.read()).toRejectWith('SESSION_CLOSED');
  });

  it('are followed by SESSION_END if the relay refuses one, so that the wallet does not wait', async () => {
    const { relay, channel } = await openJoined({
      onEvent: ({ id, content }, _socket, { send }) => send(['OK', id, content === '', 'no']),
    });
    channel.send(FIRST);
    await relay.whenReceived((message) => isEventOf(message, 'SESSION_END'));
    await expect(channel.read()).toRejectWith('SESSION_CLOSED');
  });
});
