import { describe, expect, it } from 'vitest';
import {
  decodeHelloReq,
  decodeHelloRsp,
  encodeHelloReq,
  getSessionProperties,
  parseSessionProperties,
} from './hello.js';
import {
  createAssociationKeyPair,
  createSessionKeyPair,
  deriveSessionKeys,
  exportPoint,
} from './session-keys.js';

describe('the keys of a session', () => {
  it('cannot be exported, not even by scripts of the page', async () => {
    const association = await createAssociationKeyPair();
    const keyPair = await createSessionKeyPair();
    const { key } = await deriveSessionKeys(
      keyPair.privateKey,
      await exportPoint(await createSessionKeyPair()),
      await exportPoint(association),
    );
    for (const privateKey of [association.privateKey, keyPair.privateKey]) {
      await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow('not extractable');
    }
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
  });

  it('give both ends the same secret for a purpose, and another for each other purpose', async () => {
    const salt = await exportPoint(await createAssociationKeyPair());
    const ends = await Promise.all([createSessionKeyPair(), createSessionKeyPair()]);
    const derive = async (end: number, purpose: string, association = salt) => {
      const peer = await exportPoint(ends[1 - end] as CryptoKeyPair);
      const { privateKey } = ends[end] as CryptoKeyPair;
      return String(await (await deriveSessionKeys(privateKey, peer, association)).deriveSecret(purpose));
    };
    const secret = await derive(0, 'a');
    expect(secret.split(',')).toHaveLength(32);
    expect(await derive(1, 'a')).toBe(secret);
    expect(await derive(1, 'b')).not.toBe(secret);
    expect(await derive(1, 'a', new Uint8Array(65))).not.toBe(secret);
  });

  it('are new each time', async () => {
    const points = await Promise.all(
      [createAssociationKeyPair, createAssociationKeyPair, createSessionKeyPair, createSessionKeyPair].map(
        async (create) => String(await exportPoint(await create())),
      ),
    );
    expect(new Set(points).size).toBe(4);
  });
});

describe('the first messages', () => {
  it('are a signed point of the dapp, and nothing that is shorter, longer or signed by another key', async () => {
    const association = await createAssociationKeyPair();
    const point = await exportPoint(await createSessionKeyPair());
    const message = await encodeHelloReq(association, point);
    const publicKey = await exportPoint(association);
    expect(message).toHaveLength(129);
    expect(await decodeHelloReq(message, publicKey)).toEqual(point);
    for (const wrong of [message.slice(0, -1), Uint8Array.of(...message, 0), message.slice(0, 65)]) {
      expect(await decodeHelloReq(wrong, publicKey)).toBeUndefined();
    }
    expect(await decodeHelloReq(message, point)).toBeUndefined();
  });

  it('are a point of the wallet, with or without session properties', () => {
    const message = new Uint8Array(66).fill(7);
    expect(decodeHelloRsp(message.slice(0, 64))).toBeUndefined();
    const walletPoint = message.slice(0, 65);
    expect(decodeHelloRsp(walletPoint)).toEqual({ walletPoint, sealedProperties: undefined });
    expect(decodeHelloRsp(message)).toEqual({ walletPoint, sealedProperties: Uint8Array.of(7) });
  });
});

describe('the session properties', () => {
  it.each([
    [['v1'], '{"v":"v1"}'],
    [['legacy', 'V1'], '{"v":"v1"}'],
    [['1', 'v2'], '{"v":"v1"}'],
    [[], undefined],
    [['legacy', 'v2', 'v11', 'vv1'], undefined],
  ])('for a dapp that offers %j are %s', (versions, properties) => {
    expect(getSessionProperties(versions)).toBe(properties);
  });

  it.each([
    ['{"v":"v1"}', 'v1'],
    ['{"v":"1"}', 'v1'],
    ['{"v":1}', 'v1'],
    ['{"v":"legacy"}', 'legacy'],
    ['{}', 'legacy'],
    ['{"v":"v2"}', undefined],
    ['{"v":null}', undefined],
    ['"v1"', undefined],
    ['null', undefined],
    ['v1', undefined],
  ])('%s mean %s', (text, protocol) => {
    expect(parseSessionProperties(text)).toBe(protocol);
  });
});
