import { describe, expect, it } from 'vitest';
import { getFrameSequence } from '../protocol/frame.js';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { setDeadline } from '../util/abort.js';
import type { Bytes } from '../util/bytes.js';
import { type Channel, createChannelPair } from './channel.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import type { SecureChannel } from './secure-channel.js';

const PROPERTIES = '{"v":"1"}';

async function shakeHands(
  properties: string | undefined,
  channels: readonly [Channel, Channel] = createChannelPair(),
  timeoutMs?: number,
) {
  const association = await createAssociationKeyPair();
  const point = await exportPoint(association);
  const [dapp, wallet] = await Promise.all([
    dappHandshake(channels[0], createDappHello(association), timeoutMs),
    walletHandshake(channels[1], point, properties),
  ]);
  return { dapp, wallet, channels };
}

const flipBit = (message: Bytes, place: number): Bytes =>
  message.map((byte, index) => (index === place ? byte ^ 1 : byte));

async function expectEcho(from: SecureChannel, to: SecureChannel, text: string) {
  await from.send(text);
  expect(await to.read()).toBe(text);
}

describe('the handshake, both ends', () => {
  it('makes a session in which both directions carry text', async () => {
    const { dapp, wallet } = await shakeHands(PROPERTIES);
    expect([dapp.protocol, wallet.protocol]).toEqual(['v1', 'v1']);
    await expectEcho(dapp.secure, wallet.secure, 'Zoë → テスト');
    await expectEcho(wallet.secure, dapp.secure, '{}');
    await expectEcho(dapp.secure, wallet.secure, '');
    // The session properties were the wallet's first message.
    const next = await Promise.all([dapp, wallet].map(({ secure }) => secure.seal('')));
    expect(next.map(getFrameSequence)).toEqual([3, 3]);
  });

  it('has a time limit that does not count for the session', async () => {
    const { dapp, wallet } = await shakeHands(PROPERTIES, undefined, 500);
    await new Promise<void>((resolve) => setDeadline(500, resolve));
    await expectEcho(dapp.secure, wallet.secure, 'in time');
  });

  it.each([undefined, '{}', '{"w":1}', '{"v":"legacy"}'])(
    'makes a legacy session when the session properties are %s, as the published peer does',
    async (properties) => {
      const { dapp, wallet } = await shakeHands(properties);
      expect([dapp.protocol, wallet.protocol]).toEqual(['legacy', 'legacy']);
      await expectEcho(wallet.secure, dapp.secure, 'the first text of the wallet');
    },
  );

  it('ignores empty messages at any time', async () => {
    const channels = createChannelPair();
    channels[0].send(new Uint8Array());
    channels[1].send(new Uint8Array());
    const { dapp, wallet } = await shakeHands(PROPERTIES, channels);
    channels[1].send(new Uint8Array());
    await expectEcho(wallet.secure, dapp.secure, 'after a ping');
  });

  it('sends one HELLO_REQ, however often it is pinged before the answer', async () => {
    const channels = createChannelPair();
    for (let ping = 0; ping < 3; ping++) channels[1].send(new Uint8Array());
    const { dapp, wallet } = await shakeHands(PROPERTIES, channels);
    // Anything between the two would be read as a frame, and end the session.
    await expectEcho(dapp.secure, wallet.secure, 'right after HELLO_REQ');
  });
});

describe('a broken handshake', () => {
  it('times out when the wallet stays silent', async () => {
    const [dapp] = createChannelPair();
    const association = await createAssociationKeyPair();
    await expect(dappHandshake(dapp, createDappHello(association), 20)).toRejectWith('SESSION_TIMEOUT');
    expect(() => dapp.send(new Uint8Array(1))).toThrow('did not answer');
  });

  it('ends with SESSION_CLOSED when the wallet hangs up', async () => {
    const [dapp, wallet] = createChannelPair();
    const pending = dappHandshake(dapp, createDappHello());
    wallet.close();
    await expect(pending).toRejectWith('SESSION_CLOSED');
  });

  it.each<[what: string, message: string, change: (helloRsp: Bytes) => Bytes]>([
    ['a truncated HELLO_RSP', 'The wallet sent too short a HELLO_RSP', (helloRsp) => helloRsp.slice(0, 40)],
    [
      'a point that is not on the curve',
      'The wallet sent a HELLO_RSP whose point is not on the curve',
      (helloRsp) => flipBit(helloRsp, 10),
    ],
    [
      'session properties whose tag does not verify',
      'A message could not be decrypted',
      (helloRsp) => flipBit(helloRsp, helloRsp.length - 1),
    ],
  ])('refuses %s', async (_, message, change) => {
    const [dapp, wallet] = createChannelPair();
    const tampered: Channel = { ...wallet, send: (helloRsp) => wallet.send(change(helloRsp)) };
    await expect(shakeHands(PROPERTIES, [dapp, tampered])).toRejectWith('PROTOCOL_VIOLATION', {}, message);
    await expect(dapp.read()).toRejectWith('PROTOCOL_VIOLATION', {}, message);
  });

  it.each(['{"v":"v9"}', '{"v":null}', '{"v":0}', 'null', 'v1', '[]'])(
    'refuses session properties of an unknown version: %s',
    async (properties) => {
      const message = 'The wallet speaks an unknown version of the protocol';
      await expect(shakeHands(properties)).toRejectWith('PROTOCOL_VIOLATION', {}, message);
    },
  );

  it('is refused by the wallet when HELLO_REQ was signed by another key', async () => {
    const [dapp, wallet] = createChannelPair();
    const other = await exportPoint(await createAssociationKeyPair());
    const pending = dappHandshake(dapp, createDappHello());
    await expect(walletHandshake(wallet, other, PROPERTIES)).toRejectWith('PROTOCOL_VIOLATION');
    await expect(pending).toRejectWith('SESSION_CLOSED');
  });
});
