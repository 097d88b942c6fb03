import { describe, expect, it } from 'vitest';
import { type Channel, createChannelPair } from './channel.js';
import { createSecureChannel } from './secure-channel.js';

/** Both ends of a secure channel. `sealed` are the frames that the first has sent. */
async function createPair() {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const [one, other] = createChannelPair();
  const sealed: Uint8Array[] = [];
  const noting: Channel = {
    ...one,
    send(message) {
      sealed.push(message);
      one.send(message);
    },
  };
  return { sender: createSecureChannel(noting, key), receiver: createSecureChannel(other, key), sealed, one };
}

describe('a secure channel', () => {
  it('sends in the order of the calls, so that no small text overtakes a large one', async () => {
    const { sender, receiver } = await createPair();
    const texts = ['x'.repeat(20_000_000), 'y', 'z'];
    const sending = Promise.all(texts.map(sender.send));
    for (const text of texts) expect((await receiver.read()) === text).toBe(true);
    await sending;
  });

  it('ends at a frame that is sent again, and at one that comes too early', async () => {
    for (const [first, second, sequence, expected] of [
      [0, 0, 1, 2],
      [1, 0, 2, 1],
    ] as const) {
      const { sender, receiver, sealed, one } = await createPair();
      for (const text of ['a', 'b']) await sender.send(text);
      expect([await receiver.read(), await receiver.read()]).toEqual(['a', 'b']);
      const next = await createPair();
      for (const index of [first, second]) next.one.send(sealed[index] as Uint8Array<ArrayBuffer>);
      const reading = (async () => [await next.receiver.read(), await next.receiver.read()])();
      const message = `The other end sent message ${sequence} in place of ${expected}`;
      await expect(reading).toRejectWith('PROTOCOL_VIOLATION', {}, message);
      await expect(next.one.read()).toRejectWith('SESSION_CLOSED');
      one.close();
    }
  });

  it('carries no longer text than the channel under it, without what a frame adds', async () => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt']);
    const [channel] = createChannelPair();
    expect(createSecureChannel(channel, key).maxTextBytes).toBeUndefined();
    const limited = createSecureChannel({ ...channel, maxMessageBytes: 100 }, key);
    const { length } = await limited.seal('x'.repeat(limited.maxTextBytes ?? 0));
    expect(length).toBe(100);
  });
});
