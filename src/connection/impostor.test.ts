import { describe, expect, it } from 'vitest';
import { getDappPoint, recoverAssociationPoints } from '../../test/support/impostor.js';
import { createDappHello, encodeHelloRsp } from '../protocol/hello.js';
import {
  createAssociationKeyPair,
  createSessionKeyPair,
  deriveSessionKeys,
  exportPoint,
} from '../protocol/session-keys.js';
import { createChannelPair } from './channel.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { createSecureChannel } from './secure-channel.js';

/** Acts as a wallet that knows only what it receives over the socket. */
async function openWithCandidates() {
  const [dappChannel, channel] = createChannelPair();
  const association = await createAssociationKeyPair();
  const opening = dappHandshake(dappChannel, createDappHello(association));
  const helloReq = await channel.read();
  const keyPair = await createSessionKeyPair();
  const points = recoverAssociationPoints(helloReq);
  const dappPoint = getDappPoint(helloReq);
  // A legacy response needs no association key, so which of the points is the key can be found out later.
  channel.send(encodeHelloRsp(await exportPoint(keyPair)));
  const { secure, protocol } = await opening;
  const keys = await Promise.all(
    points.map(async (point) => (await deriveSessionKeys(keyPair.privateKey, dappPoint, point)).key),
  );
  return { dapp: secure, protocol, channel, keys, points, association };
}

describe('another app that listens on the port', () => {
  it('can answer as a wallet, because HELLO_REQ reveals the association key', async () => {
    const { dapp, protocol, channel, keys, points, association } = await openWithCandidates();
    expect(points).toContainEqual(await exportPoint(association));
    expect(protocol).toBe('legacy');
    await dapp.send('for the wallet only');
    const frame = await channel.read();
    const [plain] = createChannelPair();
    const read = await Promise.allSettled(keys.map((key) => createSecureChannel(plain, key).open(frame)));
    expect(read.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual([
      'for the wallet only',
    ]);
  });

  it('cannot read a session that it only relays', async () => {
    const [dappChannel, toDapp] = createChannelPair();
    const [toWallet, walletChannel] = createChannelPair();
    const association = await createAssociationKeyPair();
    const point = await exportPoint(association);
    const shaking = Promise.all([
      dappHandshake(dappChannel, createDappHello(association)),
      walletHandshake(walletChannel, point, '{"v":1}'),
    ]);
    const helloReq = await toDapp.read();
    toWallet.send(helloReq);
    toDapp.send(await toWallet.read());
    const [dapp, wallet] = await shaking;
    await dapp.secure.send('for the wallet only');
    const frame = await toDapp.read();
    const keyPair = await createSessionKeyPair();
    const { key } = await deriveSessionKeys(keyPair.privateKey, getDappPoint(helloReq), point);
    await expect(createSecureChannel(toDapp, key).open(frame)).toRejectWith('PROTOCOL_VIOLATION');
    toWallet.send(frame);
    expect(await wallet.secure.read()).toBe('for the wallet only');
  });
});
