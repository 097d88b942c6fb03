import { describe, expect, it } from 'vitest';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { setDeadline } from '../util/abort.js';
import { concatBytes } from '../util/bytes.js';
import type { MobileWalletErrorCode } from '../util/errors.js';
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

/** Forwards messages between two channels. `tamper` changes those to the first channel. */
function createTamperedPair(tamper: (message: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) {
  const [dapp, relayDapp] = createChannelPair();
  const [relayWallet, wallet] = createChannelPair();
  const pump = async (from: Channel, to: Channel, change = (m: Uint8Array<ArrayBuffer>) => m) => {
    try {
      for (;;) to.send(change(await from.read()));
    } catch {
      from.close();
      to.close();
    }
  };
  pump(relayDapp, relayWallet);
  pump(relayWallet, relayDapp, tamper);
  return [dapp, wallet] as const;
}

async function expectEcho(from: SecureChannel, to: SecureChannel, text: string) {
  await from.send(text);
  expect(await to.read()).toBe(text);
}

describe('the handshake, both ends', () => {
  it('makes a session in which both directions carry text', async () => {
    const { dapp, wallet } = await shakeHands(PROPERTIES);
    expect(dapp.protocol).toBe('v1');
    await expectEcho(dapp.secure, wallet.secure, 'Zoë → テスト');
    await expectEcho(wallet.secure, dapp.secure, '{}');
    await expectEcho(dapp.secure, wallet.secure, '');
  });

  it('has a time limit that does not count for the session', async () => {
    const { dapp, wallet } = await shakeHands(PROPERTIES, undefined, 500);
    await new Promise<void>((resolve) => setDeadline(500, resolve));
    await expectEcho(dapp.secure, wallet.secure, 'in time');
  });

  it('makes a legacy session when the wallet sends no session properties', async () => {
    const { dapp, wallet } = await shakeHands(undefined);
    expect(dapp.protocol).toBe('legacy');
    await expectEcho(wallet.secure, dapp.secure, 'first message of the wallet');
  });

  it.each(['{}', '{"w":1}', '{"v":"legacy"}'])(
    'makes a legacy session when the session properties are %s, as the published peer does',
    async (properties) => {
      const { dapp, wallet } = await shakeHands(properties);
      expect([dapp.protocol, wallet.protocol]).toEqual(['legacy', 'legacy']);
      await expectEcho(wallet.secure, dapp.secure, 'second message of the wallet');
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

  it('keeps the order of sends whatever their sizes', async () => {
    const { dapp, wallet } = await shakeHands(PROPERTIES);
    const texts = Array.from(
      { length: 40 },
      (_, index) => (index % 2 ? 'small' : 'x'.repeat(200_000)) + index,
    );
    await Promise.all(texts.map((text) => dapp.secure.send(text)));
    for (const text of texts) expect(await wallet.secure.read()).toBe(text);
  });
});

describe('a broken handshake', () => {
  const expectDappError = async (channels: readonly [Channel, Channel], code: MobileWalletErrorCode) => {
    const association = await createAssociationKeyPair();
    walletHandshake(channels[1], await exportPoint(association), PROPERTIES).catch(() => {});
    await expect(dappHandshake(channels[0], createDappHello(association))).toRejectWith(code);
    await expect(channels[0].read()).toRejectWith(code);
  };

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

  it('refuses a truncated HELLO_RSP', () =>
    expectDappError(
      createTamperedPair((message) => message.slice(0, 40)),
      'PROTOCOL_VIOLATION',
    ));

  it('refuses a point that is not on the curve', () =>
    expectDappError(
      createTamperedPair((message) => message.map((byte, index) => (index === 10 ? byte ^ 1 : byte))),
      'PROTOCOL_VIOLATION',
    ));

  it('refuses session properties whose tag does not verify', () =>
    expectDappError(
      createTamperedPair((message) =>
        message.map((byte, index) => (index === message.length - 1 ? byte ^ 1 : byte)),
      ),
      'PROTOCOL_VIOLATION',
    ));

  it('refuses session properties of an unknown version', async () => {
    for (const properties of ['{"v":"v9"}', '{"v":null}', '{"v":0}', 'null', 'v1', '[]']) {
      const channels = createChannelPair();
      const association = await createAssociationKeyPair();
      walletHandshake(channels[1], await exportPoint(association), properties);
      await expect(dappHandshake(channels[0], createDappHello(association))).toRejectWith(
        'PROTOCOL_VIOLATION',
      );
    }
  });

  it('is refused by the wallet when HELLO_REQ was signed by another key', async () => {
    const [dapp, wallet] = createChannelPair();
    const other = await exportPoint(await createAssociationKeyPair());
    const pending = dappHandshake(dapp, createDappHello());
    await expect(walletHandshake(wallet, other, PROPERTIES)).toRejectWith('PROTOCOL_VIOLATION');
    await expect(pending).toRejectWith('SESSION_CLOSED');
  });
});

describe('a broken session', () => {
  it('ends when a frame is repeated, skipped or cut', async () => {
    type Frame = Uint8Array<ArrayBuffer>;
    const breaches: readonly (readonly [message: string, (frame: Frame) => readonly Frame[]])[] = [
      ['The other end sent message 2 in place of 3', (frame) => [frame, frame]],
      ['The other end sent a truncated message', (frame) => [frame.slice(0, 20)]],
      [
        'The other end sent message 9 in place of 2',
        (frame) => [concatBytes(Uint8Array.of(0, 0, 0, 9), frame.slice(4))],
      ],
    ];
    for (const [message, breach] of breaches) {
      const { dapp, wallet, channels } = await shakeHands(PROPERTIES);
      for (const frame of breach(await wallet.secure.seal('hello'))) channels[1].send(frame);
      const readAll = async () => {
        for (;;) await dapp.secure.read();
      };
      await expect(readAll()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION', message });
      await expect(dapp.secure.send('x')).rejects.toThrow();
    }
  });
});
