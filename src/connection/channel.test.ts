import { expect, it } from 'vitest';
import { createChannelPair, createViolationError } from './channel.js';

it('a pair of channels hands over what was sent, whatever the sender writes into it later', async () => {
  const [own, other] = createChannelPair();
  const message = Uint8Array.of(1, 2);
  own.send(message);
  message.fill(9);
  expect(await other.read()).toEqual(Uint8Array.of(1, 2));
});

it('a violation names its cause', () => {
  const cause = new Error('bad tag');
  expect(createViolationError('A message could not be decrypted', cause)).toMatchObject({
    code: 'PROTOCOL_VIOLATION',
    cause,
  });
});
