import { ed25519 } from '@noble/curves/ed25519.js';
import { getAddressFromPublicKey } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { createSigner } from './accounts.js';

const MESSAGE = new TextEncoder().encode('hello');

function hex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

describe('createSigner', () => {
  it('has the public key and the signature of RFC 8032, test 1', async () => {
    const seed = hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const { account, sign } = await createSigner(seed, 'Test');
    expect(account.publicKey).toEqual(
      hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
    );
    expect(await sign(new Uint8Array())).toEqual(
      hex(
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ),
    );
  });

  it('names the account by its base58 address', async () => {
    const seed = new Uint8Array(32).fill(7);
    const { account, sign } = await createSigner(seed, 'Savings');
    const publicKey = await crypto.subtle.importKey('raw', account.publicKey, 'Ed25519', true, ['verify']);
    expect(account.address).toBe(await getAddressFromPublicKey(publicKey));
    expect(account.label).toBe('Savings');
    expect(ed25519.verify(await sign(MESSAGE), MESSAGE, ed25519.getPublicKey(seed))).toBe(true);
  });

  it('signs a view into a larger buffer', async () => {
    const { account, sign } = await createSigner(new Uint8Array(32).fill(7), 'A');
    const view = new Uint8Array(20).fill(1).subarray(4, 9);
    expect(ed25519.verify(await sign(view), Uint8Array.of(1, 1, 1, 1, 1), account.publicKey)).toBe(true);
  });

  it('refuses a seed of another length', async () => {
    await expect(createSigner(new Uint8Array(64), 'A')).rejects.toThrow(RangeError);
  });
});
