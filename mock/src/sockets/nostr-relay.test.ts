import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createNostrEvent, createNostrKeyPair } from '../../../src/protocol/nostr.js';
import { listen } from '../../../test/support/listen.js';
import { setUpRemote } from '../../../test/support/remote.js';
import { attachNostrRelay } from './nostr-relay.js';

async function serve(isAllowed?: () => boolean) {
  const server = createServer((_, response) => response.writeHead(404).end());
  const relay = attachNostrRelay(server, isAllowed);
  const host = `127.0.0.1:${await listen(server)}/nostr`;
  onTestFinished(relay.close);
  return { host, close: relay.close };
}

/** Opens a connection, on which messages are sent and read as JSON. */
async function connect(host: string) {
  const socket = new WebSocket(`ws://${host}`);
  const messages: unknown[] = [];
  let notify = (): void => {};
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    notify();
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return {
    socket,
    send: (...message: readonly unknown[]) => socket.send(JSON.stringify(message)),
    async next(): Promise<unknown> {
      while (messages.length === 0) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return messages.shift();
    },
  };
}

const createEvent = (topic: string) =>
  createNostrEvent(createNostrKeyPair(), { tags: [['d', topic]], content: 'hello' }, 0);

describe('the relay of the mock wallet', () => {
  it('passes an event on to those who have asked for it, and confirms it', async () => {
    const { host } = await serve();
    const [sender, reader, other] = await Promise.all([connect(host), connect(host), connect(host)]);
    reader.send('REQ', 'mine', { kinds: [20012], '#d': ['topic'] });
    expect(await reader.next()).toEqual(['EOSE', 'mine']);
    other.send('REQ', 'theirs', { kinds: [20012], '#d': ['elsewhere'] });
    expect(await other.next()).toEqual(['EOSE', 'theirs']);
    const event = await createEvent('topic');
    sender.send('EVENT', event);
    expect(await reader.next()).toEqual(['EVENT', 'mine', event]);
    expect(await sender.next()).toEqual(['OK', event.id, true, '']);
    const elsewhere = await createEvent('elsewhere');
    sender.send('EVENT', elsewhere);
    expect(await other.next()).toEqual(['EVENT', 'theirs', elsewhere]);
  });

  it('passes nothing on after CLOSE, and keeps nothing for later', async () => {
    const { host } = await serve();
    const [sender, reader] = await Promise.all([connect(host), connect(host)]);
    const filter = { kinds: [20012], '#d': ['topic'] };
    reader.send('REQ', 'first', filter);
    await reader.next();
    reader.send('CLOSE', 'first');
    reader.send('REQ', 'second', { ...filter, '#d': ['other'] });
    expect(await reader.next()).toEqual(['EOSE', 'second']);
    const event = await createEvent('topic');
    sender.send('EVENT', event);
    await sender.next();
    reader.send('REQ', 'third', filter);
    expect(await reader.next()).toEqual(['EOSE', 'third']);
  });

  it('carries the sessions of a wallet on another device', async () => {
    const { host } = await serve();
    const context = await setUpRemote({}, { remote: { type: 'nostr', relays: [host] } });
    const { accounts } = await context.wallet.features['standard:connect'].connect();
    const [account] = accounts;
    if (!account) throw new Error('unreachable');
    const message = new TextEncoder().encode('hello');
    const [output] = await context.wallet.features['solana:signMessage'].signMessage({ account, message });
    expect(output?.signature).toHaveLength(64);
    expect(context.codes).toHaveLength(1);
  });

  it('refuses events that a relay would have to keep', async () => {
    const { host } = await serve();
    const sender = await connect(host);
    const event = { ...(await createEvent('topic')), kind: 1 };
    sender.send('EVENT', event);
    expect(await sender.next()).toEqual(['OK', event.id, false, expect.stringMatching(/^blocked: /)]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['an object', '{}'],
    ['an unknown message', '["COUNT","a",{}]'],
    ['an event without an id', '["EVENT",{"kind":20012}]'],
    ['an event whose tags are texts', '["EVENT",{"id":"a","kind":20012,"pubkey":"b","tags":["d"]}]'],
    ['a subscription without a name', '["REQ"]'],
    ['a name that is too long', JSON.stringify(['REQ', 'a'.repeat(65), {}])],
  ])('answers %s with a notice, and goes on', async (_, text) => {
    const { host } = await serve();
    const client = await connect(host);
    client.socket.send(text);
    expect(await client.next()).toEqual(['NOTICE', expect.stringMatching(/^invalid: /)]);
    client.send('REQ', 'a', {});
    expect(await client.next()).toEqual(['EOSE', 'a']);
  });

  it('opens at most 20 subscriptions of a client, of which a new one may replace an old one', async () => {
    const { host } = await serve();
    const client = await connect(host);
    for (let index = 0; index < 20; index++) {
      client.send('REQ', `${index}`, {});
      expect(await client.next()).toEqual(['EOSE', `${index}`]);
    }
    client.send('REQ', 'more', {});
    expect(await client.next()).toEqual(['CLOSED', 'more', 'error: too many subscriptions']);
    client.send('REQ', '3', {});
    expect(await client.next()).toEqual(['EOSE', '3']);
  });

  it('refuses clients that may not connect, and closes its connections when it closes', async () => {
    const refused = await serve(() => false);
    const socket = new WebSocket(`ws://${refused.host}`);
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('403');
    const { host, close } = await serve();
    const client = await connect(host);
    const [[code]] = await Promise.all([once(client.socket, 'close'), close()]);
    expect(code).toBe(1001);
  });
});
