import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type HostileRelay, isEventOf } from '../../test/support/hostile-relay.js';
import { openJoined, openWallet, signInSession } from '../../test/support/nostr-ends.js';
import {
  createNostrKeyPair,
  MAX_RELAY_MESSAGE_LENGTH,
  type NostrEvent,
  type NostrKeyPair,
} from '../protocol/nostr.js';
import { encodeBase64, equalBytes } from '../util/bytes.js';

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

type End = [what: string, end: (relay: HostileRelay) => void, context: object, told: string];

const hangUp = ({ sockets }: HostileRelay, code?: number, reason?: string): void => {
  for (const socket of sockets) socket.close(code, reason);
};
const cut = ({ sockets }: HostileRelay): void => {
  for (const socket of sockets) socket.terminate();
};

describe.each([
  ['dapp', openJoined],
  ['wallet', openWallet],
])("the %s's end of a Nostr channel", (_, open) => {
  /** Sends a message, which must be the next one that the channel has. */
  const expectNext = async (
    { relay, other, channel }: Awaited<ReturnType<typeof openWallet>>,
    content = SECOND,
  ): Promise<void> => {
    relay.deliver(await signInSession(other, { content }));
    expect(await channel.read()).toEqual(content);
  };

  it.each<[string, (event: NostrEvent, other: NostrKeyPair) => NostrEvent | Promise<NostrEvent>]>([
    ['a forged signature', (event) => ({ ...event, sig: event.id.repeat(2) })],
    ['a signature of zeros', (event) => ({ ...event, sig: '0'.repeat(128) })],
    ['a wrong id', (event) => ({ ...event, id: event.pubkey })],
    ['changed content', (event) => ({ ...event, content: 'AAAA' })],
    ['another sender', () => signInSession(createNostrKeyPair(), { content: FIRST })],
    ['another session', (_event, other) => signInSession(other, { content: FIRST, d: 'b'.repeat(64) })],
    ['another kind', (_event, other) => signInSession(other, { content: FIRST, kind: 1 })],
    ['no content', (_event, other) => signInSession(other, {})],
    ['an unknown `msg` and no content', (_event, other) => signInSession(other, { msg: 'X' })],
  ])('ignores an event with %s', async (_name, change) => {
    const opened = await open();
    const event = await signInSession(opened.other, { content: FIRST });
    opened.relay.deliver(await change(event, opened.other));
    await expectNext(opened);
  });

  it('ignores an event that is repeated, now or later', async () => {
    const opened = await open();
    const event = await signInSession(opened.other, { content: FIRST });
    opened.relay.deliver(event);
    opened.relay.deliver(event);
    expect(await opened.channel.read()).toEqual(FIRST);
    await expectNext(opened);
    opened.relay.deliver(event);
    await expectNext(opened, Uint8Array.of(3));
  });

  it('takes the true event after a forged one with the same id', async () => {
    const opened = await open();
    const event = await signInSession(opened.other, { content: FIRST });
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
    opened.relay.send(['EVENT', 'another', await signInSession(opened.other, { content: FIRST })]);
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
    for (const content of MESSAGES) events.push(await signInSession(opened.other, { content }));
    for (const event of events) opened.relay.deliver(event);
    for (const message of MESSAGES) expect(equalBytes(await opened.channel.read(), message)).toBe(true);
  });

  it('carries more messages than may wait to be verified', async () => {
    const opened = await open();
    for (let count = 0; count < 70; count++) {
      await expectNext(opened, Uint8Array.of(1, count));
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
    opened.relay.deliver(await signInSession(opened.other, { content }));
    expect(await opened.channel.read()).toEqual(bytes);
  });

  it.each<[string, string, (relay: HostileRelay, other: NostrKeyPair) => unknown]>([
    [
      'content that is not base64',
      'not base64',
      async (relay, other) => relay.deliver(await signInSession(other, { content: '*' })),
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
        const event = await signInSession(other, { content: FIRST });
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
    const event = await signInSession(createNostrKeyPair(), { content: FIRST });
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

  it.each<End>([
    [
      'the relay ends the subscription',
      (relay) => relay.send(['CLOSED', 'session', 'error: shutting down idle subscription']),
      { closeReason: 'error: shutting down idle subscription' },
      'ended the subscription',
    ],
    ...[1000, 1001, 4000].map(
      (code): End => [
        `the relay closes the connection with code ${code}`,
        (relay) => hangUp(relay, code, 'bye'),
        { closeCode: code, closeReason: 'bye' },
        `closed the connection (code ${code})`,
      ],
    ),
    ['the connection is cut', cut, { closeCode: 1006 }, 'closed the connection (code 1006)'],
  ])('ends when %s', async (_, end, context, told) => {
    const { relay, channel } = await open();
    end(relay);
    await expect(channel.read()).toRejectWith('SESSION_CLOSED', context, `The relay ${relay.host} ${told}`);
    expect(() => channel.send(FIRST)).toThrow(told);
  });

  it.each<[what: string, end: (relay: HostileRelay, other: NostrKeyPair) => unknown, told: string]>([
    [
      'SESSION_END',
      async (relay, other) => relay.deliver(await signInSession(other, { msg: 'SESSION_END' })),
      'The other end ended the session',
    ],
    ['the end of the connection', (relay) => hangUp(relay), expect.stringContaining('closed the connection')],
    ['a cut', cut, expect.stringContaining('closed the connection (code 1006)')],
  ])('resolves with the messages that came before %s, and no others', async (_name, end, told) => {
    const { relay, other, channel } = await open();
    const events = [];
    for (const content of [FIRST, SECOND, FIRST]) events.push(await signInSession(other, { content }));
    const late = events.pop() as NostrEvent;
    events.forEach(relay.deliver);
    await end(relay, other);
    relay.deliver(late);
    expect(await channel.read()).toEqual(FIRST);
    expect(await channel.read()).toEqual(SECOND);
    await expect(channel.read()).toRejectWith('SESSION_CLOSED', {}, told);
  });

  it.each(['close', 'signal'])('is closed by its %s, and keeps that reason', async (by) => {
    const { channel, controller } = await open();
    const reading = channel.read();
    if (by === 'close') channel.close('reason');
    else controller.abort('reason');
    channel.close('another');
    await expect(reading).rejects.toBe('reason');
    expect(() => channel.send(FIRST)).toThrow('reason');
  });
});
