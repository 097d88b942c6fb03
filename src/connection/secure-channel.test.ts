import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes } from '../util/bytes.js';
import { createChannelPair } from './channel.js';
import { createSecureChannel } from './secure-channel.js';

const importKey = () =>
  crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Both ends of a secure channel, and the channel under the first. */
async function createPair() {
  const key = await importKey();
  const [one, other] = createChannelPair();
  return { sender: createSecureChannel(one, key), receiver: createSecureChannel(other, key), one };
}

describe('a secure channel', () => {
  it('sends in the order of the calls, so that no small text overtakes a large one', async () => {
    const { sender, receiver } = await createPair();
    const texts = ['x'.repeat(20_000_000), 'y', 'z'];
    const sending = Promise.all(texts.map(sender.send));
    for (const text of texts) expect((await receiver.read()) === text).toBe(true);
    await sending;
  });

  it.each<[what: string, message: string, breach: (first: Bytes, second: Bytes) => readonly Bytes[]]>([
    ['is sent again', 'The other end sent message 1 in place of 2', (first) => [first, first]],
    ['comes too early', 'The other end sent message 2 in place of 1', (_first, second) => [second]],
    [
      'has another number',
      'The other end sent message 9 in place of 1',
      (first) => [concatBytes(Uint8Array.of(0, 0, 0, 9), first.slice(4))],
    ],
    ['was cut', 'The other end sent a truncated message', (first) => [first.slice(0, 20)]],
    [
      'was changed',
      'A message could not be decrypted',
      (first) => [first.map((byte, index) => (index === 20 ? byte ^ 1 : byte))],
    ],
  ])('ends at a frame that %s', async (_, message, breach) => {
    const { sender, receiver, one } = await createPair();
    for (const frame of breach(await sender.seal('a'), await sender.seal('b'))) one.send(frame);
    const readAll = async () => {
      for (;;) expect(await receiver.read()).toBe('a');
    };
    await expect(readAll()).toRejectWith('PROTOCOL_VIOLATION', {}, message);
    await expect(receiver.send('x')).toRejectWith('PROTOCOL_VIOLATION', {}, message);
    await expect(one.read()).toRejectWith('SESSION_CLOSED');
  });

  it('carries no longer text than the channel under it, without what a frame adds', async () => {
    const key = await importKey();
    const [channel] = createChannelPair();
    expect(createSecureChannel(channel, key).maxTextBytes).toBeUndefined();
    const limited = createSecureChannel({ ...channel, maxMessageBytes: 100 }, key);
    const { length } = await limited.seal('x'.repeat(limited.maxTextBytes ?? 0));
    expect(length).toBe(100);
  });
});
