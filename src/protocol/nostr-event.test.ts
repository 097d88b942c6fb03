import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { schnorr as ownSchnorr } from '@noble/secp256k1';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../util/bytes.js';
import {
  createNostrEvent,
  createNostrKeyPair,
  getNostrTag,
  isNostrEventValid,
  type NostrEvent,
} from './nostr.js';
import bip340 from './vectors/bip-340.json' with { type: 'json' };

const hashHex = async (text: string): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(text))));

/** A note that was published on Nostr. */
const PUBLISHED: NostrEvent = {
  id: '1b71f57e1c3365f32b2a0abd8ded19f2a5e217a6eeaf3df11fa5c904bfb90dd6',
  pubkey: '35d26e4690cbe1a898af61cc3515661eb5fa763b57bd0b42e45099c8b32fd50f',
  created_at: 1681157953,
  kind: 1,
  tags: [['r', 'https://btcplusplus.dev/talks#nostr']],
  content:
    'I will be giving a talk on Nostr at the Bitcoin++ conference in Austin TX, end of this month, hoping to meet some other nostr people!  https://btcplusplus.dev/talks#nostr',
  sig: 'ec6e37c3d492654a4b8b5411b1872fc1dd7bbc3920d2c0818b177b42bd9429e206b878ad3b8fa0e72993b58182024d32a345ce487072de897bd0061d1c5e2189',
};

describe('a Nostr event', () => {
  it('that was published is valid', async () => {
    expect(await isNostrEventValid(PUBLISHED)).toBe(true);
  });

  it.each<[string, Partial<NostrEvent>]>([
    ['content', { content: 'Hello' }],
    ['tag', { tags: PUBLISHED.tags.slice(1) }],
    ['time', { created_at: PUBLISHED.created_at + 1 }],
    ['kind', { kind: 20012 }],
    ['public key', { pubkey: createNostrKeyPair().publicKey }],
    ['id', { id: PUBLISHED.id.replace('b', 'c') }],
    ['signature', { sig: PUBLISHED.sig.replace('6', '7') }],
  ])('with another %s is not valid', async (_, change) => {
    expect(await isNostrEventValid({ ...PUBLISHED, ...change })).toBe(false);
  });

  it('whose public key is not on the curve is not valid', async () => {
    const pubkey = 'eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34';
    const id = await hashHex(JSON.stringify([0, pubkey, 0, 1, [], '']));
    const event = { ...PUBLISHED, id, pubkey, created_at: 0, kind: 1, tags: [], content: '' };
    expect(await isNostrEventValid(event)).toBe(false);
  });

  it('that was made here is valid, also to another library', async () => {
    const keys = createNostrKeyPair();
    const before = Math.floor(Date.now() / 1_000);
    const event = await createNostrEvent(keys, { tags: [['d', 'session']], content: 'AAAA' });
    expect(event).toMatchObject({ kind: 20012, tags: [['d', 'session']], content: 'AAAA' });
    expect(event.created_at).toBeGreaterThanOrEqual(before);
    expect(event.created_at).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
    expect(await isNostrEventValid(event)).toBe(true);
    expect(bytesToHex(schnorr.getPublicKey(keys.secretKey))).toBe(event.pubkey);
    expect(schnorr.verify(hexToBytes(event.sig), hexToBytes(event.id), hexToBytes(event.pubkey))).toBe(true);
  });

  it('that another library signed is valid', async () => {
    const secretKey = schnorr.utils.randomSecretKey();
    const pubkey = bytesToHex(schnorr.getPublicKey(secretKey));
    const id = await hashHex(`[0,"${pubkey}",1700000000,20012,[["d","s"]],"AAAA"]`);
    const event = {
      ...{ id, pubkey, created_at: 1_700_000_000, kind: 20012, tags: [['d', 's']], content: 'AAAA' },
      sig: bytesToHex(schnorr.sign(hexToBytes(id), secretKey)),
    };
    expect(await isNostrEventValid(event)).toBe(true);
  });

  it.each([
    ['a line break', '\n', '\\n'],
    ['a double quote', '"', '\\"'],
    ['a backslash', '\\', '\\\\'],
    ['a carriage return', '\r', '\\r'],
    ['a tab', '\t', '\\t'],
    ['a backspace', '\b', '\\b'],
    ['a form feed', '\f', '\\f'],
    ['a slash', '/', '/'],
    ['an escape that was escaped', '\\u0001', '\\\\u0001'],
    ['a control character', '\u0001', '\u0001'],
    ['NUL', '\0', '\0'],
    ['DEL', '\u007f', '\u007f'],
    ['a line separator', '\u2028', '\u2028'],
    ['letters beyond ASCII', 'ü€', 'ü€'],
    ['an emoji', '🤙', '🤙'],
  ])('is serialized as NIP-01 says: %s', async (_, text, serialized) => {
    const event = await createNostrEvent(createNostrKeyPair(), { tags: [['t', text]], content: text });
    const { pubkey, created_at, id } = event;
    expect(id).toBe(
      await hashHex(`[0,"${pubkey}",${created_at},20012,[["t","${serialized}"]],"${serialized}"]`),
    );
    expect(await isNostrEventValid(event)).toBe(true);
  });

  it('gives the first value of a tag', async () => {
    expect(getNostrTag(PUBLISHED, 'r')).toBe('https://btcplusplus.dev/talks#nostr');
    expect(getNostrTag(PUBLISHED, 'd')).toBeUndefined();
    expect(getNostrTag({ ...PUBLISHED, tags: [[], ['d'], ['d', 'a']] }, 'd')).toBeUndefined();
    const tags = ['a', 'b'].map((value) => ['d', value, 'x']);
    expect(getNostrTag({ ...PUBLISHED, tags }, 'd')).toBe('a');
  });
});

describe('the Schnorr signature', () => {
  it.each(bip340)('matches vector $index of BIP-340', async (vector) => {
    const { secretKey, publicKey, auxRand, message, signature, isValid } = vector;
    const [key, digest, signed] = [publicKey, message, signature].map(hexToBytes) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect(await ownSchnorr.verifyAsync(signed, digest, key)).toBe(isValid);
    if (secretKey === '') return;
    const own = await ownSchnorr.signAsync(digest, hexToBytes(secretKey), hexToBytes(auxRand));
    expect(bytesToHex(own)).toBe(signature);
    expect(bytesToHex(ownSchnorr.getPublicKey(hexToBytes(secretKey)))).toBe(publicKey);
  });
});
