import { describe, expect, it } from 'vitest';
import { type Bytes, concatBytes, decodeBase64Url, decodeUtf8, encodeUtf8 } from '../util/bytes.js';
import { decodeReflectorId, getAssociationUri, parseAssociationUri } from './association.js';
import { FRAME_OVERHEAD, getFrameSequence, openFrame, sealFrame } from './frame.js';
import { decodeHelloReq, decodeHelloRsp, encodeHelloRsp, parseSessionProperties } from './hello.js';
import { getSessionIdentifier } from './nostr.js';
import { deriveSessionKeys, exportPoint } from './session-keys.js';
import { createSignInText, parseSignInText } from './sign-in-text.js';
import vectors from './vectors/session.json' with { type: 'json' };

const { association, handshake, frames } = vectors;
const associationPoint = hex(association.publicKey);

function hex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function importKey(jwk: JsonWebKey, name: 'ECDH' | 'ECDSA'): Promise<CryptoKey> {
  const usages: KeyUsage[] = name === 'ECDH' ? ['deriveBits'] : ['sign'];
  return crypto.subtle.importKey('jwk', jwk, { name, namedCurve: 'P-256' }, true, usages);
}

function importSessionKey(): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', hex(handshake.sessionKey), 'AES-GCM', true, ['encrypt', 'decrypt']);
}

describe('association vectors', () => {
  it('exports the point of the association key', async () => {
    const publicKey = await crypto.subtle.importKey(
      'jwk',
      { ...association.privateKey, d: undefined } as unknown as JsonWebKey,
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    );
    const privateKey = await importKey(association.privateKey, 'ECDSA');
    expect(await exportPoint({ publicKey, privateKey })).toEqual(associationPoint);
  });

  it('writes the local URI, with and without a base URI', () => {
    const local = { type: 'local', port: 50123 } as const;
    const { base, uri } = association.localUriWithBase;
    expect(getAssociationUri(local, associationPoint)).toBe(association.localUri);
    expect(getAssociationUri(local, associationPoint, { baseUri: base })).toBe(uri);
    expect(getAssociationUri(local, associationPoint, { baseUri: `${base}/` })).toBe(uri);
  });

  it('writes the remote URI', () => {
    const { reflector, id, uri } = association.remoteUri;
    const remote = { type: 'remote', reflector, reflectorId: decodeBase64Url(id) } as const;
    expect(getAssociationUri(remote, associationPoint)).toBe(uri);
  });

  it('parses every URI', () => {
    for (const uri of [association.localUri, association.localUriWithBase.uri]) {
      expect(parseAssociationUri(uri)).toEqual({
        association: { type: 'local', port: 50123 },
        associationPublicKey: associationPoint,
        versions: ['v1'],
      });
    }
    expect(parseAssociationUri(association.remoteUri.uri).association).toEqual({
      type: 'remote',
      reflector: 'reflect.example',
      reflectorId: decodeBase64Url(association.remoteUri.id),
    });
  });

  it('has the association token and the Nostr session identifier', async () => {
    expect(parseAssociationUri(association.localUri).associationPublicKey).toEqual(
      decodeBase64Url(association.token),
    );
    expect(await getSessionIdentifier(associationPoint)).toBe(association.nostrSessionIdentifier);
  });
});

describe('handshake vectors', () => {
  it('accepts HELLO_REQ and finds the dapp’s point in it', async () => {
    expect(await decodeHelloReq(hex(handshake.helloReq), associationPoint)).toEqual(
      hex(handshake.dapp.publicKey),
    );
  });

  it('derives the session key at both ends', async () => {
    const ends = [
      [handshake.dapp.privateKey, handshake.wallet.publicKey],
      [handshake.wallet.privateKey, handshake.dapp.publicKey],
    ] as const;
    const frame = hex(handshake.sessionProperties.frame);
    for (const [own, peer] of ends) {
      const { key } = await deriveSessionKeys(await importKey(own, 'ECDH'), hex(peer), associationPoint);
      expect(decodeUtf8(await openFrame(key, frame))).toBe(handshake.sessionProperties.plaintext);
    }
  });

  it('splits and joins HELLO_RSP, with session properties and without', () => {
    const walletPoint = hex(handshake.wallet.publicKey);
    const sealedProperties = hex(handshake.sessionProperties.frame);
    expect(decodeHelloRsp(hex(handshake.helloRsp))).toEqual({ walletPoint, sealedProperties });
    expect(decodeHelloRsp(hex(handshake.helloRspLegacy))).toEqual({
      walletPoint,
      sealedProperties: undefined,
    });
    expect(encodeHelloRsp(walletPoint, sealedProperties)).toEqual(hex(handshake.helloRsp));
    expect(encodeHelloRsp(walletPoint)).toEqual(hex(handshake.helloRspLegacy));
  });

  it('reads the session properties', () => {
    expect(parseSessionProperties(handshake.sessionProperties.plaintext)).toBe('v1');
  });
});

describe('frame vectors', () => {
  const all = [...frames.dappToWallet, ...frames.walletToDapp, handshake.sessionProperties];
  it.each(all)(
    'seals and opens message $sequence: $plaintext',
    async ({ sequence, iv, plaintext, frame }) => {
      const key = await importSessionKey();
      expect(await sealFrame(key, sequence, encodeUtf8(plaintext), hex(iv))).toEqual(hex(frame));
      expect(getFrameSequence(hex(frame))).toBe(sequence);
      const least = hex(frame).subarray(0, 32);
      expect([getFrameSequence(least), getFrameSequence(least.subarray(1))]).toEqual([sequence, undefined]);
      expect(hex(frame).length - encodeUtf8(plaintext).length).toBe(FRAME_OVERHEAD);
      expect(decodeUtf8(await openFrame(key, hex(frame)))).toBe(plaintext);
    },
  );
});

describe('reflector vectors', () => {
  it.each(vectors.reflectorId)('reads REFLECTOR_ID $frame', ({ id, frame }) => {
    expect(decodeReflectorId(hex(frame))).toEqual(hex(id));
    expect(decodeReflectorId(concatBytes(hex(frame), new Uint8Array(1)))).toBeUndefined();
  });
});

describe('sign-in vectors', () => {
  it.each(vectors.signIn)('writes and reads $text', ({ input, text }) => {
    expect(createSignInText(input)).toBe(text);
    expect(parseSignInText(text)).toEqual(input);
  });
});
