import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Hostility, isEventOf } from '../../test/support/hostile-relay.js';
import {
  openDapp,
  openJoined,
  openWallet,
  SESSION,
  signInSession,
  startHostile,
} from '../../test/support/nostr-ends.js';
import { createNostrKeyPair, type NostrEvent, type NostrKeyPair } from '../protocol/nostr.js';
import { encodeBase64 } from '../util/bytes.js';
import { openNostrChannel } from './nostr-channel.js';

// How a session over Nostr begins and ends. What happens in it is tested in `nostr-channel.test.ts`.

const FIRST = Uint8Array.of(1);
const SECOND = Uint8Array.of(2);

const signConnect = (wallet: NostrKeyPair, p: string): Promise<NostrEvent> =>
  signInSession(wallet, { p, msg: 'CONNECT' });

describe('CONNECT', () => {
  it.each<[what: string, sign: (wallet: NostrKeyPair, p: string) => Promise<NostrEvent>]>([
    ['without `p`', (wallet) => signInSession(wallet, { msg: 'CONNECT' })],
    ['with another `p`', (wallet) => signConnect(wallet, wallet.publicKey)],
    ['of another session', (wallet, p) => signInSession(wallet, { p, msg: 'CONNECT', d: 'b'.repeat(64) })],
    ['of another kind', (wallet, p) => signInSession(wallet, { p, msg: 'CONNECT', kind: 20013 })],
    ['without `msg`', (wallet, p) => signInSession(wallet, { p })],
    ['with another `msg`', (wallet, p) => signInSession(wallet, { p, msg: 'SESSION_END' })],
    [
      'with a forged signature',
      async (wallet, p) => {
        const { sig } = await signConnect(wallet, wallet.publicKey);
        return { ...(await signConnect(wallet, p)), sig };
      },
    ],
    ['with a wrong id', async (wallet, p) => ({ ...(await signConnect(wallet, p)), id: 'c'.repeat(64) })],
    [
      'in the name of another key',
      async (wallet, p) => ({ ...(await signConnect(wallet, p)), pubkey: createNostrKeyPair().publicKey }),
    ],
  ])('%s is ignored', async (_, sign) => {
    const { relay, keys, other, channel, joined } = await openDapp();
    relay.deliver(await sign(createNostrKeyPair(), keys.publicKey));
    relay.deliver(await signConnect(other, keys.publicKey));
    await joined;
    channel.send(FIRST);
    const [, event] = await relay.whenReceived((message) => isEventOf(message, undefined));
    expect(event).toMatchObject({ tags: Object.entries({ d: SESSION, p: other.publicKey }) });
  });

  it('of a second wallet is ignored, and so is everything else from it', async () => {
    const { relay, keys, other, channel } = await openJoined();
    const stranger = createNostrKeyPair();
    relay.deliver(await signConnect(stranger, keys.publicKey));
    relay.deliver(await signInSession(stranger, { content: FIRST }));
    relay.deliver(await signInSession(stranger, { p: keys.publicKey, msg: 'SESSION_END' }));
    relay.deliver(await signInSession(other, { content: SECOND }));
    expect(await channel.read()).toEqual(SECOND);
  });

  it('of two wallets at the same time is taken from the first', async () => {
    const { relay, keys, other, channel, joined } = await openDapp();
    const stranger = createNostrKeyPair();
    const events = [
      await signConnect(other, keys.publicKey),
      await signConnect(stranger, keys.publicKey),
      await signInSession(stranger, { content: FIRST }),
    ];
    for (const event of events) relay.deliver(event);
    await joined;
    relay.deliver(await signInSession(other, { content: SECOND }));
    expect(await channel.read()).toEqual(SECOND);
  });

  it('is sent by the wallet after EOSE, once, to the dapp’s key', async () => {
    const answers: (() => void)[] = [];
    const relay = await startHostile({
      onRequest: (_, { send }) => answers.push(() => send(['EOSE', 'session'])),
    });
    const [keys, dapp] = [createNostrKeyPair(), createNostrKeyPair()];
    const options = { keys, sessionIdentifier: SESSION, dappKey: dapp.publicKey };
    const opening = openNostrChannel(`ws://${relay.host}`, options);
    await relay.whenReceived(([type]) => type === 'REQ');
    relay.send(['NOTICE', 'wait']);
    expect(relay.received).toHaveLength(1);
    for (const answer of [...answers, ...answers]) answer();
    const { channel } = await opening;
    onTestFinished(() => channel.close());
    channel.send(FIRST);
    await relay.whenReceived((message) => isEventOf(message, undefined));
    const [request, connect, ...rest] = relay.received;
    expect(request).toEqual(['REQ', 'session', { kinds: [20012], '#d': [SESSION] }]);
    const tags = Object.entries({ d: SESSION, p: dapp.publicKey, msg: 'CONNECT' });
    expect(connect).toMatchObject(['EVENT', { kind: 20012, pubkey: keys.publicKey, content: '', tags }]);
    expect(rest).toHaveLength(1);
  });
});

describe('SESSION_END', () => {
  it('is what a dapp sends last when it closes the channel, after everything else', async () => {
    const { relay, other, channel } = await openJoined();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    channel.send(FIRST);
    channel.close();
    await Promise.all(sockets);
    const tags = Object.entries({ d: SESSION, p: other.publicKey, msg: 'SESSION_END' });
    expect(relay.received.slice(-2)).toMatchObject([
      ['EVENT', { content: encodeBase64(FIRST) }],
      ['EVENT', { content: '', tags }],
    ]);
  });

  it.each([
    ['a dapp that no wallet has joined', openDapp, ['REQ']],
    ['a wallet', openWallet, ['REQ', 'EVENT']],
  ])('is not sent by %s', async (_, open, types) => {
    const { relay, channel } = await open();
    const sockets = [...relay.sockets].map((socket) => once(socket, 'close'));
    channel.close();
    await Promise.all(sockets);
    expect(relay.received.map(([type]) => type)).toEqual(types);
    expect(relay.received.filter((message) => isEventOf(message, 'SESSION_END'))).toEqual([]);
  });

  it('follows a message that the relay refuses, so that the wallet does not wait', async () => {
    const { relay, channel } = await openJoined({
      onEvent: ({ id, content }, _socket, { send }) => send(['OK', id, content === '', 'no']),
    });
    channel.send(FIRST);
    await relay.whenReceived((message) => isEventOf(message, 'SESSION_END'));
    await expect(channel.read()).toRejectWith('SESSION_CLOSED');
  });
});

describe('a relay that is not there', () => {
  const open = (host: string, signal?: AbortSignal) =>
    openNostrChannel(`ws://${host}`, { keys: createNostrKeyPair(), sessionIdentifier: SESSION, signal });

  it.each<[what: string, hostility: Hostility, context: object]>([
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
    const relay = await startHostile(hostility);
    await expect(open(relay.host)).toRejectWith('SESSION_CLOSED', context);
  });

  it('because the page forbids the connection is refused with the cause', async () => {
    const cause = new Error('forbidden');
    const createWebSocket = () => {
      throw cause;
    };
    const options = { keys: createNostrKeyPair(), sessionIdentifier: SESSION, createWebSocket };
    await expect(openNostrChannel('wss://relay.example.com', options)).rejects.toMatchObject({
      code: 'SESSION_CLOSED',
      message: 'The relay relay.example.com could not be reached',
      cause,
    });
  });

  it('is given up when the signal aborts', async () => {
    const controller = new AbortController();
    const relay = await startHostile({ onRequest: () => controller.abort('reason') });
    await expect(open(relay.host, controller.signal)).rejects.toBe('reason');
    await expect(open(relay.host, controller.signal)).rejects.toBe('reason');
  });
});
